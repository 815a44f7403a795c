import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/household.ts';
import { useSilentMeters, useZoneText } from '../figures-foot.tsx';
import { FootList, provenanceTexts } from '../foot-list.tsx';
import type { AnalyticsFigures } from './analytics-figures.ts';
import { coverageOf } from './coverage.ts';

/** What the period's figures rest on. */
export function AnalyticsFoot({ figures, now }: { figures: AnalyticsFigures; now: number }) {
  const { t } = useTranslation(['analytics', 'usage']);
  const { t: usageT } = useTranslation('usage');
  const format = useFormat();
  const silent = useSilentMeters(figures, now);
  const zoneText = useZoneText();
  const { origin, timeZone } = figures;
  const { covered, estimated, imported } = coverageOf(figures);
  const parts = [
    ...provenanceTexts(usageT, format, origin, { estimated, imported }),
    covered !== null && origin !== 'sample' && t('foot.complete', { share: format.percent(covered, 1) }),
    ...silent,
    origin !== 'sample' && zoneText(timeZone),
  ].filter((part) => part !== false);
  return <FootList origin={origin} parts={parts} />;
}
