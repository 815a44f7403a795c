import { type Utility, utilityIds } from '#catalogue/index.ts';
import type { BillLineRow } from '#supabase/tables/json-columns.ts';
import { billAmount, type BillAmounts } from '../../domain/bill/bill-amounts.ts';
import { useTranslation } from 'react-i18next';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import { useBillFormat } from '../use-bill-format.ts';

export interface BreakdownProps {
  lines: readonly BillLineRow[];
  currency: string;
  start: string;
  amounts: BillAmounts;
  total: string | number;
}

/** Every line of a bill with how it came about, by utility, down to the total. */
export function BillBreakdown({ lines, currency, start, amounts, total }: BreakdownProps) {
  const { t } = useTranslation('billing');
  const { money } = useBillFormat(currency);
  return (
    <div>
      {utilityIds.map((utility) => (
        <UtilityLines
          key={utility}
          utility={utility}
          currency={currency}
          start={start}
          cost={billAmount({ amounts }, utility).cost}
          lines={lines.filter((line) => line.utility === utility)}
        />
      ))}
      <p className="flex items-baseline justify-between gap-4 border-t-2 border-ink pt-3 font-semibold">
        <span>{t('detail.total')}</span>
        <span className="figures text-[1.25rem]" data-bill-total>
          {money(total)}
        </span>
      </p>
    </div>
  );
}

const keyOf = ({ kind, charge, period, block, from }: BillLineRow): string =>
  [kind, charge, period, block?.above, from].join(' ');

interface UtilityLinesProps {
  utility: Utility;
  currency: string;
  start: string;
  cost: string;
  lines: readonly BillLineRow[];
}

function UtilityLines({ utility, currency, start, cost, lines }: UtilityLinesProps) {
  const { t } = useTranslation('billing');
  const { money } = useBillFormat(currency);
  // Of a home that neither used nor pays for it nothing is said.
  if (!lines.some(({ kind, amount }) => kind === 'use' || Number(amount) !== 0)) return null;
  return (
    <section className="mb-5">
      <h3 className="flex items-center justify-between gap-4 border-b border-line pb-1.5">
        <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
        <span className="figures font-semibold">{money(cost)}</span>
      </h3>
      <BillLineList lines={lines} currency={currency} start={start} />
    </section>
  );
}

/** Each line with what it is for, how it came about, and its amount. */
export function BillLineList({ lines, currency, start }: Pick<BreakdownProps, 'lines' | 'currency' | 'start'>) {
  const { t } = useTranslation('billing');
  const { money, label, line: howCome, day } = useBillFormat(currency);
  return (
    <ul>
      {lines.map((line) => (
        <li key={keyOf(line)} className="flex items-baseline justify-between gap-4 py-1.5">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {label(line)}
            {line.from !== start && (
              <span className="text-ink-soft"> · {t('detail.since', { day: day(line.from) })}</span>
            )}
            <span className="block text-small text-ink-soft">{howCome(line)}</span>
          </span>
          <span className="figures shrink-0">{money(line.amount)}</span>
        </li>
      ))}
    </ul>
  );
}
