import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { sumByStart } from './amount.ts';
import { ChartCard } from './chart-card.tsx';
import { compareWeeks, type WeekChange } from './compare-weeks.ts';
import { OriginBadge } from './origin-badge.tsx';
import { todayTotal } from './today-rooms.ts';
import type { UsageFigures } from './usage-figures.ts';
import { totalOf, weekPoints, withLiveToday } from './week-points.ts';

export interface WeekCardProps {
  figures: UsageFigures;
  today: string;
  now: number;
  className?: string;
}

export function WeekCard({ figures, today, now, className }: WeekCardProps) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const live = { electricity: todayTotal(figures.latest, 'electricity'), water: todayTotal(figures.latest, 'water') };
  const points = withLiveToday(weekPoints(figures, today, format), live);
  const change = compareWeeks(sumByStart(figures.days), figures.hours, now, today, figures.timeZone);
  const electricity = totalOf(points, 'electricity');
  const water = totalOf(points, 'water');
  const totals = [
    ...(electricity === null ? [] : [format.energy(electricity).text]),
    ...(water === null ? [] : [format.volume(water).text]),
  ];
  return (
    <ChartCard
      title={t('week.title')}
      pointHeading={t('week.day')}
      points={points}
      isInvented={figures.origin !== 'measured'}
      badge={<OriginBadge origin={figures.origin} />}
      sentence={
        <>
          <strong className="figures font-semibold">{format.list(totals)}</strong>
          {totals.length > 0 && '. '}
          {useChangeText(change)}
        </>
      }
      {...(className !== undefined && { className })}
    />
  );
}

function useChangeText(change: WeekChange): string {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const parts = (['electricity', 'water'] as const).flatMap((utility) => {
    const by = change[utility];
    if (by === null) return [];
    if (Math.abs(by) < 0.005) return [t(`week.same.${utility}`)];
    return [t(`week.${by < 0 ? 'less' : 'more'}.${utility}`, { change: format.percent(Math.abs(by)) })];
  });
  return parts.length === 0 ? t('week.noComparison') : t('week.comparison', { changes: format.list(parts) });
}
