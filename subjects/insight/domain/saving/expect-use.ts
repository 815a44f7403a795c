/** What a home would have used on the days after a change, had nothing changed: from its own days before it. */
import { medianOf, nearOff, predict, robustFit, toSigma } from './robust-fit.ts';

export interface DayUse {
  /** Whole days since 1970-01-01. */
  readonly day: number;
  /** Wh or mL; a day that is not wholly known is left out of the list. */
  readonly used: number;
  /** Mean outdoor temperature in °C, where it is known. */
  readonly celsius?: number;
}

export interface ExpectSettings {
  /** How far back the days before are looked at where their weather is known; where it is not, what was longer ago was another season. */
  readonly baselineDays: number;
  readonly blindDays: number;
  /** A home goes on as it was of late: what its last days were off counts for the days after by so much, a day half as much after so many days. */
  readonly recentShare: number;
  readonly recentHalfDays: number;
  /** Less than this share of the usual day: nobody was at home. Such days say nothing of a change. */
  readonly awayShare: number;
}

export interface ExpectedDay {
  readonly day: number;
  readonly used: number;
  readonly expected: number;
}

export interface Comparison {
  /** Used after the change by what was expected: 1 where nothing changed. */
  readonly ratio: number;
  /** The days after the change on which somebody was at home. */
  readonly days: readonly ExpectedDay[];
  readonly daysBefore: number;
  readonly daysAway: number;
  readonly followsWeather: boolean;
}

/** So many days on either side at least. */
export const minBefore = 42;
export const minAfter = 14;

/** Where heating and cooling begin, in °C, and the share of days whose temperature must be known. */
const [heatBelow, coolAbove] = [15, 22];
const minTemperatures = 0.9;
/** Less than this share of what was usual before the change is no day on which anybody lived there. */
const emptyShare = 0.25;

const weekdayColumns = (day: number): number[] => Array.from({ length: 6 }, (_, i) => (day % 7 === i ? 1 : 0));

/** Each side is held against its own usual day, or what a change saves would be taken for days away. */
const atHome = (days: readonly DayUse[], usual: number, { awayShare }: ExpectSettings): readonly DayUse[] => {
  const own = medianOf(days.map(({ used }) => used).filter((used) => used >= emptyShare * usual));
  return days.filter(({ used }) => used >= awayShare * own);
};

const isWarmthKnown = (days: readonly DayUse[]): boolean =>
  days.length > 0 && days.filter(({ celsius }) => celsius !== undefined).length >= minTemperatures * days.length;

/** By how much the last days before were off the line; far ones are cut. */
const lateOff = (
  off: readonly { readonly ago: number; readonly off: number }[],
  { recentShare, recentHalfDays }: ExpectSettings,
): number => {
  const reach = 2 * nearOff * toSigma * medianOf(off.map((one) => Math.abs(one.off)));
  let [sum, weights] = [0, 0];
  for (const one of off) {
    const weight = 0.5 ** (one.ago / recentHalfDays);
    sum += weight * Math.min(reach, Math.max(-reach, one.off));
    weights += weight;
  }
  return (recentShare * sum) / weights;
};

/** Null: too few days are known on either side, or nothing is used there. */
export const compareWithExpected = (
  all: readonly DayUse[],
  changeDay: number,
  settings: ExpectSettings,
): Comparison | null => {
  const allAfter = all.filter(({ day }) => day >= changeDay);
  const since = (days: number) => all.filter(({ day }) => day >= changeDay - days && day < changeDay);
  const long = since(settings.baselineDays);
  const followsWeather = isWarmthKnown(allAfter) && isWarmthKnown(long);
  const allBefore = followsWeather ? long : since(settings.blindDays);
  const usual = medianOf(allBefore.map(({ used }) => used));
  if (!(usual > 0)) return null;
  const lived = [atHome(allBefore, usual, settings), atHome(allAfter, usual, settings)] as const;
  const [before, after] = lived.map((days) =>
    followsWeather ? days.filter(({ celsius }) => celsius !== undefined) : days,
  ) as [readonly DayUse[], readonly DayUse[]];
  if (before.length < minBefore || after.length < minAfter) return null;
  const days = [...before, ...after];
  const rowOf = ({ day, celsius = heatBelow }: DayUse): number[] => [
    day >= changeDay ? 1 : 0,
    1,
    ...weekdayColumns(day),
    ...(followsWeather ? [Math.max(0, heatBelow - celsius), Math.max(0, celsius - coolAbove)] : []),
  ];
  const line = robustFit(
    days.map(rowOf),
    days.map(({ used }) => used / usual),
  );
  const late = lateOff(
    before.map((one) => ({ ago: changeDay - one.day, off: one.used / usual - predict(rowOf(one), line) })),
    settings,
  );
  const expected = after.map((one): ExpectedDay => {
    const alone = predict([0, ...rowOf(one).slice(1)], line) + late;
    return { day: one.day, used: one.used, expected: Math.max(0, alone * usual) };
  });
  const mean = expected.reduce((sum, one) => sum + one.expected, 0) / expected.length / usual;
  if (!(mean > 0)) return null;
  return {
    ratio: Math.max(minRatio, 1 + ((line[0] ?? 0) - late) / mean),
    days: expected,
    daysBefore: before.length,
    daysAway: allAfter.length - lived[1].length,
    followsWeather,
  };
};

/** What is next to nothing is still a share of what was. */
const minRatio = 0.02;
