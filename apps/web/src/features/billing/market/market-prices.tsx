import type { TariffRow } from '@wattershed/database';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSoFar } from '../billing-queries.ts';
import { useMarketSeries } from './market-api.ts';
import { MarketFileDialog } from './market-file-dialog.tsx';
import { MarketRemoveDialog } from './market-remove-dialog.tsx';
import { MarketRow } from './market-row.tsx';
import { askedSeries, type MarketSeries, missingDays, seriesLines } from './market-series.ts';

export interface MarketPricesProps {
  tariffs: readonly TariffRow[];
  householdId: string;
  mayWrite: boolean;
  mayDelete: boolean;
}

/** What bills take from a market: shown where a tariff asks for it, or the household has brought some. */
export function MarketPrices({ tariffs, householdId, mayWrite, mayDelete }: MarketPricesProps) {
  const { t } = useTranslation('billing-market');
  const list = useMarketSeries();
  const missing = missingDays(useSoFar().data);
  const [isBringing, setBringing] = useState(false);
  const [removing, setRemoving] = useState<MarketSeries>();
  const asked = askedSeries(tariffs);
  const lines = seriesLines(list.data?.series ?? [], asked);
  if (lines.length === 0) return null;
  return (
    <section
      id="market-prices"
      aria-labelledby="market-prices-title"
      tabIndex={-1}
      className="mt-5 scroll-mt-24 border-t border-line pt-4 outline-none"
    >
      <h3 id="market-prices-title" className="text-small font-semibold">
        {t('title')}
      </h3>
      {list.isLoading ? (
        <Skeleton className="mt-2 h-6" />
      ) : list.isError && list.data === undefined ? (
        <p role="status" className="mt-1 flex flex-wrap items-center gap-x-2 text-small text-ink-soft">
          {t('failed')}
          <Button look="quiet" size="small" onClick={() => void list.refetch()}>
            {t('retry')}
          </Button>
        </p>
      ) : (
        <ul aria-label={t('list')}>
          {lines.map((line) => (
            <MarketRow
              key={`${line.name} ${line.series?.kind ?? ''} ${line.series?.isOwn ?? ''}`}
              line={line}
              missing={missing.get(line.name) ?? 0}
              onRemove={mayDelete ? setRemoving : undefined}
            />
          ))}
        </ul>
      )}
      {mayWrite && (
        <Button
          look="secondary"
          size="small"
          className="mt-2"
          icon={<FileUp className="size-4" aria-hidden />}
          onClick={() => setBringing(true)}
        >
          {t('bring')}
        </Button>
      )}
      <MarketFileDialog
        open={isBringing}
        asked={asked}
        missing={missing}
        householdId={householdId}
        onClose={() => setBringing(false)}
      />
      <MarketRemoveDialog series={removing} householdId={householdId} onClose={() => setRemoving(undefined)} />
    </section>
  );
}
