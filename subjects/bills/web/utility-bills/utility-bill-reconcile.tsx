import type { TFunction } from 'i18next';
import { Copy, FileDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unitName, type Utility } from '#catalogue/index.ts';
import { numberWriter } from '#shell/text/format.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useSession } from '#shell/session/session.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Field, TextArea } from '#shell/ui/field.tsx';
import { Figure } from '#shell/ui/figure.tsx';
import { saveFile } from '#shell/ui/file-transfer.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { UtilityBillRow } from '#supabase/tables/index.ts';
import type { ReconciledBill } from '../../contract/billing.ts';
import { type BillFormat, useBillFormat } from '../use-bill-format.ts';
import { inBillingUnit, useReconciled } from './utility-bill-draft.ts';

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
          : t(`reconcile.${standingOf({ difference, parts: answer.data?.parts ?? [] })}`, {
              amount: write.money(String(Math.abs(Number(difference)))),
            })
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

/** One that there is something of ours to hold against, in the same money. */
type ComparedBill = ReconciledBill & {
  ours: NonNullable<ReconciledBill['ours']>;
  unit: NonNullable<ReconciledBill['unit']>;
  difference: string;
};

export function isCompared(answer: ReconciledBill, { currency }: UtilityBillRow): answer is ComparedBill {
  const { ours, unit, difference } = answer;
  return ours !== null && unit !== null && difference !== null && answer.currency === currency;
}

