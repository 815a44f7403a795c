/** Whose use a charge prices: that of a meter which the tariff names, what is left of the home's, or all of it. */
import { byLanguage, textIn, type Words } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import {
  type ApartUse,
  type Days,
  type IntervalUse,
  netUse,
  type PlacedUse,
  within,
  withAmounts,
} from './interval-use.ts';
import { allMeters, canBeOfMeter, type OfMeter, ownEntry, type TariffCharge, type TariffPlan } from './plan.ts';
import { localDayOf } from './schedule-periods.ts';
import { type PricingFault, spansOfDays } from './tariff-faults.ts';

/** By the name that a plan gives it: the id of one of the household's meters. */
export type NamedMeters = Readonly<Record<string, string>>;

export interface UseByMeter {
  /** In every interval what the rest and the named meters have together. */
  readonly all: PlacedUse;
  readonly rest: PlacedUse;
  /** None of a name that is no meter of the household's. */
  readonly named: ReadonlyMap<string, PlacedUse>;
  readonly faults: readonly PricingFault[];
}

/** What a charge says of meters, where its kind asks for use. */
export const meterOf = (charge: TariffCharge): OfMeter =>
  canBeOfMeter(charge.kind) ? (charge as OfMeter) : { meter: allMeters };

/** What the plan calls the meter of a charge; undefined: it is of the rest, or of all. */
export const meterName = (charge: TariffCharge, plan: TariffPlan) => {
  const { meter = allMeters } = meterOf(charge);
  return meter === allMeters ? undefined : (ownEntry(plan.meters, meter)?.name ?? meter);
};

const heard = (amount: number | undefined): number => (amount === undefined || Number.isNaN(amount) ? 0 : amount);

/**
 * What is left of the whole in each interval, never below nothing. Meters are read at moments of their own: what one counted more than the
 * whole did in an interval is taken off what is left in the next ones, so that the sums of the days are right. `over` is what no later
 * interval had left.
 */
const restOf = (
  whole: ArrayLike<number>,
  parts: readonly ArrayLike<number>[],
  [first, last]: readonly [number, number],
): { rest: Float64Array; all: Float64Array; over: number } => {
  const [rest, all] = [Float64Array.from(whole), Float64Array.from(whole)];
  let over = 0;
  for (let i = first; i < last; i += 1) {
    const apart = parts.reduce((sum, part) => sum + heard(part[i]), 0);
    if (apart === 0 && over === 0) continue;
    const open = (whole[i] ?? 0) - apart - over;
    rest[i] = Math.max(0, open);
    over = Math.max(0, -open);
    all[i] = (rest[i] ?? 0) + apart;
  }
  return { rest, all, over };
};

/** Days on which the home drew something, and the meter was not heard in any of their intervals. */
const silentDays = (use: PlacedUse, amounts: ArrayLike<number>, [first, last]: readonly [number, number]) => {
  const days: [LocalDay, number][] = [];
  for (let i = first; i < last; ) {
    const day = use.day[i] ?? 0;
    let [used, isHeard] = [0, false];
    for (; i < last && use.day[i] === day; i += 1) {
      used += use.used[i] ?? 0;
      isHeard ||= !Number.isNaN(amounts[i] ?? Number.NaN);
    }
    if (!isHeard && used !== 0) days.push([localDayOf(day), used]);
  }
  return days;
};

/** Less than this share of all that was used is a matter of when meters are read. */
const toldOver = 1000;

const together = (names: readonly Words[]): Words =>
  byLanguage((language) => names.map((name) => textIn(name, language)).join(', '));

const heardIn = (values: ArrayLike<number>, [first, last]: readonly [number, number]): number => {
  let sum = 0;
  for (let i = first; i < last; i += 1) sum += heard(values[i]);
  return sum;
};

/** Meters that each by itself counted more than the home; where none did, nobody knows which of them it is. */
const thoseOver = (
  use: PlacedUse,
  known: readonly (readonly [string, ApartUse])[],
  range: readonly [number, number],
) => {
  const drawn = known.filter(([, { flow }]) => flow === 'drawn');
  const alone = drawn.filter(([, { amounts }]) => restOf(use.used, [amounts], range).over > 0);
  return (alone.length > 0 ? alone : drawn).map(([name]) => name);
};

