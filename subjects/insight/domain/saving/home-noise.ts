/** How far a comparison is off in this home where nothing has changed: tried on its own past, beside how its weeks differ. */
import { compareWithExpected, type DayUse, type ExpectSettings, minAfter } from './expect-use.ts';
import { medianOf, toSigma } from './robust-fit.ts';

export interface NoiseSettings extends ExpectSettings {
  /** What no home's comparison is better than. */
  readonly minError: number;
  /** What a mean of eight weeks is off by, in differences between this home's weeks: the same for all homes. */
  readonly perWeekSpread: number;
  /** The share of that which stays, however long one waits: homes drift. */
  readonly drift: number;
  /** So many tries that stand side by side count as much as how the weeks differ. */
  readonly priorWeight: number;
}

/** A change that there was not is looked for every so many days. */
const stepDays = 14;
/** The mean of a week is known from so many of its days. */
const minWeekDays = 4;
const referenceDays = 56;

/** How much the weeks of a home differ, in logarithms: the middle one, so that a holiday does not make a home uneven. */
const weekSpread = (before: readonly DayUse[], { awayShare }: ExpectSettings): number => {
  const usual = medianOf(before.map(({ used }) => used));
  const end = (before.at(-1)?.day ?? 0) + 1;
  const weeks = new Map<number, number[]>();
  for (const { day, used } of before) {
    if (used < awayShare * usual) continue;
    const week = Math.floor((end - 1 - day) / 7);
    weeks.set(week, [...(weeks.get(week) ?? []), used]);
  }
  const means = [...weeks.values()]
    .filter((days) => days.length >= minWeekDays)
    .map((days) => Math.log(days.reduce((sum, used) => sum + used, 0) / days.length));
  const middle = medianOf(means);
  return toSigma * medianOf(means.map((one) => Math.abs(one - middle)));
};

/** Logarithms of the ratios where nothing was changed, each over as many days as there are after the change. */
const triesOf = (before: readonly DayUse[], daysAfter: number, settings: ExpectSettings): number[] => {
  const [first, last] = [before[0]?.day ?? 0, before.at(-1)?.day ?? -1];
  const tries: number[] = [];
  for (let cut = last + 1 - daysAfter; cut > first; cut -= stepDays) {
    const span = before.filter(({ day }) => day < cut + daysAfter);
    const compared = compareWithExpected(span, cut, settings);
    if (compared !== null) tries.push(Math.log(compared.ratio));
  }
  return tries;
};

/** By how much the error of a mean of so many days is that of eight weeks. */
const lengthFactor = (days: number, drift: number): number => Math.sqrt(drift + ((1 - drift) * referenceDays) / days);

/**
 * The error of the logarithm of a ratio, over each number of days. Tries overlap: as many count as would fit side by side. How the
 * weeks differ stands in where the past is short, and keeps a quiet spell from being taken for a quiet home.
 */
export const errorsOf = (
  before: readonly DayUse[],
  daysAfter: number,
  settings: NoiseSettings,
): ((days: number) => number) => {
  const { minError, perWeekSpread, drift, priorWeight } = settings;
  const span = Math.max(minAfter, daysAfter);
  const factor = lengthFactor(span, drift);
  const prior = minError ** 2 + (perWeekSpread * factor * weekSpread(before, settings)) ** 2;
  const tries = triesOf(before, span, settings);
  const own = tries.reduce((sum, one) => sum + one ** 2, 0) / Math.max(1, tries.length);
  const apart = (tries.length * stepDays) / span;
  const error = Math.sqrt((priorWeight * prior + apart * own) / (priorWeight + apart));
  return (days) => Math.max(minError, (error * lengthFactor(days, drift)) / factor);
};
