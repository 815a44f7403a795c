/** What is sent from here by itself: what was set up, how it goes, and setting it up or ending it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { useHouseholdId } from '#shell/household/household.ts';
import type { DataPush } from '#supabase/tables/index.ts';
import { type PushFault, type PushKind, readOutlets, type SetUpPushBody, setUpPush } from '../../contract/pushes.ts';

export interface Push extends Pick<DataPush, 'host' | 'sent_at' | 'sent_until' | 'fault_at'> {
  readonly kind: PushKind;
  readonly fault: PushFault | null;
}

const pushesKey = 'data-pushes';
/** Whoever has just set one up waits for its first word. */
const lookAgainMs = 5_000;

export function usePushes() {
  const household = useHouseholdId();
  return useQuery({
    queryKey: [pushesKey, household ?? null],
    queryFn: () =>
      askTables<Push[]>((tables) =>
        tables
          .from('data_pushes')
          .select('kind,host,sent_at,sent_until,fault,fault_at')
          .eq('household_id', household ?? ''),
      ),
    enabled: household !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.length === 0 ? false : lookAgainMs),
  });
}

/** What whoever runs the service has switched on. */
export const useOutlets = () =>
  useQuery({ queryKey: ['outlets'], queryFn: () => callService(readOutlets), staleTime: 5 * 60_000 });

export function useSetUpPush() {
  const household = useHouseholdId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SetUpPushBody) => callService(setUpPush, { body: { ...body, household } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [pushesKey] }),
  });
}

export function useEndPush() {
  const household = useHouseholdId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (kind: PushKind) =>
      askTables((tables) =>
        tables
          .from('data_pushes')
          .delete()
          .eq('household_id', household ?? '')
          .eq('kind', kind),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: [pushesKey] }),
  });
}
