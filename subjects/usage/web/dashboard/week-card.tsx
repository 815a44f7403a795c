import { useQuery } from '@tanstack/react-query';
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import type { LatestAnswer, UsageRow } from '../../contract/usage.ts';
import { compareSpans, isCovered, type MeasuredSpan, type SpanChange } from '#subjects/insight/domain/compare-spans.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { addDays, dateOf, daysUntil, startOfDay } from '#shell/text/local-day.ts';
import { ChartCard, totalTexts, weekPoints, withLiveToday } from './chart-card.tsx';
import { daySpans, todayMeasured, usedBetween, weeksAsked } from '../measured-time.ts';
import type { UsageFigures } from '../usage-figures.tsx';
import { todayTotal } from '../amount.ts';
import { weeksQuery } from '../use-usage-figures.ts';

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
      sentence={
        <>
          {totals.length > 0 && (
            <strong className="figures font-semibold">{t('week.total', { totals: format.list(totals) })} </strong>
          )}
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
  const withSkipped = (text: string, of: WeekChange) => (isPartly(of) ? `${text} ${t('week.partly')}` : text);
  if (now !== '') return withSkipped(t('week.comparison', { changes: now }), change);
  if (last === null) return t('week.noComparison');
  const [from, to] = [dateOf(last.from), dateOf(addDays(last.from, 6))];
  const period = format.range(from, to, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return withSkipped(t('week.lastWhole', { period, changes: changesText(last.change) }), last.change);
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

/** Some days were measured in part, and are in neither of the two weeks. */
const isPartly = (change: WeekChange): boolean =>
  Object.values(change).some((one) => one.kind === 'change' && one.skipped > 0);

/** Change against the 7 days before. */
type WeekChange = Record<Utility, SpanChange>;

export interface WeekInput {
  /** By day, of two weeks; by device. */
  days: readonly UsageRow[];
  hours: readonly UsageRow[];
  latest: LatestAnswer;
  /** Of today so far, which is known live; null: nothing. */
  usedToday: Record<Utility, number | null>;
  now: number;
  today: string;
}

/**
 * This week's last day is not over, so the week before is cut at the same hour of its own last day:
 * six whole days from the daily sums, and a part of one from the hourly rows. Days that were not measured in both are in neither.
 */
export function compareWeeks({ days, hours, latest, usedToday, now, today }: WeekInput): WeekChange {
  const { timeZone } = latest;
  const change = (utility: Utility): SpanChange => {
    const spanOf = daySpans(days, latest, utility, timeZone);
    const whole = daysUntil(addDays(today, -1), 6).map((day) => ({
      now: spanOf(day),
      before: spanOf(addDays(day, -7)),
    }));
    const measured = todayMeasured(days, latest, utility, now, today);
    const begin = startOfDay(addDays(today, -7), timeZone);
    const end = Math.min(
      begin + measured.until - startOfDay(today, timeZone),
      startOfDay(addDays(today, -6), timeZone),
    );
    const part = {
      now: { ...measured, used: usedToday[utility] ?? 0 },
      before: partOf(spanOf(addDays(today, -7)), usedBetween(hours, utility, begin, end), measured.expectedS),
    };
    return compareSpans(measured.expectedS > 0 ? [...whole, part] : whole);
  };
  return byUtility(change);
}

/** A part of a day that was measured as good as whole; else nothing is known of it. */
function partOf(day: MeasuredSpan, used: number | null, expectedS: number): MeasuredSpan {
  return used === null || !isCovered(day)
    ? { used: 0, coveredS: 0, expectedS }
    : { used, coveredS: expectedS, expectedS };
}

/** The latest seven whole days that can be compared with the seven before them, at least one of them today's or earlier. */
interface WholeWeeks {
  /** The first of the seven days. */
  from: string;
  change: Record<Utility, SpanChange>;
}

/** `rows`: days by device of the weeks up to yesterday. Null: there are no two such weeks. */
export function lastWholeWeeks(
  rows: readonly UsageRow[],
  latest: LatestAnswer,
  today: string,
  weeks: number,
): WholeWeeks | null {
  for (let back = 1; back <= (weeks - 2) * 7; back++) {
    const last = addDays(today, -back);
    const of = (utility: Utility): SpanChange => {
      const spanOf = daySpans(rows, latest, utility, latest.timeZone);
      return compareSpans(daysUntil(last, 7).map((day) => ({ now: spanOf(day), before: spanOf(addDays(day, -7)) })));
    };
    const change = byUtility(of);
    if (Object.values(change).some(({ kind }) => kind === 'change')) return { from: addDays(last, -6), change };
  }
  return null;
}
