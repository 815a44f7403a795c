import { useQuery } from '@tanstack/react-query';
import { useHousehold } from '../../../platform/household.ts';
import { askTables } from '../../../platform/tables.ts';
import { billingKey } from '../billing-queries.ts';
import type { BillDays } from './export-period.ts';

/** Beyond ten years of monthly bills, and what the table API answers at once. */
const mostBills = 1000;

/** The days of all bills, also of those that are too old to be made anew. */
export function useBillDays() {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...billingKey, 'days', householdId ?? null],
    queryFn: () =>
      askTables<BillDays[]>((tables) =>
        tables
          .from('billing_records')
          .select('period_start, period_end')
          .eq('household_id', householdId ?? '')
          .order('period_start', { ascending: false })
          .limit(mostBills),
      ),
    enabled: householdId !== undefined,
  });
}
