/** Ten times off: from some day on a meter counts ten, a hundred or a thousand times what it did, or a part of it; or more than what contains it. */
import { isDrawn } from '#subjects/readings/domain/meter-tree.ts';
import {
  type Fault,
  type HomeUse,
  hoursADay,
  isSeasonal,
  measured,
  meanOf,
  medianOf,
  type MeterUse,
  quantileOf,
} from './home-use.ts';

const powers = [1, 2, 3];
const recentDays = [2, 3, 4, 5, 6, 7];
const historyDays = 42;
const minHistory = 14;
/** In powers of ten: how far each of what is compared may be off. */
const near = 0.3;
/** A home that is empty uses less, and more rarely; a scale leaves the hours as they were. */
const nearZeros = 0.25;
/** An hour in which a part counts so many times the whole cannot be; so few such hours are a mistake of the clock. */
const exceeds = 1.5;
const minExceeding = 4;
const exceedingShare = 0.5;

interface Shape {
  readonly middle: number;
  readonly high: number;
  readonly top: number;
  readonly zeros: number;
}

const shapeOf = (hours: Float64Array): Shape | null => {
  const sorted = hours.filter((used) => used > 0).sort();
  if (sorted.length < 12) return null;
  return {
    middle: quantileOf(sorted, 0.5),
    high: quantileOf(sorted, 0.9),
    top: meanOf(sorted.slice(-3)),
    zeros: 1 - sorted.length / hours.length,
  };
};

/** The power of ten between two shapes; null: another use, not another scale. */
const powerBetween = (was: Shape, is: Shape): number | null => {
  const steps = [is.middle / was.middle, is.high / was.high, is.top / was.top].map(Math.log10);
  const power = Math.round((steps[1] as number) || 0);
  if (!powers.includes(Math.abs(power)) || steps.some((step) => Math.abs(step - power) > near)) return null;
  return Math.abs(is.zeros - was.zeros) <= nearZeros ? power : null;
};

const days = (used: Float64Array, from: number, to: number): Float64Array =>
  measured(used, used.length - from * hoursADay, used.length - to * hoursADay);

/** The strongest hours of as many days each before: of more days they would be stronger. */
const topsBefore = (used: Float64Array, recent: number): number[] => {
  const tops: number[] = [];
  for (let end = used.length - recent * hoursADay; end >= recent * hoursADay; end -= recent * hoursADay) {
    const shape = shapeOf(measured(used, end - recent * hoursADay, end));
    if (shape !== null) tops.push(shape.top);
  }
  return tops;
};

/** No use was ever so far from the others. */
const isUnheard = (tops: readonly number[], now: number, power: number): boolean =>
  power > 0 ? now > 2 * Math.max(...tops) : now < Math.min(...tops) / 2;

/** Whether what contains it saw the same change: then it was used. */
const isSeenByWhole = (meter: MeterUse, whole: MeterUse | undefined, recent: number): boolean => {
  if (whole === undefined) return false;
  const change = ({ used }: MeterUse): number =>
    meanOf(days(used, recent, 0)) - meanOf(days(used, recent + historyDays, recent));
  const own = change(meter);
  return Math.abs(own) > 0.2 * meanOf(days(whole.used, recent + historyDays, recent)) && change(whole) / own > 0.6;
};

const faultOf = (
  meter: MeterUse,
  sinceDay: number,
  factor: number | null,
  against: string | null,
  perDay: number,
): Fault => ({
  kind: 'scale',
  meterId: meter.meterId,
  againstId: against,
  sinceDay,
  factor,
  within: null,
  longest: null,
  perDay,
});

/** Against itself. */
const stepIn = (home: HomeUse, meter: MeterUse, whole: MeterUse | undefined): Fault | null => {
  const { used } = meter;
  for (const recent of recentDays) {
    const now = days(used, recent, 0);
    const before = days(used, recent + historyDays, recent);
    if (now.length < 0.9 * recent * hoursADay || before.length < minHistory * hoursADay) continue;
    const [all, is, tops] = [shapeOf(before), shapeOf(now), topsBefore(used, recent)];
    if (all === null || is === null || tops.length === 0) continue;
    const power = powerBetween({ ...all, top: medianOf(tops) }, is);
    if (power === null || !isUnheard(tops, is.top, power) || isSeenByWhole(meter, whole, recent)) continue;
    const since = home.firstDay + used.length / hoursADay - recent;
    const perDay = Math.abs(1 - 10 ** -power) * hoursADay * meanOf(now);
    return faultOf(meter, since, 10 ** power, null, perDay);
  }
  return null;
};

/** Against what contains it: a part cannot be more than the whole. */
const excessIn = (home: HomeUse, meter: MeterUse, whole: MeterUse | undefined): Fault | null => {
  if (whole === undefined || !isDrawn(meter)) return null;
  for (const recent of recentDays) {
    const from = Math.max(0, meter.used.length - recent * hoursADay);
    const pairs = Array.from(meter.used.subarray(from), (used, i) => [used, whole.used[from + i] as number] as const);
    const running = pairs.filter(([part, all]) => part > 0 && !Number.isNaN(all));
    const over = running.filter(([part, all]) => part > exceeds * Math.max(1, all));
    const large = running.filter(([part, all]) => part > all / 5);
    if (over.length < minExceeding || over.length < exceedingShare * large.length) continue;
    const perDay = over.reduce((sum, [part, all]) => sum + part - all, 0) / recent;
    return faultOf(meter, home.firstDay + Math.floor(from / hoursADay), null, whole.meterId, perDay);
  }
  return null;
};

/** Whether its last two days are as those before `sinceDay` were: somebody has put it right. */
export const isScaleRight = (home: HomeUse, { used }: MeterUse, sinceDay: number): boolean => {
  const since = (sinceDay - home.firstDay) * hoursADay;
  const [was, is] = [
    shapeOf(measured(used, since - historyDays * hoursADay, since)),
    shapeOf(measured(used, used.length - 2 * hoursADay, used.length)),
  ];
  return was !== null && is !== null && Math.abs(Math.log10(is.middle / was.middle)) < 2 * near && is.top < 4 * was.top;
};

/** `home` by hours. What returns or stores follows the sun, and what heats the winter: it is not judged by what it did before. */
export const scaleIn = (home: HomeUse, meter: MeterUse): Fault | null => {
  const whole = home.meters.find(({ meterId }) => meterId === meter.parentMeterId);
  return (isDrawn(meter) && !isSeasonal(meter) ? stepIn(home, meter, whole) : null) ?? excessIn(home, meter, whole);
};
