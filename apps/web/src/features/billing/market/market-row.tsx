import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { MarketSeries, SeriesLine } from './market-series.ts';
import { useMarketFormat } from './market-format.ts';

export interface MarketRowProps {
  line: SeriesLine;
  /** Days that wait for it. */
  missing: number;
  /** Left out for whoever may only look. */
  onRemove: ((series: MarketSeries) => void) | undefined;
}

/** One series: what it is, from when to when, who brought it, and what bills still miss of it. */
export function MarketRow({ line: { name, series }, missing, onRemove }: MarketRowProps) {
  const { t } = useTranslation('billing-market');
  const { spanOf } = useMarketFormat();
  const says =
    series === undefined
      ? [t('nothing')]
      : [
          t(series.kind),
          spanOf(series.kind, series.first, series.last),
          ...(series.tax === null ? [] : [t(`taxes.${series.tax}`)]),
          t(series.isOwn ? 'own' : 'operator'),
        ];
  const isTaxUnsaid = series?.kind === 'prices' && series.tax === null;
  return (
    <li className="flex min-h-11 items-center justify-between gap-2 py-1">
      <p className="min-w-0 text-small">
        <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>{' '}
        <span className="figures text-ink-soft">{says.join(' · ')}</span>
        {isTaxUnsaid && <span className="block">{t('taxUnsaid')}</span>}
        {missing > 0 && <span className="block font-semibold">{t('missing', { count: missing })}</span>}
      </p>
      {series?.isOwn === true && onRemove !== undefined && (
        <IconButton
          label={t('remove.label', { series: name })}
          icon={<Trash2 className="size-[18px]" aria-hidden />}
          className="-mr-2"
          onClick={() => onRemove(series)}
        />
      )}
    </li>
  );
}
