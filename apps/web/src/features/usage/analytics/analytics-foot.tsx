import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/household.ts';
import { useSilentMeters, useZoneText } from '../figures-foot.tsx';
import { FootList } from '../foot-list.tsx';
import type { AnalyticsFigures } from './analytics-figures.ts';
import { coverageOf } from './coverage.ts';

/** What the period's figures rest on. */
export function AnalyticsFoot({ figures, now }: { figures: AnalyticsFigures; now: number }) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const silent = useSilentMeters(figures, now);
  const zoneText = useZoneText();
  const { origin, timeZone } = figures;
  const { covered, estimated, imported } = coverageOf(figures);
  const share = (part: number) => (part < 0.001 ? undefined : format.percent(part, 1));
  const parts = [
    t(`usage:foot.${origin}`),
    covered !== null && origin !== 'sample' && t('foot.complete', { share: format.percent(covered, 1) }),
    share(estimated) !== undefined && t('usage:foot.estimated', { share: share(estimated) }),
    share(imported) !== undefined && t('usage:foot.imported', { share: share(imported) }),
    ...silent,
    origin !== 'sample' && zoneText(timeZone),
  ].filter((part) => part !== false);
  return <FootList origin={origin} parts={parts} />;
}
