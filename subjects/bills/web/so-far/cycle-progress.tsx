import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#shell/ui/class-names.ts';
import type { BillSoFar } from '../../contract/billing.ts';
import { useBillFormat } from '../use-bill-format.ts';

interface BillPaceProps {
  soFar: number;
  /** What the whole cycle may come to at most; the same as so far while nobody can tell. */
  likelyHigh: number;
  lastBill: { amount: number; text: string } | undefined;
  isInvented: boolean;
}

/** So far is full, what is likely to come is hatched and lighter, and a mark stands at the last bill. */
export function BillPace({ soFar, likelyHigh, lastBill, isInvented }: BillPaceProps) {
  const { t } = useTranslation('billing');
  const whole = Math.max(likelyHigh, lastBill?.amount ?? 0, soFar) * 1.1 || 1;
  const place = (amount: number) => Math.max(0, Math.min(100, (amount / whole) * 100));
  const share = (amount: number) => `${place(amount)}%`;
  return (
    <div className="mt-2" aria-hidden="true">
      <div className="relative h-6 text-small text-ink-soft">
        {lastBill !== undefined && (
          <span
            className="absolute bottom-0 px-1 whitespace-nowrap"
            style={
              place(lastBill.amount) > 50
                ? { right: `${100 - place(lastBill.amount)}%` }
                : { left: share(lastBill.amount) }
            }
          >
            {t('soFar.lastBill', { amount: lastBill.text })}
          </span>
        )}
      </div>
      <div className="relative h-3">
        <span className="absolute inset-0 rounded-full bg-line" />
        <span
          className="absolute inset-y-0 left-0 rounded-full border border-dotted border-leaf opacity-60 hatch-leaf"
          style={{ width: share(likelyHigh) }}
        />
        <span
          className={classNames(
            'absolute inset-y-0 left-0 rounded-full bg-leaf forced-color-adjust-none',
            isInvented && 'opacity-85',
          )}
          style={{ width: share(soFar) }}
        />
        {lastBill !== undefined && (
          <span
            className="absolute -inset-y-1 w-0.5 bg-ink forced-color-adjust-none"
            style={{ left: share(lastBill.amount) }}
          />
        )}
      </div>
    </div>
  );
}

const icons = { more: ArrowUpRight, less: ArrowDownRight, same: ArrowRight };

/** This cycle against the one before and the one a year ago, over as many whole days; says so where there is none. */
export function CompareLines({
  compared,
  currency,
  daysGone,
  isPriced,
}: {
  compared: BillSoFar['compared'];
  currency: string;
  daysGone: number;
  /** All of the cycle's use has a price. */
  isPriced: boolean;
}) {
  const { t } = useTranslation('billing');
  const { money, change } = useBillFormat(currency);
  const lineOf = (before: { amount: string } | null, key: 'last' | 'year'): ReactNode => {
    if (compared === null || before === null)
      return <CompareLine key={key}>{t(key === 'last' ? 'compare.noLast' : 'compare.noYear')}</CompareLine>;
    const difference = Math.round((Number(compared.amount) - Number(before.amount)) * 10_000) / 10_000;
    const way = difference > 0 ? 'more' : difference < 0 ? 'less' : 'same';
    const words = {
      amount: money(Math.abs(difference)),
      share: change(Number(before.amount) === 0 ? 0 : difference / Number(before.amount)),
      count: compared.days,
    };
    const year = ({ more: 'yearMore', less: 'yearLess', same: 'yearSame' } as const)[way];
    return (
      <CompareLine key={key} way={way}>
        {key === 'last' ? t(`compare.${way}`, words) : t(`compare.${year}`, words)}
      </CompareLine>
    );
  };
  return (
    <ul aria-label={t('compare.label')} className="space-y-1.5">
      {daysGone === 0 ? (
        <CompareLine>{t('compare.firstDay')}</CompareLine>
      ) : compared === null && !isPriced ? (
        <CompareLine>{t('compare.unpriced')}</CompareLine>
      ) : (
        [lineOf(compared?.lastCycle ?? null, 'last'), lineOf(compared?.lastYear ?? null, 'year')]
      )}
    </ul>
  );
}

function CompareLine({ way, children }: { way?: keyof typeof icons; children: ReactNode }) {
  const Icon = way === undefined ? undefined : icons[way];
  return (
    <li className="flex items-start gap-2" {...(way !== undefined && { 'data-change': way })}>
      {Icon === undefined ? (
        <span aria-hidden="true" className="mt-[0.65em] size-1.5 shrink-0 rounded-full bg-line" />
      ) : (
        <Icon className="mt-0.5 size-5 shrink-0 text-ink-soft" aria-hidden />
      )}
      <span className={way === undefined ? 'text-ink-soft' : undefined}>{children}</span>
    </li>
  );
}
