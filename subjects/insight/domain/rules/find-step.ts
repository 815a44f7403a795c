/** A step in what is measured once a day: from one day on it is another amount, and it was steady enough before to say so. */
import { medianOf } from '../honest/home-use.ts';

/** One a day at most, the days ascending. `value`: where shares count, the logarithm. */
export interface DayValue {
  readonly day: number;
  readonly value: number;
}

export interface Step {
  /** The first day of the new level. */
  readonly sinceDay: number;
  readonly before: number;
  readonly after: number;
}

export interface StepSettings {
  /** So many days the new level has lasted. */
  readonly minAfter: number;
  readonly maxAfter: number;
  /** So many days before it count: what was longer ago was another season. */
  readonly maxBefore: number;
  /** Of so many days before: whether it was rising, and how it wanders from week to week. */
  readonly trendDays: number;
  /** So many days of each side must say something. */
  readonly minValuesAfter: number;
  readonly minValuesBefore: number;
  /** The least step up, the least step down, and the most: what has changed more is used for something else, or was not used before. */
  readonly minChange: number;
  readonly minFall: number;
  readonly maxChange: number;
  /** So many standard errors. */
  readonly sure: number;
  /** No level is steadier than this, whatever a few days say. */
  readonly minScatter: number;
  /** What wanders more from week to week is no measure. */
  readonly maxScatter: number;
  /** So much of the step lies between the week before and the week after its day: the rest is a slope. */
  readonly atOnce: number;
  /** So much of the step lies beyond whatever any week of so many days before came to. */
  readonly beyond: number;
  readonly beyondDays: number;
  /** So many of the new days lie beyond the middle between the levels. */
  readonly oneSided: number;
}

const weekDays = 7;
const perSigma = 1.4826;
/** Days farther than so many scatters from the middle count as if they lay there: one odd day is no level. */
const odd = 2.5;

const scatterOf = (values: readonly number[], middle = medianOf(values)): number =>
  perSigma * medianOf(values.map((value) => Math.abs(value - middle)));

/** The mean, but for odd days: surer than the middle, where a device has two kinds of days (a fridge that defrosts). */
const levelOf = (values: readonly number[]): number => {
  const middle = medianOf(values);
  const reach = odd * scatterOf(values, middle);
  return (
    values.reduce((sum, value) => sum + Math.min(middle + reach, Math.max(middle - reach, value)), 0) / values.length
  );
};

/** What was told holds as long as so much of the step is left. */
const stillHolds = 0.4;

const valuesOf = (days: readonly DayValue[]): number[] => days.map(({ value }) => value);

interface Week {
  readonly at: number;
  readonly level: number;
}

/** Counted back from the step: what wanders from week to week is no step. */
const weeksOf = (before: readonly DayValue[], until: number): Week[] => {
  const weeks = new Map<number, number[]>();
  for (const { day, value } of before) {
    const week = Math.floor((until - 1 - day) / weekDays);
    weeks.set(week, [...(weeks.get(week) ?? []), value]);
  }
  return [...weeks]
    .filter(([, values]) => values.length >= 2)
    .map(([week, values]) => ({ at: until - (week + 0.5) * weekDays, level: levelOf(values) }));
};

/** Theil and Sen's: the middle of the slopes between all weeks. A day. */
const trendOf = (weeks: readonly Week[]): number => {
  const slopes = weeks.flatMap((a, i) => weeks.slice(i + 1).map((b) => (a.level - b.level) / (a.at - b.at)));
  return slopes.length === 0 ? 0 : medianOf(slopes);
};

/** Days as they would have been, had nothing but the step changed: worked out from those before it alone, so that the step does not bend it. */
export type Corrected = (days: readonly DayValue[], before: readonly DayValue[]) => readonly DayValue[];

/** Where two levels fit best, by least squares of days that are not odd; null where they do not differ by so much. */
const splitOf = (days: readonly DayValue[], lastDay: number, settings: StepSettings): number | null => {
  const values = valuesOf(days);
  const middle = medianOf(values);
  const reach = Math.max(settings.minChange, 2 * odd * scatterOf(values, middle));
  const sums = new Float64Array(days.length + 1);
  values.forEach((value, i) => {
    sums[i + 1] = (sums[i] as number) + Math.min(reach, Math.max(-reach, value - middle));
  });
  const all = sums[days.length] as number;
  let best: { readonly since: number; readonly gain: number; readonly apart: number } | null = null;
  let at = days.length;
  for (let after = 1; after <= settings.maxAfter; after += 1) {
    const since = lastDay + 1 - after;
    while (at > 0 && (days[at - 1] as DayValue).day >= since) at -= 1;
    if (after < settings.minAfter || at < settings.minValuesBefore) continue;
    if (days.length - at < settings.minValuesAfter) continue;
    const [was, is] = [(sums[at] as number) / at, (all - (sums[at] as number)) / (days.length - at)];
    const gain = was ** 2 * at + is ** 2 * (days.length - at);
    if (best === null || gain > best.gain) best = { since, gain, apart: Math.abs(is - was) };
  }
  return best !== null && best.apart >= settings.minChange / 2 ? best.since : null;
};

