import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlanTextFault } from '../../../contract/tariff-plan.ts';
import type { CheckedTariff } from '../../../contract/tariffs.ts';
import type { TariffPlan } from '../../../domain/tariff/plan.ts';
import { hasOwnFaults } from '../charges/own-faults.ts';
import type { FormOfPlan } from '../charges/form-of-plan.ts';
import { planOfForm } from '../charges/plan-of-form.ts';
import type { ReadTariff } from '../switch-way.ts';
import { checkQuery } from '../tariff-api.ts';
import type { TariffEntry } from '../tariff-entry.ts';

export interface FormText {
  householdId: string;
  entry: TariffEntry;
  /** What the form shows of the entry. */
  charges: FormOfPlan | undefined;
  onRead: (read: ReadTariff) => void;
  /** The charges are no tariff yet. */
  onRefused: (faults: readonly PlanTextFault[]) => void;
}

/** Asks the service for the text of what the form says now. An answer for an entry that was changed or left since is not taken. */
export function useFormText({ householdId, entry, charges, onRead, onRefused }: FormText) {
  const queries = useQueryClient();
  const asking = useMutation({
    mutationFn: async ({ plan }: { of: TariffEntry; plan: TariffPlan | null }): Promise<CheckedTariff> =>
      plan === null ? { ok: false, faults: [] } : queries.fetchQuery(checkQuery(householdId, { plan })),
    onSuccess: (checked, { of }) => {
      if (of !== entry) return;
      if (checked.ok) onRead(checked);
      else onRefused(checked.faults);
    },
  });
  const planNow = () => {
    if (charges?.ok !== true) return entry.begin;
    return hasOwnFaults(charges.draft) ? null : planOfForm(charges.draft);
  };
  const isOfEntry = asking.variables?.of === entry;
  return {
    ask: () => asking.mutate({ of: entry, plan: planNow() }),
    isPending: isOfEntry && asking.isPending,
    isRefused: isOfEntry && asking.data?.ok === false,
    error: isOfEntry ? asking.error : null,
  };
}
