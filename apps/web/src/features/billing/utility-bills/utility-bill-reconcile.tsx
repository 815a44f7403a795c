import type { ReconciledBill } from '@wattershed/contracts';
import type { UtilityBillRow } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { LoadFailure } from '../../../platform/load-failure.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useBillFormat } from '../use-bill-format.ts';
import { useReconciled } from './utility-bill-api.ts';
import { UtilityBillLetter } from './utility-bill-letter-part.tsx';
import { UtilityBillParts } from './utility-bill-parts.tsx';
import { isCompared, standingOf } from './utility-bill-words.ts';

/** Their bill beside ours: by how much they differ, why, and a letter that asks about it. */
export function UtilityBillReconcile({ bill, onClose }: { bill: UtilityBillRow | undefined; onClose: () => void }) {
  const { t } = useTranslation(['utility-bills', 'billing']);
  const write = useBillFormat(bill?.currency);
  const answer = useReconciled(bill?.id);
  const isSound = bill !== undefined && answer.data !== undefined && isCompared(answer.data, bill);
  const difference = isSound ? (answer.data?.difference ?? '0') : undefined;
  return (
    <Dialog
      open={bill !== undefined}
      onClose={onClose}
      closeLabel={t('billing:close')}
      title={
        difference === undefined
          ? t('title')
          : t(`reconcile.${standingOf(difference)}`, { amount: write.money(String(Math.abs(Number(difference)))) })
      }
      {...(bill && { description: `${t(bill.utility)} · ${write.period(bill.period_start, bill.period_end)}` })}
      className="sm:w-[min(40rem,calc(100vw-2rem))]"
    >
      {bill !== undefined &&
        (answer.data !== undefined ? (
          <Reconciliation bill={bill} answer={answer.data} />
        ) : answer.isError ? (
          <LoadFailure error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <Skeleton className="h-56" />
        ))}
    </Dialog>
  );
}

function Reconciliation({ bill, answer }: { bill: UtilityBillRow; answer: ReconciledBill }) {
  const { t } = useTranslation('utility-bills');
  const write = useBillFormat(bill.currency);
  const note = bill.note !== '' && <p className="whitespace-pre-line wrap-anywhere text-ink-soft">{bill.note}</p>;
  if (!isCompared(answer, bill))
    return (
      <div className="space-y-4">
        <Figure value={write.money(bill.total)} unit={t('reconcile.theirs')} />
        <p>
          {answer.currency !== null && answer.currency !== bill.currency
            ? t('reconcile.otherCurrency', { theirs: bill.currency, ours: answer.currency })
            : t('reconcile.nothing')}
        </p>
        {note}
      </div>
    );
  const { ours, difference } = answer;
  return (
    <div className="space-y-6">
      <dl className="grid gap-3 min-[26rem]:grid-cols-2">
        <Side
          name={t('reconcile.theirs')}
          amount={write.money(bill.total)}
          basis={write.period(bill.period_start, bill.period_end)}
        />
        <Side
          name={t('reconcile.ours')}
          amount={write.money(ours.total)}
          basis={ours.id === null ? t('reconcile.sameDays') : write.period(ours.start, ours.end)}
        />
      </dl>
      {note}
      <UtilityBillParts bill={bill} answer={answer} />
      {standingOf(difference) !== 'same' && <UtilityBillLetter bill={bill} answer={answer} />}
    </div>
  );
}

function Side({ name, amount, basis }: { name: string; amount: string; basis: string }) {
  return (
    <div className="rounded-card bg-paper px-4 py-3">
      <dt className="text-small text-ink-soft">{name}</dt>
      <dd>
        <span className="figures block text-second">{amount}</span>
        <span className="text-small text-ink-soft">{basis}</span>
      </dd>
    </div>
  );
}