/** Whether it came on one day: no slope, and no level that was known before. */
const isSudden = (
  before: readonly DayValue[],
  now: readonly DayValue[],
  { sinceDay, ...step }: Step,
  weeks: readonly Week[],
  { atOnce, beyond, oneSided }: StepSettings,
): boolean => {
  const size = Math.abs(step.after - step.before);
  const up = Math.sign(step.after - step.before);
  const near = before.filter(({ day }) => day >= sinceDay - weekDays);
  const first = now.filter(({ day }) => day < sinceDay + weekDays);
  if (near.length > 0 && first.length > 0)
    if (up * (levelOf(valuesOf(first)) - levelOf(valuesOf(near))) < atOnce * size) return false;
  const farthest = Math.max(0, ...weeks.map(({ level }) => up * (level - step.before)));
  if (size - farthest < beyond * size) return false;
  const middle = (step.before + step.after) / 2;
  return now.filter(({ value }) => up * (value - middle) > 0).length >= oneSided * now.length;
};

/** `caution`: so many times the certainty is asked for. */
const findStep = (
  all: readonly DayValue[],
  lastDay: number,
  settings: StepSettings,
  caution: number,
  corrected: Corrected,
): Step | null => {
  const sinceDay = splitOf(all, lastDay, settings);
  if (sinceDay === null) return null;
  const days = corrected(
    all,
    all.filter(({ day }) => day < sinceDay),
  );
  const daysBack = (count: number) => days.filter(({ day }) => day < sinceDay && day >= sinceDay - count);
  const before = daysBack(settings.maxBefore);
  const now = days.filter(({ day }) => day >= sinceDay);
  if (before.length < settings.minValuesBefore) return null;
  const step = { sinceDay, before: levelOf(valuesOf(before)), after: levelOf(valuesOf(now)) };
  const minChange = step.after > step.before ? settings.minChange : settings.minFall;
  if (Math.abs(step.after - step.before) < minChange) return null;
  const weeks = weeksOf(daysBack(settings.trendDays), sinceDay);
  const wander = scatterOf(weeks.map(({ level }) => level));
  if (wander > settings.maxScatter) return null;
  const own = Math.max(settings.minScatter, scatterOf(valuesOf(before), step.before));
  // What was rising already would have risen by this much: it is no step.
  const middleBefore = medianOf(before.map(({ day }) => day));
  const slope = Math.sign(step.after - step.before) * trendOf(weeks);
  const change = Math.abs(step.after - step.before) - Math.max(0, slope * ((sinceDay + lastDay) / 2 - middleBefore));
  const error = Math.hypot(own / Math.sqrt(now.length), own / Math.sqrt(before.length), wander);
  if (change < minChange || change > settings.maxChange) return null;
  if (change < caution * settings.sure * error) return null;
  return isSudden(before, now, step, weeksOf(daysBack(settings.beyondDays), sinceDay), settings) ? step : null;
};

/**
 * The same, which once found stays found for so many days as long as its level holds: a day that is not so sure does not end what was told. So
 * it is from the days alone, and nothing has to be remembered.
 */
export const findLastingStep = (
  days: readonly DayValue[],
  lastDay: number,
  settings: StepSettings,
  caution: number,
  lasts: number,
  corrected: Corrected = (all) => all,
): Step | null => {
  for (let ago = 0; ago <= lasts; ago += 1) {
    const step = findStep(
      days.filter(({ day }) => day <= lastDay - ago),
      lastDay - ago,
      settings,
      caution,
      corrected,
    );
    if (step === null) continue;
    const like = corrected(
      days,
      days.filter(({ day }) => day < step.sinceDay),
    );
    const after = levelOf(valuesOf(like.filter(({ day }) => day >= step.sinceDay)));
    const recent = valuesOf(like.filter(({ day }) => day > lastDay - 2 * weekDays && day >= step.sinceDay));
    const holds = (level: number): boolean => (level - step.before) / (step.after - step.before) > stillHolds;
    if (holds(after) && (recent.length === 0 || holds(levelOf(recent)))) return { ...step, after };
  }
  return null;
};
