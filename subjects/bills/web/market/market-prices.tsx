import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TariffRow } from '#supabase/tables/index.ts';
import { FileUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { billingKey, useSoFar } from '../billing-queries.ts';
import {
  askedSeries,
  type MarketSeries,
  missingDays,
  removeSeries,
  type SeriesLine,
  seriesLines,
  useMarketFormat,
  useMarketSeries,
} from './market-series.tsx';
import { MarketFileDialog } from './market-file-dialog.tsx';

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

interface MarketRemoveDialogProps {
  /** Left out: closed. */
  series: MarketSeries | undefined;
  householdId: string;
  onClose: () => void;
}

/** Asks before a series goes, and says what becomes of the bills that need it. */
function MarketRemoveDialog({ series, householdId, onClose }: MarketRemoveDialogProps) {
  const { t } = useTranslation('billing-market');
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (gone: MarketSeries) => removeSeries(householdId, gone),
    onSuccess: async (_, gone) => {
      notify(t('remove.done', { series: gone.series }));
      onClose();
      await queries.invalidateQueries({ queryKey: billingKey });
    },
    onError: (_, gone) => notify(t('remove.failed', { series: gone.series }), undefined, 'alert'),
  });
  return (
    <ConfirmDialog
      open={series !== undefined}
      title={series === undefined ? '' : t('remove.title', { series: series.series })}
      confirmLabel={t('remove.confirm')}
      isPending={remove.isPending}
      onConfirm={() => series !== undefined && remove.mutate(series)}
      onClose={onClose}
    >
      <p>{t('remove.text')}</p>
    </ConfirmDialog>
  );
}

interface MarketRowProps {
  line: SeriesLine;
  /** Days that wait for it. */
  missing: number;
  /** Left out for whoever may only look. */
  onRemove: ((series: MarketSeries) => void) | undefined;
}

/** One series: what it is, from when to when, who brought it, and what bills still miss of it. */
function MarketRow({ line: { name, series }, missing, onRemove }: MarketRowProps) {
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
