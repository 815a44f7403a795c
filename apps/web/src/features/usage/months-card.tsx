import { utilityIds } from '@wattershed/catalogue';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { ChartCard } from './chart-card.tsx';
import { OriginBadge } from './origin-badge.tsx';
import type { UsageFigures } from './usage-figures.ts';
import { monthPoints, totalTexts } from './week-points.ts';

/** The last twelve calendar months, gaps left open. */
export function MonthsCard({
  figures,
  today,
  className,
}: {
  figures: UsageFigures;
  today: string;
  className?: string;
}) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const points = monthPoints(figures, today, format);
  const totals = totalTexts(points, format);
  const known = points.filter((point) => utilityIds.some((utility) => point[utility] !== null));
  const sentence =
    known.length === 0 ? t('months.none') : t('months.total', { totals: format.list(totals), count: known.length });
  return (
    <ChartCard
      title={t('months.title')}
      pointHeading={t('months.month')}
      points={points}
      isInvented={figures.origin !== 'measured'}
      badge={<OriginBadge origin={figures.origin} />}
      sentence={sentence}
      {...(className !== undefined && { className })}
    />
  );
}
