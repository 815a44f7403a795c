import { useQuery } from '@tanstack/react-query';
import { reconcileBill } from '../../contract/billing.ts';
import type { UtilityBillRow } from '#supabase/tables/index.ts';
import { useHousehold } from '#shell/household/household.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { askTables, TableError } from '#shell/data/tables.ts';
import { billingKey } from '../billing-queries.ts';

/** What a person copies from paper. */
export type UtilityBillEntry = Omit<UtilityBillRow, 'household_id' | 'id' | 'created_at'>;

export function useUtilityBills() {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...billingKey, 'utility-bills', householdId ?? null],
    meta: keptOffline,
    queryFn: () =>
      askTables<UtilityBillRow[]>((tables) =>
        tables
          .from('utility_bills')
          .select()
          .eq('household_id', householdId ?? '')
          .order('period_start', { ascending: false })
          .order('created_at', { ascending: false }),
      ),
    enabled: householdId !== undefined,
  });
}

/** Held against ours. Prices, readings and the bill itself change it: its key begins as theirs does. */
export function useReconciled(billId: string | undefined, enabled = true) {
  return useQuery({
    queryKey: [...billingKey, 'reconciled', billId ?? null],
    queryFn: ({ signal }) => callService(reconcileBill, { params: { id: billId ?? '' }, signal }),
    enabled: enabled && billId !== undefined,
  });
}

/** A new one without `bill`. Throws a TableError. */
export async function saveUtilityBill(
  householdId: string,
  bill: UtilityBillRow | undefined,
  entry: UtilityBillEntry,
): Promise<void> {
  const rows = await askTables<{ id: string }[]>((tables) => {
    const table = tables.from('utility_bills');
    return bill === undefined
      ? table.insert({ household_id: householdId, ...entry }).select('id')
      : table.update(entry).eq('household_id', householdId).eq('id', bill.id).select('id');
  });
  if (rows.length === 0) throw new TableError('not-found', 'nothing was changed', 404);
}

export async function removeUtilityBill({ household_id, id }: UtilityBillRow): Promise<void> {
  await askTables((tables) => tables.from('utility_bills').delete().eq('household_id', household_id).eq('id', id));
}
