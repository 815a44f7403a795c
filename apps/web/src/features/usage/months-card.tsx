import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { ChartCard } from './chart-card.tsx';
import { OriginBadge } from './origin-badge.tsx';
import type { UsageFigures } from './usage-figures.ts';
import { monthPoints, totalOf } from './week-points.ts';

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
  const electricity = totalOf(points, 'electricity');
  const water = totalOf(points, 'water');
  const totals = [
    ...(electricity === null ? [] : [format.energy(electricity).text]),
    ...(water === null ? [] : [format.volume(water).text]),
  ];
  const known = points.filter((point) => point.electricity !== null || point.water !== null);
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
