/** Water that never comes to rest, as far as its meter can tell. */
import { QUARTER_S, type QuarterUse } from '#subjects/readings/domain/meter-use.ts';
import type { OffsetAt } from '#catalogue/zone-clock.ts';

/**
 * Less in a quarter-hour is rest: 1 L an hour lies below what a household's meter begins to turn at, so it is noise or a rounding.
 * In mL.
 */
export const restMl = 250;

/** A quarter-hour of which nearly all was heard, and nothing estimated or imported. */
const heardS = 810;
/** At this much in every quarter-hour (2 L a minute) water is not only dripping. */
const fastMl = 30_000;

const hourS = 3600;
const fastRunS = 2 * hourS;
const steadyRunS = 3 * hourS;
const nightRunS = 3 * hourS;
const longRunS = 24 * hourS;
const nightEndsS = 6 * hourS;
/** What a meter that is read every five minutes, every quarter-hour and every hour does not exceed. */
const fineS = 360;
const quarterlyS = 1200;
const hourlyS = 3900;

/** Unbroken use in `[since, until)`. */
export interface WaterRun {
  readonly since: number;
  readonly until: number;
  readonly usedMl: number;
  /** In the quarter-hour with the least, as if all of it had been heard. */
  readonly lowestMl: number;
}

const isHeard = (quarter: QuarterUse): boolean =>
  quarter.coveredS >= heardS && quarter.estimated === 0 && quarter.imported === 0;
const flows = (quarter: QuarterUse): boolean => isHeard(quarter) && quarter.used >= restMl;

/** Of a quarter-hour, a few seconds of which may not have been heard. */
const wholeMl = ({ used, coveredS }: QuarterUse): number => Math.round((used * QUARTER_S) / coveredS);

/** The run that the last of `quarters` (whole ones, ascending) belongs to. */
export const lastRun = (quarters: readonly QuarterUse[]): WaterRun | null => {
  let run = null as WaterRun | null;
  for (const quarter of [...quarters].reverse()) {
    if (!flows(quarter) || (run !== null && quarter.start + QUARTER_S !== run.since)) break;
    run = {
      since: quarter.start,
      until: run?.until ?? quarter.start + QUARTER_S,
      usedMl: (run?.usedMl ?? 0) + quarter.used,
      lowestMl: Math.min(run?.lowestMl ?? Infinity, wholeMl(quarter)),
    };
  }
  return run;
};

/**
 * A counter of whole litres shows 3 L an hour in three quarter-hours of four; one that is read every hour shows a rest in three at least. In
 * quarter-hours: so many may pass without use.
 */
const maxStillQuarters = 2;
/** A day of readings rarely comes whole: hourly ones of real homes miss one on every other day. Two hours, and the quarters that they begin and end in. */
const maxUnheardS = 2.5 * hourS;

/** As far back as water has come to no rest that its meter could have shown, in `[since, until)`. */
export interface LongRun {
  readonly since: number;
  readonly until: number;
  /** Of which was heard. */
  readonly heardS: number;
}

/** The same run, but over the little that was not heard and over what a coarse counter does not show: what counts for a whole day. */
export const lastLongRun = (quarters: readonly QuarterUse[]): LongRun | null => {
  const until = (quarters.at(-1)?.start ?? 0) + QUARTER_S;
  let run = null as LongRun | null;
  let [still, unheardS, next] = [0, 0, until];
  for (const quarter of [...quarters].reverse()) {
    const hasUse = quarter.used >= restMl;
    if (quarter.start + QUARTER_S !== next || quarter.imported > 0) break;
    next = quarter.start;
    if (!isHeard(quarter)) unheardS += QUARTER_S;
    if (unheardS > maxUnheardS || (!isHeard(quarter) && !hasUse)) break;
    still = hasUse ? 0 : still + 1;
    if (still > maxStillQuarters) break;
    if (hasUse) run = { since: quarter.start, until, heardS: until - quarter.start - unheardS };
  }
  return run;
};

/** What runs without a stop, apart from all else that is used meanwhile. */
export interface Leak {
  /** mL an hour: the floor of the flow. */
  readonly floorMlPerHour: number;
  /** The floor times its time, and never more than was used. */
  readonly leakMl: number;
  /** All that ran through the meter meanwhile. */
  readonly usedMl: number;
}

/**
 * The floor is what a tenth of all hours do not exceed. Chosen on seven real homes with leaks of known size: the least quarter-hour, which a meter
 * that counts whole litres makes too small, was wrong by a third, the least hour by a fifth.
 */
