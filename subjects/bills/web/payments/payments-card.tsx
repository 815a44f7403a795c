import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Figure } from '#shell/ui/figure.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import type { TFunction } from 'i18next';
import { MissingNotes } from '../so-far/no-cost-card.tsx';
import { type BillFormat, useBillFormat } from '../use-bill-format.ts';
import { EntriesDialog } from './entries-dialog.tsx';
import { type Account, usePayments } from './payment-queries.ts';

interface PaymentsCardProps {
  /** Somebody has said how anything is paid, or what was. */
  isSaid: boolean;
  mayWrite: boolean;
  className?: string;
}

/** What is paid beside what is billed; nothing where nobody has said how anything is paid. */
export function PaymentsCard({ isSaid, mayWrite, className }: PaymentsCardProps) {
  const { t } = useTranslation('billing');
  const { data, error, refetch } = usePayments(isSaid);
  const accounts = data?.accounts.filter(isShown);
  if (!isSaid || accounts?.length === 0) return null;
  return (
    <Card
      id="payments"
      title={t('payments.title')}
      aside={
        <Link to="/billing/prices#paying" className={buttonStyle({ look: 'quiet', className: '-my-2 -mr-4' })}>
          {t('payments.change')}
        </Link>
      }
      {...(className !== undefined && { className })}
    >
      {data === undefined || accounts === undefined ? (
        error === null ? (
          <AccountSkeleton />
        ) : (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
          {accounts.map((account) => (
            <AccountItem key={account.utility} account={account} today={data.today} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A way that begins later has nothing to show yet. */
const isShown = ({ way, lines }: Account): boolean => way !== null || lines.some(({ entry }) => entry !== undefined);

/** One account at about its final size. */
function AccountSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-2 h-9 w-52 max-w-full" />
      <Skeleton className="mt-3 w-4/5" />
      <Skeleton className="mt-2 w-3/5" />
      <Skeleton className="mt-3 h-9 w-56 max-w-full" />
    </div>
  );
}

type Translate = TFunction<'billing'>;

function AccountItem({ account, today, mayWrite }: { account: Account; today: string; mayWrite: boolean }) {
  const { t } = useTranslation('billing');
  const write = useBillFormat(account.currency);
  const { utility, way } = account;
  const writeWay = useBillFormat(way?.currency ?? account.currency);
  const [opened, setOpened] = useState<'new' | 'all'>();
  const [lead, unit] = leadOf(account, t, write);
  return (
    <li data-payments={utility} className="min-w-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
        <span className="text-small text-ink-soft">{wayText(way, t, writeWay)}</span>
      </p>
      <p className="mt-1">
        <Figure value={lead} unit={unit} />
      </p>
      {textsOf(account, today, t, write).map((text) => (
        <p key={text} className="mt-1 text-small text-ink-soft">
          {text}
        </p>
      ))}
      <MissingNotes label={t('payments.missing')} notes={notesOf(account, t)} className="mt-2" />
      <div className="mt-1 -ml-4 flex flex-wrap items-center">
        {mayWrite && (
          <Button look="quiet" onClick={() => setOpened('new')}>
            {t(way?.kind === 'prepaid' ? 'payments.addTopUp' : 'payments.addPayment')}
          </Button>
        )}
        <Button look="quiet" onClick={() => setOpened('all')}>
          {t('payments.all')}
        </Button>
      </div>
      <EntriesDialog
        account={account}
        today={today}
        opened={opened}
        mayWrite={mayWrite}
        onClose={() => setOpened(undefined)}
      />
    </li>
  );
}

/** How it is paid, in a few words; `write` in the currency of the way. */
export function wayText(way: Account['way'], t: Translate, write: BillFormat): string {
  if (way?.instalment) {
    const { amount, everyMonths } = way.instalment;
    return t('payments.way.instalmentOf', { amount: write.money(amount), count: everyMonths });
  }
  return t(way?.kind === 'prepaid' ? 'payments.way.prepaid' : 'payments.way.afterBill');
}

const isOwed = (amount: string): boolean => amount.startsWith('-') && Number(amount) !== 0;
const size = (amount: string): string => amount.replace(/^-/, '');

/** What matters most: what is left, what the year will leave, or what is owed. */
function leadOf({ way, balance, total, settlement }: Account, t: Translate, write: BillFormat): [string, string] {
  if (settlement !== null)
    return [
      write.about(size(settlement.expected)),
      t(isOwed(settlement.expected) ? 'payments.lead.toPay' : 'payments.lead.back'),
    ];
  if (way?.kind === 'prepaid')
    return [write.money(size(balance)), t(isOwed(balance) ? 'payments.lead.owedOnMeter' : 'payments.lead.left')];
  return [write.money(size(total)), t(isOwed(total) ? 'payments.lead.owed' : 'payments.lead.credit')];
}

function textsOf(account: Account, today: string, t: Translate, write: BillFormat): string[] {
  const { settlement, ends, debt, debtEnds, owedSince, way } = account;
  return [
    ...(settlement === null ? [] : settlementTexts(account, settlement, t, write)),
    ...(ends === null ? [] : endTexts(ends, account, today, t, write)),
    ...(Number(debt) === 0
      ? []
      : [
          debtEnds === null
            ? t('payments.debt.left', { amount: write.money(debt) })
            : t(way?.recovery && 'weekly' in way.recovery ? 'payments.debt.endsOn' : 'payments.debt.endsAbout', {
                amount: write.money(debt),
                day: write.day(debtEnds),
              }),
        ]),
    ...(owedSince !== null && way?.kind !== 'instalments'
      ? [t('payments.owedSince', { day: write.day(owedSince) })]
      : []),
  ];
}

function settlementTexts(
  { total }: Account,
  { day, low, high, left, even, days, fromLastYear }: NonNullable<Account['settlement']>,
  t: Translate,
  write: BillFormat,
): string[] {
  const [poor, good] = [write.about(size(low)), write.about(size(high))];
  const range =
    poor === good && isOwed(low) === isOwed(high)
      ? []
      : [
          isOwed(high)
            ? t('payments.settlement.range.toPay', { from: good, to: poor })
            : isOwed(low)
              ? t('payments.settlement.range.either', { toPay: poor, back: good })
              : t('payments.settlement.range.back', { from: poor, to: good }),
        ];
  return [
    [t('payments.settlement.on', { day: write.day(day) }), ...range].join(' '),
    ...(even === null ? [] : [t('payments.settlement.even', { count: left, amount: write.money(even) })]),
    t(isOwed(total) ? 'payments.settlement.behind' : 'payments.settlement.ahead', { amount: write.money(size(total)) }),
    ...(days > seasonDays && fromLastYear < days / 2 ? [t('payments.settlement.noYear')] : []),
  ];
}

/** A season: what is further ahead is not like the last weeks. */
const seasonDays = 60;

function endTexts(
  { expected, early, late, perDay, withEmergency }: NonNullable<Account['ends']>,
  { balance, way }: Account,
  today: string,
  t: Translate,
  write: BillFormat,
): string[] {
  const cost = t('payments.ends.perDay', { amount: write.money(perDay) });
  const count = expected === null ? 0 : Math.round((Date.parse(expected) - Date.parse(today)) / 86_400_000);
  const until =
    expected === null
      ? t('payments.ends.year')
      : count === 0
        ? t(Number(balance) > 0 ? 'payments.ends.today' : 'payments.ends.over')
        : t('payments.ends.days', { count, day: write.shortDay(expected) });
  const range =
    early === late || early === null || expected === null || count === 0
      ? []
      : [
          late === null
            ? t('payments.ends.from', { day: write.shortDay(early) })
            : t('payments.ends.range', { from: write.shortDay(early), to: write.shortDay(late) }),
        ];
  return [
    [until, ...range, cost].join(' '),
    ...(withEmergency === null
      ? []
      : [
          Number(balance) + Number(way?.emergencyCredit ?? 0) > 0
            ? t('payments.ends.emergency', { day: write.shortDay(withEmergency) })
            : t('payments.ends.emergencyOver'),
        ]),
  ];
}

/** What the figures are without, and why what is to come is not known. */
function notesOf({ gaps, unknown, currency }: Account, t: Translate): string[] {
  const told = gaps.filter((gap) => gap !== unknown).map((gap) => t(`payments.gaps.${gap}`));
  return unknown === null ? told : [t(`payments.unknown.${unknown}`, { currency }), ...told];
}
