/** Hot water drawn without heat: far more water has run since the heater was last on than ever did before. */
import { hoursADay, hourly, meanOf, measured, quantileOf } from '../honest/home-use.ts';
import { devicesOf, watersOf } from './joint-runs.ts';
import type { Finding, HomeLook, Rule, WatchedUse } from './rule.ts';

const hourS = 3600;
const dayS = hoursADay * hourS;
/** Chosen on the first half of AMPds2 (docs/decisions/0057, `npm run joint`). */
const settings = {
  /** It is a water heater whose use goes with the water of the hour: so much, correlated, beside what each hour of the day has anyway. */
  minLink: 0.45,
  /** Heat comes within so many hours. */
  lagHours: [1, 2, 3],
  minDays: 21,
  /** It is on that draws so much more than at rest, of what it draws in its strongest hours. */
  on: 0.2,
  strong: 0.95,
  /** An hour counts for no more water than nine of ten have: a garden is watered cold. */
  muchWater: 0.9,
  /** So many times what ever ran without heat, and of a day's water so much. */
  times: 2,
  minDaysWater: 1,
  /** What it used meanwhile is at most so much of what it should have. */
  maxOfExpected: 0.4,
  maxAgeS: 28 * dayS,
};

/** Of each hour and those after it. */
const together = (used: Float64Array, hours: number): Float64Array =>
  used.map((_, i) => {
    let sum = 0;
    for (let j = i; j < i + hours; j += 1) sum += used[j] ?? Number.NaN;
    return sum;
  });

/** Without what this hour of the day has anyway. */
const besideClock = (values: Float64Array): Float64Array => {
  const means = Array.from({ length: hoursADay }, (_, hour) =>
    meanOf(values.filter((v, i) => i % hoursADay === hour && !Number.isNaN(v))),
  );
  return values.map((value, i) => value - (means[i % hoursADay] as number));
};

const correlation = (a: Float64Array, b: Float64Array): number => {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    const [x, y] = [a[i] as number, b[i] as number];
    if (Number.isNaN(x + y)) continue;
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb);
};

const linkOf = (heater: Float64Array, water: Float64Array): number => {
  const drawn = besideClock(water);
  return Math.max(...settings.lagHours.map((hours) => correlation(besideClock(together(heater, hours)), drawn)));
};

interface Unheated {
  /** What it draws above rest. */
  readonly heat: Float64Array;
  /** The hour after the last one in which it was on. */
  readonly from: number;
  /** Water since then, and the most that ever ran between two hours of heat. */
  readonly now: number;
  readonly max: number;
}

const unheatedOf = (used: Float64Array, water: Float64Array): Unheated => {
  const sorted = measured(used, 0, used.length).sort();
  const idle = quantileOf(sorted, 0.2);
  const heat = used.map((value) => Math.max(0, value - idle));
  const onFrom = settings.on * (quantileOf(sorted, settings.strong) - idle);
  let [from, now, max] = [0, 0, 0];
  heat.forEach((value, i) => {
    if (Number.isNaN(value + (water[i] as number))) return;
    now += water[i] as number;
    if (value <= onFrom) return;
    if (from > 0) max = Math.max(max, now);
    [from, now] = [i + 1, 0];
  });
  return { heat, from, now, max };
};

const findIn = (heater: WatchedUse, home: HomeLook, caution: number): Finding[] => {
  for (const meter of watersOf(home)) {
    const drawn = measured(meter.used, 0, meter.used.length)
      .filter((value) => value > 0)
      .sort();
    const most = quantileOf(drawn, settings.muchWater);
    const water = meter.used.map((value) => Math.min(value, most));
    const { heat, from, now, max } = unheatedOf(heater.used, water);
    const age = (heater.used.length - from) * hourS;
    if (from < settings.minDays * hoursADay || age > settings.maxAgeS) continue;
    const [heatBefore, waterBefore] = [heat.subarray(0, from), water.subarray(0, from)];
    const perDay = hoursADay * meanOf(measured(waterBefore, 0, from));
    if (!(now >= caution * Math.max(settings.times * max, settings.minDaysWater * perDay))) continue;
    const expected = (now * hoursADay * meanOf(measured(heatBefore, 0, from))) / perDay;
    const used = measured(heat, from, heat.length).reduce((sum, one) => sum + one, 0);
    if (used > settings.maxOfExpected * expected || !(linkOf(heatBefore, waterBefore) >= settings.minLink)) continue;
    const drawnMl = measured(meter.used, from, meter.used.length).reduce((sum, one) => sum + one, 0);
    return [
      {
        meterId: heater.meterId,
        since: home.firstDay * dayS + from * hourS,
        figures: { used, expected, drawnMl },
        costsPerDay: null,
      },
    ];
  }
  return [];
};

export const noHeat: Rule = {
  kind: 'no-heat',
  days: 91,
  find: (home, caution) => {
    const hours = hourly(home);
    return devicesOf(hours).flatMap((meter) => findIn(meter, hours, caution));
  },
};
