import { utilities } from '@wattershed/catalogue';
import type { BillSoFar } from '@wattershed/contracts';
import type { BudgetRow } from '@wattershed/database';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { UtilityLabel } from '../../../ui/utility-mark.tsx';
import { BudgetForm } from './budget-form.tsx';
import { useBudgets } from './budgets-api.ts';
import { type BillFormat, useBillFormat } from '../use-bill-format.ts';

export interface BudgetLinesProps {
  soFar: BillSoFar;
  /** Not for whoever may only look. */
  mayChange: boolean;
}

/** How much of each budget is spent, and whether it will last. */
export function BudgetLines({ soFar, mayChange }: BudgetLinesProps) {
  const { t } = useTranslation('billing');
  const { data: budgets } = useBudgets();
  const [isOpen, setOpen] = useState(false);
  const write = useBillFormat(soFar.currency ?? undefined);
  if (budgets === undefined || (budgets.length === 0 && !mayChange)) return null;
  return (
    <section aria-label={t('budget.title')} className="mt-4 border-t border-line pt-4">
      {budgets.length > 0 && (
        <ul className="space-y-3">
          {budgets.map((budget) => (
            <BudgetLine key={budget.utility} budget={budget} soFar={soFar} write={write} />
          ))}
        </ul>
      )}
      {mayChange && (
        <Button look="quiet" className="-ml-4" onClick={() => setOpen(true)}>
          {t(budgets.length === 0 ? 'budget.set' : 'budget.change')}
        </Button>
      )}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        closeLabel={t('close')}
        title={t('budget.title')}
        description={t('budget.text')}
      >
        {isOpen && <BudgetForm budgets={budgets} currency={soFar.currency} onClose={() => setOpen(false)} />}
      </Dialog>
    </section>
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
