/**
 * A device that uses more, or less, than it did from one day on: a fridge that never rests, an element that scales up. What is on every day is
 * judged by its days; what is used now and then by what each run of it uses: how often it runs is people's doing.
 */
import { isDrawn } from '#subjects/readings/domain/meter-tree.ts';
import { measured, medianOf, meanOf } from '../honest/home-use.ts';
import { runsOf } from './device-runs.ts';
import { type DayValue, findLastingStep, type Step, type StepSettings } from './find-step.ts';
import { type HomeDay, localDays, useByDay } from './local-days.ts';
import type { Finding, HomeLook, Rule, WatchedUse } from './rule.ts';
import { withoutSeason, withoutWeather } from './without-weather.ts';

/** Chosen on three homes of Konstanz and AMPds2 (docs/decisions/0052). Less is told from three eighths on: what falls by less is a season, mostly. */
const steps: StepSettings = {
  minAfter: 8,
  maxAfter: 28,
  maxBefore: 28,
  trendDays: 49,
  minValuesAfter: 5,
  minValuesBefore: 21,
  minChange: Math.log(1.13),
  minFall: Math.log(1.6),
  maxChange: Math.log(2.5),
  atOnce: 0.5,
  beyond: 0.3,
  beyondDays: 91,
  sure: 2.5,
  minScatter: 0.02,
  maxScatter: 0.1,
  oneSided: 0.7,
};
/** What a run uses is people's doing as well. */
const sureOfRuns = 4;
const lastsDays = 7;
/** A day's use that varies more than this is people's, not the device's. Of its logarithm. */
const maxDaily = 0.16;
/** The same of what a run uses. */
const maxOfRuns = 0.12;
/** A device has changed at all hours: of each part of the day, by its clock, that has some of its use, so much of the step is seen. */
const nightHours = 8;
const minOfPart = 0.1;
const minInPart = 0.4;
/** Nobody is told of less than this share of all that the home uses of it. */
const minOfHome = 0.001;
/** So many devices that change alike on the same days, and a third of all: the home has changed, not they. */
const manyAlike = 3;
const alikeDays = 7;

interface Change extends Step {
  readonly meter: WatchedUse;
  readonly view: 'days' | 'runs';
  readonly usualPerDay: number;
  readonly nowPerDay: number;
}

const logs = (days: readonly DayValue[]): DayValue[] =>
  days.flatMap(({ day, value }) => (value > 0 ? [{ day, value: Math.log(value) }] : []));

const scatterOf = (days: readonly DayValue[]): number => {
  const middle = medianOf(days.map(({ value }) => value));
  return 1.4826 * medianOf(days.map(({ value }) => Math.abs(value - middle)));
};

/** The middle run of each day that had one; none where runs differ too much among themselves to tell of the device. */
const runsByDay = (used: Float64Array, days: readonly HomeDay[]): DayValue[] => {
  const runs = runsOf(used).filter(({ isWhole }) => isWhole);
  if (scatterOf(logs(runs.map(({ from, used: value }) => ({ day: from, value })))) > maxOfRuns) return [];
  const byDay = new Map<number, number[]>();
  let at = 0;
  for (const { from, used: ofRun } of runs) {
    while (at < days.length && from >= (days[at] as HomeDay).to) at += 1;
    const day = days[at];
    if (day === undefined || from < day.from) continue;
    byDay.set(day.day, [...(byDay.get(day.day) ?? []), ofRun]);
  }
  return [...byDay].map(([day, values]) => ({ day, value: medianOf(values) }));
};

