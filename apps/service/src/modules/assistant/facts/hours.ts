/** Use in some hours of each day only, from rows by the hour. */
import type { LatestAnswer, UsageRow } from '@wattershed/contracts';
import { addDays } from '@wattershed/domain';
import type { Home } from '../home.ts';
import type { AskedPeriod, ClockHours } from '../question.ts';
import { dayIn, type Days, hourIn, lengthOf, startsOf } from './periods.ts';

/** As many days as are read by the hour. */
export const mostHourDays = 92;

/** Half-open; what is after midnight belongs to the evening before. */
const isOvernight = ({ from, to }: ClockHours): boolean => to < from;

/** The days that have to be read for it: the hours of a night end a day later. */
export const daysRead = ({ from, to }: Days, hours: ClockHours): Days => ({
  from,
  to: isOvernight(hours) ? addDays(to, 1) : to,
});

/** Null: whole days are meant. */
export const countedHours = (period: AskedPeriod): ClockHours | null =>
  period.hours !== undefined && lengthOf(period) <= mostHourDays ? period.hours : null;

/** Whether an instant is in those hours of one of the days. */
export const inHours = (period: Days, hours: ClockHours, timeZone: string): ((at: string) => boolean) => {
  const [hourOf, dayOf] = [hourIn(timeZone), dayIn(timeZone)];
  return (at) => {
    const hour = hourOf(at);
    const isNextMorning = isOvernight(hours) && hour < hours.to;
    const isIn = isOvernight(hours) ? hour >= hours.from || isNextMorning : hour >= hours.from && hour < hours.to;
    const day = isNextMorning ? addDays(dayOf(at), -1) : dayOf(at);
    return isIn && day >= period.from && day < period.to;
  };
};

const hourMs = 3_600_000;

/** How much of those hours was measured, of each device from its first reading on; null: nothing, or none is over yet. */
export const coveredHours = (
  rows: readonly UsageRow[],
  { meters }: LatestAnswer,
  period: Days,
  hours: ClockHours,
  { timeZone, nowMs }: Pick<Home, 'timeZone' | 'nowMs'>,
): number | null => {
  const isIn = inHours(period, hours, timeZone);
  const over = startsOf(daysRead(period, hours), 'hour', timeZone).filter(
    (start) => isIn(start) && Date.parse(start) + hourMs <= nowMs,
  );
  let [coveredS, expectedS] = [0, 0];
  for (const device of new Set(rows.map(({ deviceId }) => deviceId))) {
    const heard = new Map(
      rows.filter((row) => row.deviceId === device && row.coveredS > 0).map((row) => [row.start, row.coveredS]),
    );
    const first = over.findIndex((start) => heard.has(start));
    if (first === -1) continue;
    const counted = over.slice(first);
    expectedS += Math.max(1, meters.filter(({ deviceId }) => deviceId === device).length) * counted.length * 3600;
    coveredS += counted.reduce((sum, start) => sum + (heard.get(start) ?? 0), 0);
  }
  return expectedS === 0 ? null : Math.min(1, coveredS / expectedS);
};
