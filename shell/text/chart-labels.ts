import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartLabels } from '../ui/chart/chart-frame.tsx';

/** What every chart's frame says, in the language shown. */
export function useChartLabels(): ChartLabels {
  const { t } = useTranslation('chart');
  return useMemo(
    () => ({
      showTable: t('showTable'),
      showChart: t('showChart'),
      save: t('save'),
      savePicture: t('savePicture'),
      saveTable: t('saveTable'),
      keys: t('keys'),
      keysOpen: t('keysOpen'),
      open: t('open'),
      chart: t('chart'),
      failed: t('failed'),
      soFar: t('soFar'),
      estimated: t('estimated'),
    }),
    [t],
  );
}
