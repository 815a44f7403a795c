/** What the home has changed: asked here, and written. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Utility } from '#catalogue/index.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { useHousehold } from '#shell/household/household.ts';
import { adviceKey } from '../advice/advice-query.ts';
import { readHomeChanges } from '../../contract/changes.ts';

const changesKey = ['home-changes'] as const;

export function useHomeChanges() {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...changesKey, householdId ?? null],
    meta: keptOffline,
    queryFn: ({ signal }) => callService(readHomeChanges, { query: { household: householdId }, signal }),
    enabled: householdId !== undefined,
  });
}

export interface ChangeValues {
  name: string;
  utility: Utility;
  meter_id: string | null;
  day: string;
}

interface NewChange extends ChangeValues {
  id?: string;
  advice?: string | null;
  state?: 'made' | 'declined';
}

/** What is done with them; each has what follows asked for again. */
export function useChangeWrites() {
  const queries = useQueryClient();
  const household_id = useHousehold().data?.id ?? '';
  // Without a network it fails at once, and that is said.
  const done = {
    networkMode: 'always',
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: changesKey }),
        queries.invalidateQueries({ queryKey: [adviceKey] }),
      ]),
  } as const;
  return {
    add: useMutation({
      mutationFn: (row: NewChange) =>
        askTables((tables) => tables.from('home_changes').insert({ household_id, ...row } as never)),
      ...done,
    }),
    change: useMutation({
      mutationFn: ({ id, values }: { id: string; values: ChangeValues }) =>
        askTables((tables) => tables.from('home_changes').update(values).match({ household_id, id })),
      ...done,
    }),
    remove: useMutation({
      mutationFn: (id: string) =>
        askTables((tables) => tables.from('home_changes').delete().match({ household_id, id })),
      ...done,
    }),
  };
}
