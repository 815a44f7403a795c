import { useQuery } from '@tanstack/react-query';
import type { Utility } from '@wattershed/catalogue';
import type { BudgetRow } from '@wattershed/database';
import { useHousehold } from '../../../platform/household.ts';
import { keptOffline } from '../../../platform/keep-answers.ts';
import { askTables } from '../../../platform/tables.ts';
import { billingKey } from '../billing-queries.ts';

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

/** Null: there is none any more. Throws a TableError. */
export async function setBudget(householdId: string, utility: Utility, amount: string | null): Promise<void> {
  await askTables((tables) =>
    amount === null
      ? tables.from('budgets').delete().eq('household_id', householdId).eq('utility', utility)
      : tables
          .from('budgets')
          .upsert({ household_id: householdId, utility, amount }, { onConflict: 'household_id,utility' }),
  );
}
