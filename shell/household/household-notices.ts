import { queryOptions, useQuery } from '@tanstack/react-query';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { useHousehold } from './household.ts';
import { keptOffline } from '../data/keep-answers.ts';
import { useSession } from '../session/session.ts';
import { askTables } from '../data/tables.ts';

/** So many at a time. */
export const noticesAtOnce = 60;

export const noticesKey = (householdId: string | undefined) => ['notices', householdId ?? null] as const;

/** What the household is told of by itself: what lasts first, then what ended, the latest first. */
export function noticesQuery(householdId: string | undefined) {
  return queryOptions({
    queryKey: noticesKey(householdId),
    queryFn: () => askNotices(householdId, noticesAtOnce),
    meta: keptOffline,
  });
}

/** `kinds`: of these alone. */
export async function askNotices(
  householdId: string | undefined,
  limit: number,
  kinds?: readonly HouseholdNotice['kind'][],
): Promise<HouseholdNotice[]> {
  if (householdId === undefined || kinds?.length === 0) return [];
  return askTables<HouseholdNotice[]>((tables) => {
    const all = tables.from('notices').select('*').eq('household_id', householdId);
    return (kinds === undefined ? all : all.in('kind', [...kinds]))
      .order('ended_at', { ascending: false, nullsFirst: true })
      .order('since', { ascending: false })
      .limit(limit);
  });
}

/** `everyMs`: how often they are asked for where nobody tells of them. */
export function useNotices(everyMs?: number) {
  const householdId = useHousehold().data?.id;
  const refetchInterval = everyMs ?? false;
  return useQuery({ ...noticesQuery(householdId), enabled: householdId !== undefined, refetchInterval });
}

/** The one of a kind that lasts at a meter. */
export function lastingNotice(
  notices: readonly HouseholdNotice[] | undefined,
  kind: HouseholdNotice['kind'],
  meterId: string,
): HouseholdNotice | undefined {
  return notices?.find(
    (notice) => notice.ended_at === null && notice.kind === kind && String(notice.meter_id) === meterId,
  );
}

/** Whether it is not known yet if there are any: a page that shows them waits, so that nothing moves when they come. */
export function useNoticesAreComing(): boolean {
  const session = useSession();
  const household = useHousehold();
  const notices = useNotices();
  return session.status === 'signed-in' && (household.isLoading || notices.isLoading);
}
