import { useMutation, useQueryClient } from '@tanstack/react-query';
import { byUtility, type Utility, utilityIds } from '@wattershed/catalogue';
import type { BudgetRow } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../platform/form.tsx';
import { useHousehold } from '../../../platform/household.ts';
import { useRights } from '../../../platform/household-role.ts';
import { FormActions, FormAlert } from '../../../ui/field.tsx';
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
  const mayDelete = useRights().data?.mayDelete ?? false;
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
  const faultOf = (utility: Utility, typed: string) => {
    if (isThousands(typed)) return t('form.thousands');
    const amount = Number(plainDecimal(typed) ?? Number.NaN);
    if (!(amount < 100_000_000)) return t('form.notNumber', { example: '60' });
    return amount === 0 && kept(utility) !== undefined && !mayDelete ? t('budget.ownerRemoves') : undefined;
  };
  const amountOf = (typed: string) => {
    const decimal = plainDecimal(typed) ?? '0';
    return Number(decimal) === 0 ? null : decimal;
  };
  const form = useForm({
    values: byUtility((utility) => writtenAmount(String(kept(utility) ?? ''))),
    check: (draft) => byUtility((utility) => faultOf(utility, draft[utility])),
    send: (draft) => save.mutateAsync(byUtility((utility) => amountOf(draft[utility]))),
    refusal: () => t('tariffs.saveFailed'),
  });
  return (
    <form {...form.props} className="space-y-5">
      <div className="grid gap-3 sm:grid-cols-2">
        {utilityIds.map((utility) => (
          <AmountInput key={utility} {...form.control(utility)} label={t(utility)} error={form.errorOf(utility)} />
        ))}
      </div>
      <p className="text-small text-ink-soft">
        {t('budget.hint', { currency: currency ?? household?.currency ?? '' })}
      </p>
      <FormAlert>{form.alert}</FormAlert>
      <FormActions submit={t('form.save')} cancel={t('cancel')} onCancel={onClose} pending={form.isPending} />
    </form>
  );
}
