import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BillingCycleRow } from '@wattershed/database';
import { keptOffline } from '../../../platform/keep-answers.ts';
import { askTables } from '../../../platform/tables.ts';
import { type CycleChoice, choiceOf } from './billing-cycle-rule.ts';
import { billingKey } from '../billing-queries.ts';

const cycleKey = (householdId: string) => [...billingKey, 'cycle', householdId];

/** Null: on a day of each month. */
export function useBillingCycle(householdId: string) {
  return useQuery({
    queryKey: cycleKey(householdId),
    meta: keptOffline,
    queryFn: async () => {
      const [row] = await askTables<BillingCycleRow[]>((tables) =>
        tables.from('billing_cycles').select().eq('household_id', householdId),
      );
      return row ?? null;
    },
  });
}

async function saveCycle(householdId: string, choice: CycleChoice, isThere: boolean): Promise<void> {
  if (choice.kind === 'day') {
    await askTables((tables) => tables.from('billing_cycles').delete().eq('household_id', householdId));
    return;
  }
  const { kind, days } = choice;
  const row = {
    kind,
    month_days: kind === 'dates' ? [...days] : [],
    read_days: kind === 'reads' ? [...days] : [],
  };
  // Whose it is may not be written again, so this is no upsert.
  await askTables((tables) =>
    isThere
      ? tables.from('billing_cycles').update(row).eq('household_id', householdId)
      : tables.from('billing_cycles').insert({ household_id: householdId, ...row }),
  );
}

interface CycleSaved {
  choice: CycleChoice;
  /** What it was before. */
  former: CycleChoice;
}

export function useSaveCycle(householdId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (choice: CycleChoice): Promise<CycleSaved> => {
      const row = queries.getQueryData<BillingCycleRow | null>(cycleKey(householdId)) ?? null;
      await saveCycle(householdId, choice, row !== null);
      return { choice, former: choiceOf(row) };
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: cycleKey(householdId) });
      void queries.invalidateQueries({ queryKey: billingKey });
    },
  });
}
