import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/confirm-dialog.tsx';
import { notify } from '../../../ui/notice.ts';
import { billingKey } from '../billing-queries.ts';
import { removeSeries } from './market-api.ts';
import type { MarketSeries } from './market-series.ts';

export interface MarketRemoveDialogProps {
  /** Left out: closed. */
  series: MarketSeries | undefined;
  householdId: string;
  onClose: () => void;
}

/** Asks before a series goes, and says what becomes of the bills that need it. */
export function MarketRemoveDialog({ series, householdId, onClose }: MarketRemoveDialogProps) {
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
