import type { PricesAnswer } from '../../contract/prices.ts';
import { useTranslation } from 'react-i18next';
import { useMarketFormat } from './market-api.ts';
import { MissingNotes } from '../so-far/no-cost-card.tsx';

type Held = Extract<PricesAnswer, { ok: true }>;

export interface MarketPreviewProps {
  answer: Held;
  /** The series that tariffs name. */
  asked: readonly string[];
}

/** What a file holds, series by series, before anything of it is kept. */
export function MarketPreview({ answer: { kind, series }, asked }: MarketPreviewProps) {
  const { t } = useTranslation('billing-market');
  const unasked = series.filter((one) => !asked.includes(one.series));
  return (
    <section aria-label={t('preview.label')} className="space-y-3">
      {series.map((one) => (
        <HeldSeries key={one.series} kind={kind} series={one} />
      ))}
      <MissingNotes
        label={t('preview.label')}
        notes={
          unasked.length === series.length ? unasked.map((one) => t('preview.unasked', { series: one.series })) : []
        }
      />
    </section>
  );
}

function HeldSeries({ kind, series }: { kind: Held['kind']; series: Held['series'][number] }) {
  const { t } = useTranslation('billing-market');
  const { format, spanOf, priceText } = useMarketFormat();
  const { lowest, highest, from, to, count, missing, tax } = series;
  // The end is the first instant after it: the day before that is the last one.
  const last = kind === 'prices' ? new Date(Date.parse(to) - 1).toISOString() : to;
  const parts = [
    [t('preview.days'), spanOf(kind, from, last)],
    [t('preview.count'), format.number(count)],
    [t('preview.gaps'), format.number(missing)],
    ...(lowest === undefined || highest === undefined
      ? []
      : [[t('preview.range'), t('preview.between', { lowest: priceText(lowest), highest: priceText(highest) })]]),
    ...(kind === 'prices' ? [[t('preview.tax'), t(`preview.taxes.${tax ?? 'unsaid'}`)]] : []),
  ];
  return (
    <div className="rounded-control bg-paper px-4 py-3">
      <h3 className="font-semibold [overflow-wrap:anywhere]">
        {t(`preview.${kind}`)}: {series.series}
      </h3>
      <dl className="mt-1.5 space-y-1 text-small">
        {parts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="figures font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
