import { useMutation, useQueryClient } from '@tanstack/react-query';
import { byUtility, type Utility, utilityIds } from '@wattershed/catalogue';
import type { BudgetRow } from '@wattershed/database';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHousehold } from '../../../platform/household.ts';
import { useRights } from '../../../platform/household-role.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/notice.ts';
import { AmountInput } from '../tariffs/amount-input.tsx';
import { billingKey } from '../billing-queries.ts';
import { setBudget } from './budgets-api.ts';
import { plainDecimal } from '../tariffs/check-tariff.ts';
import { isThousands, writtenAmount } from '../tariffs/plain-amount.ts';

export interface BudgetFormProps {
  budgets: readonly BudgetRow[];
  currency: string | null;
  onClose: () => void;
}

/** An amount for each utility; an empty field is none. */
export function BudgetForm({ budgets, currency, onClose }: BudgetFormProps) {
  const { t } = useTranslation('billing');
  const queries = useQueryClient();
  const { data: household } = useHousehold();
  const kept = (utility: Utility) => budgets.find((one) => one.utility === utility)?.amount;
  const [draft, setDraft] = useState(() => byUtility((utility) => writtenAmount(String(kept(utility) ?? ''))));
  const mayDelete = useRights().data?.mayDelete ?? false;
  const [faults, setFaults] = useState<Partial<Record<Utility, string>>>({});
  const save = useMutation({
    mutationFn: async (amounts: Record<Utility, string | null>) => {
      for (const utility of utilityIds) await setBudget(household?.id ?? '', utility, amounts[utility]);
    },
    onSuccess: async () => {
      notify(t('budget.saved'), t('budget.savedText'));
      onClose();
      await queries.invalidateQueries({ queryKey: billingKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amounts = byUtility<string | null>(() => null);
    const wrong: Partial<Record<Utility, string>> = {};
    for (const utility of utilityIds) {
      const decimal = plainDecimal(draft[utility]);
      if (isThousands(draft[utility])) wrong[utility] = t('form.thousands');
      else if (decimal === undefined || Number(decimal) >= 100_000_000)
        wrong[utility] = t('form.notNumber', { example: '60' });
      else if (Number(decimal) === 0 && kept(utility) !== undefined && !mayDelete)
        wrong[utility] = t('budget.ownerRemoves');
      else amounts[utility] = Number(decimal) === 0 ? null : decimal;
    }
    setFaults(wrong);
    if (Object.keys(wrong).length === 0) save.mutate(amounts);
  };
  return (
    <form className="space-y-5" onSubmit={submit} noValidate>
      <div className="grid gap-3 sm:grid-cols-2">
        {utilityIds.map((utility) => (
          <AmountInput
            key={utility}
            label={t(utility)}
            value={draft[utility]}
            error={faults[utility]}
            onChange={(value) => setDraft({ ...draft, [utility]: value })}
          />
        ))}
      </div>
      <p className="text-small text-ink-soft">
        {t('budget.hint', { currency: currency ?? household?.currency ?? '' })}
      </p>
      {save.isError && (
        <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
          {t('tariffs.saveFailed')}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" pending={save.isPending}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  );
}
