import { useQuery } from '@tanstack/react-query';
import { byUtility, utilityIds } from '@wattershed/catalogue';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { addDays, dateOf } from '../../platform/local-day.ts';
import { ChartCard } from './chart-card.tsx';
import { compareWeeks, lastWholeWeeks, type WeekChange } from './compare-weeks.ts';
import { OriginBadge } from './origin-badge.tsx';
import { weeksAsked } from './today-outlook.ts';
import { todayTotal } from './today-rooms.ts';
import type { UsageFigures } from './usage-figures.ts';
import { weeksQuery } from './usage-queries.ts';
import { totalTexts, weekPoints, withLiveToday } from './week-points.ts';

export interface WeekCardProps {
  figures: UsageFigures;
  today: string;
  now: number;
  className?: string;
}

export function WeekCard({ figures, today, now, className }: WeekCardProps) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const { days, hours, latest } = figures;
  const points = withLiveToday(weekPoints(figures, today, format), latest, figures.daysAskedAt);
  const change = compareWeeks({
    days,
    hours,
    latest: { ...latest, timeZone: figures.timeZone },
    usedToday: byUtility((utility) => todayTotal(latest, utility)),
    now,
    today,
  });
  const totals = totalTexts(points, format);
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
          {useChangeText(change, figures, today)}
        </>
      }
      {...(className !== undefined && { className })}
    />
  );
}

/** What changed this week; where that cannot be told, what did in the last weeks that were measured, and which these are. */
function useChangeText(change: WeekChange, { latest, origin }: UsageFigures, today: string): string {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const changesText = useChangesText();
  const now = changesText(change);
  const isAsked = now === '' && origin === 'measured';
  const { data } = useQuery({ ...weeksQuery(latest.household), enabled: isAsked });
  const last = useMemo(
    () => (isAsked && data ? lastWholeWeeks(data.rows, latest, today, weeksAsked) : null),
    [isAsked, data, latest, today],
  );
  if (now !== '') return t('week.comparison', { changes: now });
  if (last === null) return t('week.noComparison');
  const [from, to] = [dateOf(last.from), dateOf(addDays(last.from, 6))];
  const period = format.range(from, to, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return t('week.lastWhole', { period, changes: changesText(last.change) });
}

function useChangesText(): (change: WeekChange) => string {
  const { t } = useTranslation('usage');
  const format = useFormat();
  return (change) => {
    const parts = utilityIds.flatMap((utility) => {
      const one = change[utility];
      if (one.kind !== 'change') return [];
      if (Math.abs(one.share) < 0.005) return [t(`week.same.${utility}`)];
      return [t(`week.${one.share < 0 ? 'less' : 'more'}.${utility}`, { change: format.percent(Math.abs(one.share)) })];
    });
    return parts.length === 0 ? '' : format.list(parts);
  };
}
