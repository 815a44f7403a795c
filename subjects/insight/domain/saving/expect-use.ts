/** What a home would have used on the days after a change, had nothing changed: from its own days before it. */
import { medianOf, predict, robustFit } from './robust-fit.ts';

export interface DayUse {
  /** Whole days since 1970-01-01. */
  readonly day: number;
  /** Wh or mL; a day that is not wholly known is left out of the list. */
  readonly used: number;
  /** Mean outdoor temperature in °C, where it is known. */
  readonly celsius?: number;
}

export interface ExpectSettings {
  /** How far back the days before are looked at. */
  readonly baselineDays: number;
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

/** Null: too few days are known on either side, or nothing is used there. */
export const compareWithExpected = (
  all: readonly DayUse[],
  changeDay: number,
  settings: ExpectSettings,
): Comparison | null => {
  const near = all.filter(({ day }) => day >= changeDay - settings.baselineDays);
  const allBefore = near.filter(({ day }) => day < changeDay);
  const allAfter = near.filter(({ day }) => day >= changeDay);
  const usual = medianOf(allBefore.map(({ used }) => used));
  if (!(usual > 0)) return null;
  const before = atHome(allBefore, usual, settings);
  const after = atHome(allAfter, usual, settings);
  if (before.length < minBefore || after.length < minAfter) return null;
  const days = [...before, ...after];
  const warmthKnown = (some: readonly DayUse[]) =>
    some.filter(({ celsius }) => celsius !== undefined).length >= minTemperatures * some.length;
  const followsWeather = warmthKnown(after) && warmthKnown(before);
  const warm = followsWeather ? days.filter(({ celsius }) => celsius !== undefined) : days;
  const rowOf = ({ day, celsius = heatBelow }: DayUse): number[] => [
    day >= changeDay ? 1 : 0,
    1,
    ...weekdayColumns(day),
    ...(followsWeather ? [Math.max(0, heatBelow - celsius), Math.max(0, celsius - coolAbove)] : []),
  ];
  const line = robustFit(
    warm.map(rowOf),
    warm.map(({ used }) => used / usual),
  );
  const change = line[0] ?? 0;
  const expected = warm
    .filter(({ day }) => day >= changeDay)
    .map((one): ExpectedDay => {
      const alone = predict([0, ...rowOf(one).slice(1)], line);
      return { day: one.day, used: one.used, expected: Math.max(0, alone * usual) };
    });
  const mean = expected.reduce((sum, one) => sum + one.expected, 0) / expected.length / usual;
  if (!(mean > 0)) return null;
  return {
    ratio: Math.max(minRatio, 1 + change / mean),
    days: expected,
    daysBefore: before.length,
    daysAway: allAfter.length - after.length,
    followsWeather,
  };
};

/** What is next to nothing is still a share of what was. */
const minRatio = 0.02;
