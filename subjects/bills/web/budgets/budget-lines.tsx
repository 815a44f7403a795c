import { useMutation, useQueryClient } from '@tanstack/react-query';
import { byUtility, type Utility, utilities, utilityIds } from '#catalogue/index.ts';
import type { BillSoFar } from '../../contract/billing.ts';
import type { BudgetRow } from '#supabase/tables/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '#shell/parts/form.tsx';
import { useHousehold, useRights } from '#shell/household/household.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { askTables, changeOrAdd } from '#shell/data/tables.ts';
import { Button } from '#shell/ui/button.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, FormAlert } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import { billingKey, useBudgets } from '../billing-queries.ts';
import { AmountInput, isThousands, writtenAmount } from '../tariffs/prices/amount-input.tsx';
import { plainDecimal } from '../tariffs/prices/simple-plan.ts';
import { type BillFormat, useBillFormat } from '../use-bill-format.ts';

/** How much of each budget is spent, and whether it will last; nothing where there is none. */
export function BudgetLines({ soFar }: { soFar: BillSoFar }) {
  const { t } = useTranslation('billing');
  const budgets = useBudgets().data ?? [];
  const write = useBillFormat(soFar.currency ?? undefined);
  if (budgets.length === 0) return null;
  return (
    <ul aria-label={t('budget.title')} className="mt-3 space-y-3 border-t border-line pt-3 sm:mt-4 sm:pt-4">
      {budgets.map((budget) => (
        <BudgetLine key={budget.utility} budget={budget} soFar={soFar} write={write} />
      ))}
    </ul>
  );
}

/** Sets the first ones, or changes those that are set. */
export function BudgetButton({ currency }: { currency: string }) {
  const { t } = useTranslation('billing');
  const { data: budgets } = useBudgets();
  const [isOpen, setOpen] = useState(false);
  if (budgets === undefined) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t(budgets.length === 0 ? 'budget.set' : 'budget.change')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        closeLabel={t('close')}
        title={t('budget.title')}
        description={t('budget.text')}
      >
        {isOpen && <BudgetForm budgets={budgets} currency={currency} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function BudgetLine({ budget, soFar, write }: { budget: BudgetRow; soFar: BillSoFar; write: BillFormat }) {
  const { t } = useTranslation('billing');
  const { utility, amount } = budget;
  const spent = Number(soFar.amounts[utility].cost);
  const likely = soFar.likely?.use[utility]?.cost.expected;
  const share = spent / amount;
  const isPassed = share >= 1;
  const words = { budget: write.money(amount), spent: write.money(spent), share: write.format.percent(share) };
  const outlook =
    isPassed || likely === undefined
      ? undefined
      : t(Number(likely) > amount ? 'budget.willPass' : 'budget.willLast', { amount: write.about(likely) });
  return (
    <li data-budget={utility}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
        <span className={classNames('figures text-small', isPassed ? 'font-semibold text-alert' : 'text-ink-soft')}>
          {t(isPassed ? 'budget.passed' : 'budget.spent', words)}
        </span>
      </p>
      <div aria-hidden="true" className="mt-1.5 h-2 overflow-hidden rounded-full bg-line">
        <span
          className={classNames(
            'block h-full forced-color-adjust-none',
            isPassed ? 'bg-alert' : utilities[utility].look.fill,
          )}
          style={{ width: `${Math.min(100, share * 100)}%` }}
        />
      </div>
      {outlook !== undefined && <p className="mt-1 text-small text-ink-soft">{outlook}</p>}
    </li>
  );
}

interface BudgetFormProps {
  budgets: readonly BudgetRow[];
  currency: string;
  onClose: () => void;
}

/** An amount for each utility; an empty field is none. */
function BudgetForm({ budgets, currency, onClose }: BudgetFormProps) {
  const { t } = useTranslation('billing');
  const queries = useQueryClient();
  const { data: household } = useHousehold();
  const kept = (utility: Utility) => budgets.find((one) => one.utility === utility)?.amount;
  const measured = useUtilities();
  const asked = utilityIds.filter((utility) => measured.includes(utility) || kept(utility) !== undefined);
  const mayDelete = useRights().data?.mayDelete ?? false;
  const save = useMutation({
    mutationFn: async (amounts: Record<Utility, string | null>) => {
      for (const utility of asked) await setBudget(household?.id ?? '', utility, amounts[utility]);
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
        {asked.map((utility) => (
          <AmountInput key={utility} {...form.control(utility)} label={t(utility)} error={form.errorOf(utility)} />
        ))}
      </div>
      <p className="text-small text-ink-soft">{t('budget.hint', { currency })}</p>
      <FormAlert>{form.alert}</FormAlert>
      <FormActions submit={t('form.save')} cancel={t('cancel')} onCancel={onClose} pending={form.isPending} />
    </form>
  );
}

/** Null: there is none any more. Throws a TableError. */
async function setBudget(householdId: string, utility: Utility, amount: string | null): Promise<void> {
  const keys = { household_id: householdId, utility };
  if (amount === null) await askTables((tables) => tables.from('budgets').delete().match(keys));
  else await changeOrAdd('budgets', keys, { amount });
}
