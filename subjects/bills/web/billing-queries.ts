import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { useHousehold } from '#shell/household/household.ts';
import type { BillingRecord, BillingRecordVersion, BudgetRow, TariffRow } from '#supabase/tables/index.ts';
import { type BillSoFar, readBillSoFar } from '../contract/billing.ts';

/** As many as are loaded at once. */
export const billsAtOnce = 24;
const soFarEveryMs = 120_000;

/** Everything that a change of prices touches begins with this key. */
export const billingKey = ['billing'] as const;

/** No fault: being offline is said on the page, and whoever has left is shown nothing any more. */
const isExpected = (error: unknown): boolean =>
  error instanceof Error && (error.message === 'offline' || error.name === 'AbortError');

function soFarQuery(householdId: string | undefined) {
  return queryOptions({
    queryKey: [...billingKey, 'so-far', householdId ?? null],
    meta: keptOffline,
    queryFn: async ({ client, signal }) => {
      try {
        const query = { household: householdId };
        const soFar = await callService(readBillSoFar, { query, signal });
        // Bills that were read meanwhile, as beside an answer of an earlier visit, are older than what is closed now.
        for (const part of ['bills', 'older-bills', 'versions'])
          void client.invalidateQueries({ queryKey: [...billingKey, part] });
        return soFar;
      } catch (error) {
        if (!signal.aborted && !isExpected(error))
          console.error('The open bill could not be fetched:', error instanceof Error ? error.message : error);
        throw error;
      }
    },
    refetchInterval: soFarEveryMs,
  });
}

export function useSoFar() {
  const householdId = useHousehold().data?.id;
  return useQuery({ ...soFarQuery(householdId), enabled: householdId !== undefined });
}

/** The first prices price all that was ever read, and at least the whole of the open cycle. */
export function firstBilledDay({ firstDay, start }: BillSoFar): string {
  return firstDay !== undefined && firstDay !== null && firstDay < start ? firstDay : start;
}

/** The latest bills, once what has ended is closed: asking for the open cycle does that, and has them read again. */
export function useBills() {
  const householdId = useHousehold().data?.id;
  const soFar = useSoFar();
  return useQuery({
    queryKey: [...billingKey, 'bills', householdId ?? null],
    meta: keptOffline,
    queryFn: () => fetchBills(householdId, { limit: billsAtOnce }),
    enabled: householdId !== undefined && soFar.isFetched,
  });
}

/** Those that begin before a day; none are asked for where `limit` is 0. The job goes on making them, so they are looked for again. */
export function useOlderBills(before: string, limit: number) {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...billingKey, 'older-bills', householdId ?? null, before, limit],
    meta: keptOffline,
    queryFn: () => fetchBills(householdId, { before, limit }),
    enabled: householdId !== undefined && limit > 0,
    placeholderData: keepPreviousData,
    refetchInterval: soFarEveryMs,
  });
}

export function useTariffs() {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...billingKey, 'tariffs', householdId ?? null],
    meta: keptOffline,
    queryFn: () =>
      askTables<TariffRow[]>((tables) =>
        tables
          .from('tariffs')
          .select()
          .eq('household_id', householdId ?? '')
          .order('valid_from', { ascending: false }),
      ),
    enabled: householdId !== undefined,
  });
}

/** What the household means to spend in a cycle. */
export function useBudgets() {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...billingKey, 'budgets', householdId ?? null],
    meta: keptOffline,
    queryFn: () =>
      askTables<BudgetRow[]>((tables) =>
        tables
          .from('budgets')
          .select()
          .eq('household_id', householdId ?? ''),
      ),
    enabled: householdId !== undefined,
  });
}

export function useVersions(billId: string, enabled: boolean) {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...billingKey, 'versions', billId],
    queryFn: () =>
      askTables<BillingRecordVersion[]>((tables) =>
        tables
          .from('billing_record_versions')
          .select()
          .eq('household_id', householdId ?? '')
          .eq('bill_id', billId)
          .order('version', { ascending: false }),
      ),
    enabled,
  });
}

/** As many of the latest bills as a history shows at first. */
export const usualHistory = 6;

/** The latest closed period; null without a household, without a bill, or when it could not be fetched (which is logged). */
export async function currentBill(householdId: string | undefined): Promise<BillingRecord | null> {
  const [bill] = await billHistory(householdId, 1);
  return bill ?? null;
}

/** The latest bills, newest first; empty in the same cases. */
export async function billHistory(householdId: string | undefined, limit = usualHistory): Promise<BillingRecord[]> {
  return fetchBills(householdId, { limit }).catch(() => []);
}

/** The same for a page that says itself that loading failed: throws, once it is logged. */
export async function fetchBills(
  householdId: string | undefined,
  { limit, before }: { limit: number; before?: string },
): Promise<BillingRecord[]> {
  if (householdId === undefined) return [];
  try {
    return await askTables<BillingRecord[]>((tables) => {
      const own = tables.from('billing_records').select().eq('household_id', householdId);
      return (before === undefined ? own : own.lt('period_start', before))
        .order('period_start', { ascending: false })
        .limit(limit);
    });
  } catch (error) {
    if (!isExpected(error))
      console.error('Bills could not be fetched:', error instanceof Error ? error.message : error);
    throw error;
  }
}