const floorShare = 0.1;
const hourQuarters = 4;

/** mL of each hour, one beginning at every quarter-hour; of single quarter-hours while no hour was heard whole. */
const hoursOf = (heard: readonly QuarterUse[]): number[] => {
  const hours: number[] = [];
  let sum = 0;
  let length = 0;
  heard.forEach((quarter, i) => {
    const follows = i > 0 && heard[i - 1]?.start === quarter.start - QUARTER_S;
    [sum, length] = follows ? [sum + wholeMl(quarter), length + 1] : [wholeMl(quarter), 1];
    const leaving = heard[i - hourQuarters];
    if (length > hourQuarters && leaving) sum -= wholeMl(leaving);
    if (length >= hourQuarters) hours.push(sum);
  });
  return hours.length > 0 ? hours : heard.map((quarter) => wholeMl(quarter) * hourQuarters);
};

/** How far back quarter-hours are read to find a floor: a leak that grows is told as it is, and one of a year is no burden. */
export const floorWindowS = 14 * 86_400;

/**
 * The leak since `since`, from the quarter-hours (ascending) that are known from `from` on; null: none was heard. Nothing but these counts, so that
 * it is the same in whatever order they came, and follows a repair. `usedMl`: all that was used since `since`; left out: what the quarters say.
 */
export const leakOf = (
  quarters: readonly QuarterUse[],
  since: number,
  { from = since, usedMl }: { readonly from?: number; readonly usedMl?: number } = {},
): Leak | null => {
  const own = quarters.filter(({ start }) => start >= Math.max(since, from));
  const hours = hoursOf(own.filter(isHeard)).sort((a, b) => a - b);
  const floor = hours[Math.floor(floorShare * (hours.length - 1))];
  if (floor === undefined) return null;
  const used = usedMl ?? own.reduce((sum, quarter) => sum + quarter.used, 0);
  const lastsS = Math.max(0, from - since) + own.length * QUARTER_S;
  return {
    floorMlPerHour: floor,
    leakMl: Math.max(0, Math.min(used, Math.round((floor * lastsS) / hourS))),
    usedMl: used,
  };
};

/** The first of the quarter-hours since `since` in which the water rested for as long as its meter shows. What was not heard ends nothing. */
export const restedAt = (quarters: readonly QuarterUse[], since: number): number | null => {
  let still: number[] = [];
  for (const quarter of quarters) {
    if (quarter.start < since || (!isHeard(quarter) && quarter.used < restMl)) continue;
    still = quarter.used < restMl ? [...still, quarter.start] : [];
    if (still.length > maxStillQuarters) return still[0] ?? null;
  }
  return null;
};

const nightS = ({ since, until }: WaterRun, offsetAt: OffsetAt): number => {
  let seconds = 0;
  for (let at = since; at < until; at += QUARTER_S) {
    const local = (at + offsetAt(at)) % 86_400;
    if (local < nightEndsS) seconds += QUARTER_S;
  }
  return seconds;
};

export interface RunFacts {
  /** The longest time between two readings with use: in the run's last three hours, and in all of it. Null: not known. */
  readonly recentStillS: number | null;
  readonly wholeStillS: number | null;
  readonly offsetAt: OffsetAt;
  /** The longest run of this meter that stopped by itself, where several did (a garden's clock); 0: none. */
  readonly knownRunS: number;
}

/**
 * Whether this run is worth a word. What can be told depends on how often the meter says something new: five minutes show any pause, so three
 * hours without one are enough (Flume: two); quarter-hours of a busy day have none, so three of the night's hours count; all else needs a whole day
 * (`hasRunADay`). Fast water is told after two hours, whatever the grain within a quarter-hour.
 */
export const hasNotStopped = (run: WaterRun, facts: RunFacts): boolean => {
  const lengthS = run.until - run.since;
  const whole = facts.wholeStillS ?? Infinity;
  if (lengthS <= facts.knownRunS * 1.25 || whole > hourlyS) return false;
  if ((facts.recentStillS ?? Infinity) <= fineS && lengthS >= steadyRunS) return true;
  if (whole > quarterlyS) return false;
  return (lengthS >= fastRunS && run.lowestMl >= fastMl) || nightS(run, facts.offsetAt) >= nightRunS;
};

/** No hour without use in 24, as utilities have it: by any meter that is read every hour. */
export const hasRunADay = (run: LongRun, { wholeStillS, knownRunS }: RunFacts): boolean =>
  run.heardS >= longRunS && run.until - run.since > knownRunS * 1.25 && (wholeStillS ?? Infinity) <= hourlyS;
