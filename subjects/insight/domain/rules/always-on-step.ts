/** What never rests: a step of the power that the home draws when nobody does anything, and which device made it. */
import { factsOf } from '#catalogue/index.ts';
import { isDrawn } from '#subjects/readings/domain/meter-tree.ts';
import { stillestHours } from '#subjects/usage/domain/stillest-hours.ts';
import { hoursADay, medianOf } from '../honest/home-use.ts';
import { type DayValue, findLastingStep, type Step, type StepSettings } from './find-step.ts';
import { type HomeDay, localDays } from './local-days.ts';
import type { HomeLook, Rule, WatchedUse } from './rule.ts';

/** Chosen on the first halves of AMPds2 and REFIT 20 (docs/decisions/0052). Of logarithms. */
const steps: StepSettings = {
  minAfter: 7,
  maxAfter: 28,
  maxBefore: 49,
  trendDays: 49,
  minValuesAfter: 6,
  minValuesBefore: 21,
  minChange: Math.log(1.1),
  minFall: Math.log(1.1),
  maxChange: Math.log(5),
  sure: 3,
  minScatter: 0.02,
  maxScatter: 0.1,
  atOnce: 0.7,
  beyond: 0.5,
  beyondDays: 49,
  oneSided: 0.8,
};
const lastsDays = 7;
/** A step of less than this share of all that the home draws is not worth a word. */
const minOfHome = 0.02;
/** A device made it whose own stillest hours have changed by so much of it. */
const minByDevice = 0.6;

/** W of the stillest hours of each day; days that say nothing are left out. */
const stillestByDay = (used: Float64Array, days: readonly HomeDay[], perDay: number): DayValue[] =>
  days.flatMap(({ day, from, to }): DayValue[] => {
    const still = stillestHours(used.subarray(from, to), perDay / hoursADay);
    return still === null ? [] : [{ day, value: still }];
  });

const levelAt = (days: readonly DayValue[], isOf: (day: number) => boolean): number =>
  medianOf(days.filter(({ day }) => isOf(day)).map(({ value }) => value));

/** The device whose own stillest hours changed the most like it; a device that was wholly at rest counts too. */
const madeBy = (
  home: HomeLook,
  whole: WatchedUse,
  days: readonly HomeDay[],
  { sinceDay }: Step,
  changedW: number,
): string | undefined => {
  const changes = home.meters
    .filter(
      ({ parentMeterId, utility, flow }) => parentMeterId !== null && utility === whole.utility && isDrawn({ flow }),
    )
    .map((meter) => {
      const still = days.map(({ day, from, to }) => ({
        day,
        value: stillestHours(meter.used.subarray(from, to), home.perDay / hoursADay) ?? 0,
      }));
      return {
        name: meter.name,
        by: levelAt(still, (day) => day >= sinceDay) - levelAt(still, (day) => day < sinceDay),
      };
    })
    .filter(({ by }) => by / changedW >= minByDevice)
    .sort((a, b) => Math.abs(a.by - changedW) - Math.abs(b.by - changedW));
  return changes[0]?.name;
};

export const alwaysOn: Rule = {
  kind: 'always-on',
  days: 91,
  find: (home, caution) => {
    const days = localDays(home);
    const wholes = home.meters.filter(
      (meter) => factsOf(meter.utility).hasStandby && meter.parentMeterId === null && isDrawn(meter),
    );
    return wholes.flatMap((whole) => {
      const still = stillestByDay(whole.used, days, home.perDay);
      const values = still.map(({ day, value }) => ({ day, value: Math.log(value) }));
      const step = findLastingStep(values, days.at(-1)?.day ?? 0, steps, caution, lastsDays);
      if (step === null) return [];
      const [usualW, nowW] = [Math.exp(step.before), Math.exp(step.after)];
      const known = whole.used.filter((used) => !Number.isNaN(used));
      const mean = (known.reduce((sum, used) => sum + used, 0) / known.length) * (home.perDay / hoursADay);
      if (Math.abs(nowW - usualW) < minOfHome * mean) return [];
      const mostly = madeBy(home, whole, days, step, nowW - usualW);
      const isMore = nowW > usualW;
      const words = isMore ? 'up' : 'down';
      return [
        {
          meterId: whole.meterId,
          since: days.find(({ day }) => day === step.sinceDay)?.start ?? 0,
          figures: {
            words: mostly === undefined ? words : `${words}By`,
            usualW,
            nowW,
            share: Math.abs(nowW / usualW - 1),
            ...(mostly !== undefined && { mostly }),
          },
          costsPerDay: isMore ? (nowW - usualW) * hoursADay : null,
        },
      ];
    });
  },
};