/** For a plan that names meters. `days`: those that are priced. */
export const useByMeter = (plan: TariffPlan, meters: NamedMeters, use: PlacedUse, days: Days): UseByMeter => {
  const names = Object.keys(plan.meters ?? {});
  const range = within(use, days);
  const known = names.flatMap((name): [string, ApartUse][] => {
    const part = ownEntry(use.apart, ownEntry(meters, name) ?? '');
    return part === undefined ? [] : [[name, part]];
  });
  const of = (flow: ApartUse['flow']) => known.flatMap(([, part]) => (part.flow === flow ? [part.amounts] : []));
  const drawn = restOf(use.used, of('drawn'), range);
  const back = use.returned && restOf(use.returned, of('returned'), range);
  const { apart: _apart, ...own } = use;
  const placed = (used: ArrayLike<number>, returned: ArrayLike<number> | undefined): PlacedUse => ({
    ...own,
    used,
    returned,
  });
  const rest = netUse(placed(drawn.rest, back?.rest), plan.netting);
  // What netting has taken off the rest is off the whole too.
  const withRest = ({ all, rest: before }: ReturnType<typeof restOf>, after: ArrayLike<number> | undefined) =>
    after && Float64Array.from(all, (amount, i) => amount - (before[i] ?? 0) + (after[i] ?? 0));
  const all = placed(withRest(drawn, rest.used) ?? drawn.all, back && withRest(back, rest.returned));
  const named = known.map(([name, { flow, amounts }]) => {
    const [passed, none] = [Float64Array.from(amounts, heard), new Float64Array(use.count)];
    return [name, flow === 'drawn' ? placed(passed, undefined) : placed(none, passed)] as const;
  });
  const told = (name: string) => ({
    charge: plan.charges.find((charge) => meterOf(charge).meter === name)?.id ?? '',
    of: name,
    name: ownEntry(plan.meters, name)?.name ?? name,
  });
  const missing = names
    .filter((name) => !known.some(([one]) => one === name))
    .map((name) => ({ code: 'meter-missing' as const, ...told(name), from: days.start, to: days.end, used: 0 }));
  const silent = known.flatMap(([name, { amounts }]) =>
    spansOfDays({ code: 'meter-silent' as const, ...told(name) }, silentDays(use, amounts, range)),
  );
  const isOver = drawn.over * toldOver > heardIn(drawn.all, range);
  const tooMuch = isOver ? thoseOver(use, known, range) : [];
  const over = tooMuch.slice(0, 1).map((first) => ({
    code: 'meter-over' as const,
    ...told(first),
    of: tooMuch.join(', '),
    ...(tooMuch.length > 1 && { name: together(tooMuch.map((name) => told(name).name)) }),
    from: days.start,
    to: days.end,
    used: drawn.over,
  }));
  return {
    all,
    rest,
    named: new Map(named),
    faults: [...missing, ...silent, ...over],
  };
};

// Use that is made up of others, each meter's by itself.

/** What the use of each meter, and of the rest, becomes; all are of the same intervals then. */
export const mapByMeter = (
  use: IntervalUse,
  of: (part: IntervalUse, meter: string | null) => IntervalUse,
): IntervalUse => {
  const meters = Object.entries(use.apart ?? {});
  if (meters.length === 0) return of(use, null);
  const { apart: _apart, returned: back, ...own } = use;
  const leftOf = (whole: ArrayLike<number>, which: ApartUse['flow']) =>
    restOf(
      whole,
      meters.flatMap(([, { flow, amounts }]) => (flow === which ? [amounts] : [])),
      [0, whole.length],
    ).rest;
  const rest = { ...own, used: leftOf(use.used, 'drawn'), ...(back && { returned: leftOf(back, 'returned') }) };
  const parts = meters.map(([meter, { flow, amounts }]) => {
    const passed = Array.from(amounts, heard);
    const part = { ...own, ...(flow === 'drawn' ? { used: passed } : { used: passed.map(() => 0), returned: passed }) };
    return { meter, flow, use: of(part, meter) };
  });
  const left = of(rest, null);
  const all = [left, ...parts.map((part) => part.use)];
  const sumOfAll = (amounts: readonly (ArrayLike<number> | undefined)[]) =>
    Array.from(left.startS, (_, i) => amounts.reduce((sum, one) => sum + (one?.[i] ?? 0), 0));
  const returned = all.some((one) => one.returned) && sumOfAll(all.map((one) => one.returned));
  const apart = parts.flatMap(({ meter, flow, use: part }): [string, ApartUse][] => {
    const amounts = flow === 'drawn' ? part.used : part.returned;
    return amounts ? [[meter, { flow, amounts }]] : [];
  });
  return {
    ...left,
    used: sumOfAll(all.map(({ used }) => used)),
    ...(returned && { returned }),
    ...(apart.length > 0 && { apart: Object.fromEntries(apart) }),
  };
};

/** What was drawn, without what went back. */
export const drawnAlone = ({ returned: _returned, apart = {}, ...use }: IntervalUse): IntervalUse => {
  const drawn = Object.entries(apart).filter(([, { flow }]) => flow === 'drawn');
  return { ...use, ...(drawn.length > 0 && { apart: Object.fromEntries(drawn) }) };
};

/** The same intervals in which nothing was drawn. */
export const withoutUse = (use: IntervalUse): IntervalUse => ({
  ...use,
  ...withAmounts(use, (values) => new Float64Array(values.length)),
});

/** That of one of its meters, or what is left without them (null). */
export const partOf = (use: IntervalUse, meter: string | null): IntervalUse =>
  mapByMeter(use, (part, of) => (of === meter ? part : withoutUse(part)));

/** Where a roof or a battery gives some of what a meter counts, that was not drawn: together they have at most what was. */
export const atMostDrawn = (use: IntervalUse): IntervalUse => {
  const left = Array.from(use.used);
  const parts = Object.entries(use.apart ?? {}).map(([id, part]): [string, ApartUse] => {
    if (part.flow !== 'drawn') return [id, part];
    const amounts = Array.from(part.amounts, (amount, i) => {
      const own = Math.min(amount, Math.max(0, left[i] ?? 0));
      left[i] = (left[i] ?? 0) - (Number.isNaN(own) ? 0 : own);
      return own;
    });
    return [id, { ...part, amounts }];
  });
  return { ...use, apart: Object.fromEntries(parts) };
};
