/** Whether use rose or fell in the same weeks a year ago, as far as that is believed of this year. */
import type { DailyHistory } from './daily-history.ts';
import { pastOutcome } from './past-outcome.ts';

/** 52 weeks, so that weekdays meet. */
const yearDays = 364;
/** One year's weeks are a chance; three before and three after are a season. */
const weeksAround = [-3, -2, -1, 0, 1, 2, 3];
const leastWeeks = 4;
const leastDaysBefore = 28;
/** Believed to a third: the half was better on simulated seasons and worse on eleven real homes, whose Easter had moved. */
const believed = 1 / 3;
const mostTimes = 3;

/** A factor for the next `ahead` days; 1 without a year of history. */
export const seasonShift = (history: DailyHistory, ahead: number): number => {
  const logs = weeksAround.flatMap((week) => {
    const origin = history.use.length - yearDays + 7 * week;
    const outcome = origin < leastDaysBefore ? null : pastOutcome(history, origin, ahead);
    return outcome === null ? [] : Math.log(Math.max(1 / mostTimes, Math.min(mostTimes, outcome)));
  });
  if (logs.length < leastWeeks) return 1;
  return Math.exp((believed * logs.reduce((sum, log) => sum + log, 0)) / logs.length);
};