const isAtAllHours = (used: Float64Array, days: readonly HomeDay[], perDay: number, step: Step): boolean => {
  const night = days.map((day) => ({ ...day, to: day.from + (nightHours * perDay) / 24 }));
  const rest = days.map((day) => ({ ...day, from: day.from + (nightHours * perDay) / 24 }));
  const levelOf = (part: readonly HomeDay[]): number =>
    medianOf(useByDay(used, part, perDay).filter((use) => use >= 0));
  const split = days.findIndex(({ day }) => day >= step.sinceDay);
  return [night, rest].every((part) => {
    const [before, after] = [levelOf(part.slice(0, split)), levelOf(part.slice(split))];
    if (before < minOfPart * levelOf(days.slice(0, split))) return true;
    return Math.log(after / before) / (step.after - step.before) > minInPart;
  });
};

const changeOf = (
  meter: WatchedUse,
  days: readonly HomeDay[],
  { perDay, temperatures }: HomeLook,
  caution: number,
): Change | null => {
  const lastDay = days.at(-1)?.day ?? 0;
  const byDay = useByDay(meter.used, days, perDay);
  const known = days.flatMap(({ day }, i): DayValue[] => {
    const value = byDay[i] as number;
    return Number.isNaN(value) ? [] : [{ day, value }];
  });
  const daily = logs(withoutWeather(known, temperatures));
  const isDaily = daily.length > 0.9 * known.length && scatterOf(daily) <= maxDaily;
  const values = isDaily ? daily : logs(runsByDay(meter.used, days));
  const step = findLastingStep(
    values,
    lastDay,
    { ...steps, sure: isDaily ? steps.sure : sureOfRuns },
    caution,
    lastsDays,
    isDaily ? withoutSeason(temperatures) : undefined,
  );
  if (step === null || (isDaily && !isAtAllHours(meter.used, days, perDay, step))) return null;
  const now = meanOf(Float64Array.from(known.filter(({ day }) => day >= step.sinceDay).map(({ value }) => value)));
  return {
    ...step,
    meter,
    view: isDaily ? 'days' : 'runs',
    usualPerDay: now * Math.exp(step.before - step.after),
    nowPerDay: now,
  };
};

const isAlike = (one: Change, other: Change): boolean =>
  Math.sign(one.after - one.before) === Math.sign(other.after - other.before) &&
  Math.abs(one.sinceDay - other.sinceDay) <= alikeDays;

const homeUse = (home: HomeLook, { utility }: WatchedUse): number =>
  home.meters
    .filter((meter) => meter.utility === utility && meter.parentMeterId === null && isDrawn(meter))
    .reduce((sum, { used }) => sum + home.perDay * meanOf(measured(used, 0, used.length)), 0);

const findingOf = ({ meter, view, before, after, usualPerDay, nowPerDay }: Change, start: number): Finding => {
  const isMore = after > before;
  return {
    meterId: meter.meterId,
    since: start,
    figures: {
      words: view === 'days' ? (isMore ? 'more' : 'less') : isMore ? 'moreEachRun' : 'lessEachRun',
      usualPerDay,
      nowPerDay,
      share: Math.abs(Math.exp(after - before) - 1),
    },
    costsPerDay: isMore ? nowPerDay - usualPerDay : null,
  };
};

export const deviceChange: Rule = {
  kind: 'device-change',
  days: 91,
  find: (home, caution) => {
    const days = localDays(home);
    const startOf = new Map(days.map(({ day, start }) => [day, start]));
    const parts = home.meters.filter((meter) => meter.parentMeterId !== null && isDrawn(meter));
    const changesAt = (sure: number) => parts.flatMap((meter) => changeOf(meter, days, home, sure) ?? []);
    const changes = changesAt(caution);
    // Whether the home has changed is asked of all that might have: caution makes it no likelier.
    const possible = caution === 1 ? changes : changesAt(1);
    return changes
      .filter((one) => {
        const alike = possible.filter((other) => isAlike(one, other)).length;
        return alike < manyAlike || alike <= parts.length / 3;
      })
      .filter(({ meter, usualPerDay, nowPerDay }) => {
        const all = homeUse(home, meter);
        return !(Math.abs(nowPerDay - usualPerDay) < minOfHome * all);
      })
      .map((one) => findingOf(one, startOf.get(one.sinceDay) ?? 0));
  },
};
