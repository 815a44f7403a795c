import type { ReconciledBill } from '../../contract/billing.ts';
import type { UtilityBillRow } from '#supabase/tables/index.ts';
import { Copy, FileDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { saveFile } from '#shell/ui/save-file.ts';
import { useSession } from '#shell/session/session.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Field } from '#shell/ui/field.tsx';
import { Figure } from '#shell/ui/figure.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { TextArea } from '#shell/ui/input.tsx';
import { useBillFormat } from '../use-bill-format.ts';
import { useReconciled } from './utility-bill-api.ts';
import {
  type ComparedBill,
  isCompared,
  letterOf,
  saidOf,
  sentenceOf,
  signedMoney,
  sortedParts,
  standingOf,
} from './utility-bill-words.ts';

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

/** Why the two differ: each reason with what it comes to, what each side says, and what can be done. */
function UtilityBillParts({ bill, answer }: { bill: UtilityBillRow; answer: ComparedBill }) {
  const { t } = useTranslation('utility-bills');
  const write = useBillFormat(bill.currency);
  const parts = sortedParts(answer);
  const signed = (amount: string) => signedMoney(amount, bill.currency, write.format.locale);
  if (parts.length === 0) return <p>{t('reconcile.agree')}</p>;
  return (
    <section>
      <h3 className="font-semibold">{t('reconcile.why')}</h3>
      <ul>
        {parts.map((part) => {
          const sentence = sentenceOf(part);
          return (
            <li
              key={part.kind}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line py-3"
              data-part={part.kind}
            >
              <p>
                <span className="font-semibold">{t(`part.${part.kind}.name`)}</span>
                <span className="block">{t(`say.${sentence}`, saidOf(part, answer, { t, write }))}</span>
                <span className="mt-1 block text-small text-ink-soft">{t(`part.${part.kind}.advice`)}</span>
              </p>
              <span className="figures font-[650]">{signed(part.amount)}</span>
            </li>
          );
        })}
      </ul>
      <p className="flex justify-between gap-4 pt-3 font-semibold">
        {t('reconcile.sum')}
        <span className="figures" data-difference>
          {signed(answer.difference)}
        </span>
      </p>
    </section>
  );
}

/** A letter that asks the utility about the difference, to be copied or saved. */
function UtilityBillLetter({ bill, answer }: { bill: UtilityBillRow; answer: ComparedBill }) {
  const { t } = useTranslation('utility-bills');
  const write = useBillFormat(bill.currency);
  const session = useSession();
  const area = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<'done' | 'failed'>();
  const sender = session.status === 'signed-in' && !session.user.isGuest ? session.user.displayName : '';
  const letter = letterOf(bill, answer, sender, { t, write });
  const copy = async () => {
    setCopied(undefined);
    try {
      await navigator.clipboard.writeText(letter);
      setCopied('done');
    } catch {
      area.current?.focus();
      area.current?.select();
      setCopied('failed');
    }
  };
  return (
    <section className="space-y-3">
      <Field label={t('letter.label')} hint={t('letter.hint')}>
        {(control) => <TextArea {...control} ref={area} readOnly rows={18} className="text-small" value={letter} />}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={<Copy className="size-5" aria-hidden />} onClick={() => void copy()}>
          {t('letter.copy')}
        </Button>
        <Button
          look="secondary"
          icon={<FileDown className="size-5" aria-hidden />}
          onClick={() =>
            saveFile(
              new Blob([letter], { type: 'text/plain;charset=utf-8' }),
              `wattershed-letter-${bill.utility}-${bill.period_start}.txt`,
            )
          }
        >
          {t('letter.save')}
        </Button>
        {/* Here and not among the notices: those cannot be heard while a dialog is open. */}
        <p role="status" className="min-w-0 text-small text-ink-soft">
          {copied !== undefined && t(copied === 'done' ? 'letter.copied' : 'letter.copyFailed')}
        </p>
      </div>
    </section>
  );
}
