import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BillSoFar } from '../../contract/billing.ts';
import { useBillFormat } from '../use-bill-format.ts';

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