/** `more`, `less` or `same`: how theirs stands to ours; a cent that is rounding is none. */
export function standingOf({ difference, parts }: Pick<ReconciledBill, 'parts'> & { difference: string }) {
  const amount = parts.every(({ kind }) => kind === 'rounding') ? 0 : Number(difference);
  return amount === 0 ? 'same' : amount > 0 ? 'more' : 'less';
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
  const { ours } = answer;
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
      {standingOf(answer) !== 'same' && <UtilityBillLetter bill={bill} answer={answer} />}
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
  const { parts } = answer;
  const signed = (amount: string) => signedMoney(amount, bill.currency, write.format.locale);
  if (parts.length === 0) return <p>{t('reconcile.agree')}</p>;
  return (
    <section>
      <h3 className="font-semibold">{t('reconcile.why')}</h3>
      <ul>
        {parts.map((part) => {
          const { name, lines, advice } = wordsOf(part, answer, bill.utility, { t, write });
          return (
            <li
              key={part.kind}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line py-3"
              data-part={part.kind}
            >
              <p>
                <span className="font-semibold">{name}</span>
                {lines.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
                <span className="mt-1 block text-small text-ink-soft">{advice}</span>
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

type ReconciledPart = ReconciledBill['parts'][number];

/** The kinds that say what both sides tell; any other is a mistake that is probable. */
const toldKinds = [
  'dates',
  'estimated-read',
  'missing-data',
  'use',
  'tier',
  'rate',
  'fixed',
  'tax',
  'rounding',
  'residual',
] as const;
type ToldPart = ReconciledPart & { kind: (typeof toldKinds)[number] };
type ProbablePart = ReconciledPart & { kind: Exclude<ReconciledPart['kind'], ToldPart['kind']> };

function isTold(part: ReconciledPart): part is ToldPart {
  return toldKinds.some((kind) => kind === part.kind);
}

/** What a mistake is called in the middle of a sentence. */
function mistakeText(
  { kind, name, value = '0', period = '', day, basis = 'before' }: Omit<ProbablePart, 'amount'>,
  { unit }: ComparedBill,
  utility: Utility,
  { t, write }: WordsOfParts,
): string {
  const named = name === undefined ? '' : write.words(name);
  if (kind === 'estimated-use') return t(`mistake.estimated-use-${basis}`);
  if (kind === 'tax-rate')
    return t(name === undefined ? 'mistake.tax-new' : 'mistake.tax-rate', {
      name: named,
      percent: write.percent(Number(value)),
    });
  if (kind === 'persons') return t('mistake.persons', { count: Number(value) });
  return t(`mistake.${kind}`, {
    name: named,
    period,
    unit: unitName(unit),
    day: day === undefined ? '' : write.day(day),
    price: kind === 'one-block' ? write.unitRate(utility, unit, value) : '',
  });
}

/** A part on the page: what it is called, what there is to say of it, and what can be done. */
function wordsOf(part: ReconciledPart, answer: ComparedBill, utility: Utility, words: WordsOfParts) {
  const { t, write } = words;
  if (isTold(part))
    return {
      name: t(`part.${part.kind}.name`),
      lines: [t(`say.${sentenceOf(part)}`, saidOf(part, answer, words))],
      advice: t(`part.${part.kind}.advice`),
    };
  const others = (part.or ?? []).map((one) => mistakeText(one as ProbablePart, answer, utility, words));
  return {
    name: t('reconcile.probably', { what: mistakeText(part as ProbablePart, answer, utility, words) }),
    lines: [
      t('reconcile.hits'),
      ...(others.length > 0 ? [t('reconcile.orElse', { what: write.format.list(others) })] : []),
    ],
    advice: t('reconcile.check'),
  };
}

/** With its sign: what theirs is dearer by. */
export function signedMoney(amount: string, currency: string, locale: string): string {
  return numberWriter(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    signDisplay: 'exceptZero',
  }).format(Number(amount));
}

interface WordsOfParts {
  t: TFunction<'utility-bills'>;
  write: BillFormat;
}

/** What each side says of a part, ready for the sentences on the page and in the letter. */
function saidOf(part: ToldPart, { unit, coverage }: ComparedBill, { t, write }: WordsOfParts) {
  const said = (value: string | undefined): string => {
    if (value === undefined) return '';
    if (part.kind === 'dates') return t('days', { count: Number(value) });
    if (part.kind === 'rate' || part.kind === 'fixed' || part.kind === 'tax') return write.money(value);
    return `${write.format.number(inBillingUnit(Number(value), unit), 2)}\u00a0${unitName(unit)}`;
  };
  return { theirs: said(part.theirs), ours: said(part.ours), share: write.format.percent(coverage ?? 0) };
}

/** Other days, though as many of them, are said in other words; so is what is left over where the paper told little. */
function sentenceOf({ kind, theirs, ours }: ToldPart) {
  return kind === 'dates' && theirs === ours ? 'sameLength' : kind;
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

const maxReasons = 3;

const asks = {
  dates: 'days',
  'estimated-read': 'reading',
  'missing-data': 'readings',
  use: 'readings',
  tier: 'readings',
  rate: 'rate',
  fixed: 'fixed',
  tax: 'tax',
  rounding: 'detail',
  residual: 'detail',
} as const;

/** A short letter to the utility, made of both sides' figures; what nobody here can know stands in brackets. */
function letterOf(bill: UtilityBillRow, answer: ComparedBill, sender: string, words: WordsOfParts): string {
  const { t, write } = words;
  const { utility, currency } = bill;
  const period = write.period(bill.period_start, bill.period_end);
  const of = t(`letter.of.${utility}`);
  const parts = answer.parts.filter(({ kind }) => kind !== 'rounding').slice(0, maxReasons);
  const reasons = parts.flatMap((part) => {
    const sentence = isTold(part) ? sentenceOf(part) : 'probably';
    // What nobody can explain is no reason: the letter asks for the calculation.
    if (sentence === 'residual' || sentence === 'rounding') return [];
    const said = isTold(part)
      ? saidOf(part, answer, words)
      : { what: mistakeText(part as ProbablePart, answer, utility, words) };
    const reason = t(`letter.reason.${sentence}`, said);
    return [`- ${reason} (${signedMoney(part.amount, currency, write.format.locale)})`];
  });
  const figures = {
    of,
    period,
    theirs: write.money(bill.total),
    ours: write.money(answer.ours.total),
    ourPeriod: write.period(answer.ours.start, answer.ours.end),
    difference: write.money(String(Math.abs(Number(answer.difference)))),
  };
  const asked = [...new Set(parts.map((part) => (isTold(part) ? asks[part.kind] : 'check')))];
  return [
    t('letter.subject', { of, period, contract: t('letter.contract') }),
    t('letter.greeting'),
    [
      t('letter.theirs', figures),
      answer.ours.id === null ? t('letter.oursSameDays', figures) : t('letter.ours', figures),
      t(`letter.difference.${standingOf(answer) === 'less' ? 'less' : 'more'}`, figures),
    ].join(' '),
    ...(reasons.length > 0 ? [[t('letter.reasons'), ...reasons].join('\n')] : []),
    [t('letter.please'), ...asked.map((ask) => `- ${t(`letter.ask.${ask}`)}`)].join('\n'),
    t('letter.thanks'),
    `${t('letter.closing')}\n${sender === '' ? t('letter.name') : sender}`,
  ].join('\n\n');
}
