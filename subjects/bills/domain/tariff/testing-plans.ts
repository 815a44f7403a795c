/** Plans, cycles and use for tests, with as few words as a case needs. */
import * as fc from 'fast-check';
import { byUtility } from '#catalogue/index.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { instantOf, zoneOffsets } from '#catalogue/zone-clock.ts';
import type { PricedCycle } from './charges/charge-days.ts';
import { exact, textOf } from './exact.ts';
import { dayStartS, type IntervalUse, knownOffsets, noUse } from './interval-use.ts';
import {
  type Blocks,
  type BlockStep,
  boundKinds,
  type Charge,
  type Schedule,
  type TariffCharge,
  type TariffPlan,
} from './plan.ts';
import {
  type Agreement,
  carryOver,
  lookBackOf,
  priceBill,
  type PricedBill,
  type PricedPlan,
  pricePlan,
} from './price-bill.ts';
import type { PlanInput } from './pricing.ts';

export const madrid = 'Europe/Madrid';

export const planOf = (charges: readonly TariffCharge[], rest: Partial<TariffPlan> = {}): TariffPlan => ({
  name: 'a tariff',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  ...rest,
  charges,
});

/** A whole cycle, of one month unless said otherwise. */
export const cycleOf = (start: LocalDay, end: LocalDay, rest: Partial<PricedCycle> = {}): PricedCycle => ({
  start,
  end,
  cycleDays: daysBetween(start, end),
  cycleMonths: 1,
  ...rest,
});

export const monthly = (month: string): PricedCycle =>
  cycleOf(`${month}-01`, `${addDays(`${month}-01`, 31).slice(0, 7)}-01`);

/** Wh or mL at clock times `YYYY-MM-DD HH:MM`; of the two hours of the same name, the first. */
export const useAt = (times: Readonly<Record<string, number>>, timeZone = madrid, spanS = 900): IntervalUse => {
  const offsetAt = zoneOffsets(timeZone);
  const rows = Object.entries(times)
    .map(([time, used]): [number, number] => {
      const local = Date.parse(`${time.replace(' ', 'T')}Z`) / 1000;
      return [instantOf(local, offsetAt, { last: null }, false) ?? Number.NaN, used];
    })
    .sort(([a], [b]) => a - b);
  return { spanS, startS: rows.map(([at]) => at), used: rows.map(([, used]) => used) };
};

/** The same use in every interval of local days `[start, end)`. */
export const steadyUse = (
  start: LocalDay,
  end: LocalDay,
  used: number,
  timeZone = madrid,
  spanS = 3600,
): IntervalUse => {
  const offsetAt = zoneOffsets(timeZone);
  const [from, to] = [dayStartS(start, offsetAt), dayStartS(end, offsetAt)];
  const startS = Array.from({ length: Math.ceil((to - from) / spanS) }, (_, i) => from + i * spanS);
  return { spanS, startS, used: startS.map(() => used) };
};

/** In January 2026 and in Madrid, where nothing else is said. */
export const priced = (
  charges: readonly TariffCharge[],
  input: Partial<Omit<PlanInput, 'plan'>> = {},
  rest: Partial<TariffPlan> = {},
): PricedPlan =>
  pricePlan({ plan: planOf(charges, rest), cycle: monthly('2026-01'), timeZone: madrid, use: noUse, ...input });

export const totalOf = (...input: Parameters<typeof priced>): string => priced(...input).total;

/** What stands on a bill, in short: charge, quantity and amount. */
export const shortLines = ({ lines }: PricedPlan): string[] =>
  lines.map(
    ({ charge, kind, period, quantity, amount }) =>
      `${[charge ?? kind, ...(period === undefined ? [] : [period])].join(' ')}: ${quantity} = ${amount}`,
  );

export const telescopic = (per: Blocks['per'], ...steps: readonly BlockStep[]): Blocks => ({
  per,
  tables: [{ steps }],
});

// Cycles in a row, each billed with what those before it left.

export const monthsOf = (year: number): PricedCycle[] =>
  Array.from({ length: 12 }, (_, i) => monthly(`${year}-${String(i + 1).padStart(2, '0')}`));

/** Cycles from a day of one month to the same of the next. */
export const cyclesFrom = (day: number, year: number, count: number): PricedCycle[] =>
  Array.from({ length: count }, (_, i) => {
    const at = (month: number): LocalDay => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
    return cycleOf(at(i), at(i + 1));
  });

export const agreed = (plan: TariffPlan, validFrom = '2020-01-01'): Agreement => ({
  utility: 'electricity',
  validFrom,
  plan,
});

/** Each cycle as it is billed: with what those before it left, of those that it looks back to. */
export const billsOf = (
  agreements: readonly Agreement[],
  cycles: readonly PricedCycle[],
  used: IntervalUse = noUse,
): PricedBill[] =>
  cycles.flatMap((cycle, i) => {
    const use = byUtility((utility) => (utility === 'electricity' ? used : noUse));
    const input = { timeZone: madrid, agreements, use };
    const from = lookBackOf(cycle, agreements);
    const carried = carryOver(
      cycles.slice(0, i).filter(({ end }) => end > from),
      input,
    );
    return priceBill({ ...input, cycle, carried }) ?? [];
  });

// Tariffs of any kind, with cycles and use for them, for what must hold of all.

const decimal = (most: number, places: number, least = 0): fc.Arbitrary<string> =>
  fc.integer({ min: least, max: most }).map((n) => textOf(exact(n).div(10 ** places)));

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

export const schedules: Record<string, Schedule> = {
  day: { periods: [{ period: 'P1', hours: ['08:00-22:00'] }, { period: 'P2' }] },
  week: {
    holidays: 'national',
    dayStarts: '06:00',
    periods: [
      { period: 'P2', days: ['weekend', 'holiday'] },
      { period: 'P1', hours: ['07:15-21:30'] },
      { period: 'P2' },
    ],
  },
};

const rising = (values: readonly number[]): number[] =>
  values.map((_, i) => values.slice(0, i + 1).reduce((a, b) => a + b));

interface Kind {
  /** Of amounts, rates and limits, only what lets a dearer price or more use never cost less. */
  readonly isMonotone: boolean;
}

const ends = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 0, maxLength: 3 }).map(rising);
const blockPer = fc.constantFrom('day' as const, 'month' as const, 'cycle' as const);

const blocks = ({ isMonotone }: Kind): fc.Arbitrary<Blocks> =>
  fc
    .record({
      per: blockPer,
      upTo: ends,
      isSlabs: fc.boolean(),
      rates: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 4, maxLength: 4 }),
      perPerson: fc.integer({ min: 0, max: 5 }).map(String),
      // Where steps fall, more use of one period makes that of all the others cheaper.
      of: isMonotone ? fc.constant(undefined) : optional(fc.constantFrom('all' as const, 'period' as const)),
    })
    .map(({ per, upTo, isSlabs, rates, perPerson, of }) => {
      const dearer = isSlabs && isMonotone ? rising(rates) : rates;
      const steps = [...upTo, null].map((end, i) => ({
        rate: textOf(exact(dearer[i] ?? 0, 1000)),
        ...(end !== null && { upTo: String(end), perPerson }),
      }));
      const whose = of === undefined ? {} : { of };
      return {
        per,
        ...whose,
        tables: isSlabs ? steps.map(({ rate, ...end }) => ({ ...end, steps: [{ rate }] })) : [{ steps }],
      };
    });

const use = (kind: Kind, id: string, dated: Partial<Charge>): fc.Arbitrary<TariffCharge> => {
  const rate = decimal(900, 3, kind.isMonotone ? 0 : -200);
  const price = fc.oneof(rate, blocks(kind));
  const sharePercent = optional(decimal(150, 0));
  const atMost = optional(fc.record({ units: decimal(90, 0), per: blockPer }));
  const whole = fc.record({ sharePercent, atMost });
  const byPeriod = kind.isMonotone ? fc.record({ sharePercent }) : whole;
  const base = { id, kind: 'use' as const, ...dated };
  return fc.oneof(
    fc.tuple(rate, whole).map(([one, rest]) => ({ ...base, rate: one, ...rest })),
    fc.tuple(blocks(kind), whole).map(([one, rest]) => ({ ...base, blocks: one, ...rest })),
    fc
      .tuple(fc.constantFrom('day', 'week'), price, price, byPeriod)
      .map(([schedule, P1, P2, rest]) => ({ ...base, schedule, rates: { P1, P2 }, ...rest })),
    fc
      .tuple(fc.record({ plus: optional(rate), atLeast: optional(decimal(90, 3)) }), byPeriod)
      .map(([market, rest]) => ({ ...base, market: { series: 'spot', ...market }, ...rest })),
  );
};

const per = fc.constantFrom('day' as const, 'month' as const, 'bill' as const, 'year' as const);
const by = optional(fc.constantFrom('days' as const, 'hours' as const));

const byTime = ({ isMonotone }: Kind, id: string, dated: Partial<Charge>): fc.Arbitrary<TariffCharge> => {
  const amount = decimal(9000, 2, isMonotone ? 0 : -9000);
  const rate = decimal(9000, 2);
  const rates = fc.record({ P1: rate, P2: rate });
  const base = { id, ...dated };
  const stepped = fc
    .tuple(blockPer, ends, fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 4, maxLength: 4 }).map(rising))
    .map(([each, upTo, amounts]) => ({
      per: each,
      steps: [...upTo, null].map((end, i) => ({
        amount: String(amounts[i]),
        ...(end !== null && { upTo: String(end) }),
      })),
    }));
  const demand = { ...base, kind: 'demand' as const, per: 'month' as const };
  const windowMinutes = fc.constantFrom(15 as const, 30 as const, 60 as const);
  return fc.oneof(
    fc.record({ per, by, amount }).map((rest) => ({ ...base, kind: 'fixed' as const, ...rest })),
    fc.record({ per, byUse: stepped }).map((rest) => ({ ...base, kind: 'fixed' as const, ...rest })),
    fc.record({ per, by, rate, kW: decimal(99, 1) }).map((rest) => ({ ...base, kind: 'capacity' as const, ...rest })),
    fc.record({ per, rates, kW: decimal(99, 1) }).map((rest) => ({ ...base, kind: 'capacity' as const, ...rest })),
    fc.record({ windowMinutes, rate }).map((rest) => ({ ...demand, ...rest })),
    fc.record({ windowMinutes, rates }).map((rest) => ({ ...demand, schedule: 'week', ...rest })),
  );
};

const share = (kind: 'tax' | 'derived' | 'discount' | 'minimum', id: string, ids: readonly string[]) => {
  const some = fc.subarray([...ids], { minLength: Math.min(1, ids.length) });
  const of = some.chain((named) => fc.constantFrom('all' as const, named.length === 0 ? 'all' : named));
  const atMost = optional(fc.record({ amount: decimal(90, 0), per }));
  return (dated: Partial<Charge>): fc.Arbitrary<TariffCharge> =>
    kind === 'minimum'
      ? fc
          .record({ kind: fc.constantFrom(...boundKinds), of, per, amount: decimal(9000, 2) })
          .map((rest) => ({ id, ...dated, ...rest }))
      : fc.record({ of, atMost, percent: decimal(100, 0) }).map((rest) => ({ id, kind, ...dated, ...rest }));
};

const firstDay = '2026-03-01';
const day = fc.integer({ min: 0, max: 60 }).map((days) => addDays(firstDay, days));
const month = fc.uniqueArray(fc.constantFrom(2, 3, 4), { minLength: 1 });
const days: fc.Arbitrary<Partial<Charge>> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: day.map((from) => ({ from })) },
  { weight: 1, arbitrary: day.map((until) => ({ until })) },
  { weight: 1, arbitrary: month.map((months) => ({ months })) },
);

const rounding = (kind: Kind) => {
  const step = optional(fc.constantFrom('1', '0.05', '0.01', '0.0001', '0.25'));
  // To even ones, what tops up to a minimum may fall by two steps where the charges rise by one.
  const modes = ['half-up', 'up', 'down', ...(kind.isMonotone ? [] : ['half-even' as const])] as const;
  return fc.record({ lines: step, total: step, mode: optional(fc.constantFrom(...modes)) });
};

export const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'INR');
export const change = fc.constantFrom(
  undefined,
  'measured' as const,
  'by-days' as const,
  'first-day' as const,
  'last-day' as const,
);

export const randomPlan = (kind: Kind = { isMonotone: false }): fc.Arbitrary<TariffPlan> => {
  const plain = ['a', 'b', 'c', 'd'];
  const dated = <Made>(make: (held: Partial<Charge>) => fc.Arbitrary<Made>) => days.chain(make);
  const shares = fc.tuple(
    dated(share('derived', 'derived', plain)),
    dated(share('discount', 'discount', [...plain, 'derived'])),
    // A minimum that leaves out the discount on what it tops up keeps a dearer price's discount, and not the price.
    dated(share('minimum', 'minimum', kind.isMonotone ? [] : [...plain, 'derived'])),
    // A tax on a minimum alone falls where what it tops up rises: only "all" holds it here.
    dated(share('tax', 'tax', [...plain, 'derived'])),
    dated(share('tax', 'second-tax', [...plain, 'tax'])),
  );
  return fc
    .record({
      charges: fc.tuple(
        dated((held) => use(kind, 'a', held)),
        dated((held) => use(kind, 'b', held)),
        dated((held) => byTime(kind, 'c', held)),
        dated((held) => byTime(kind, 'd', held)),
      ),
      shares: shares.chain((all) => fc.subarray(all).map(complete)),
      round: kind.isMonotone ? fc.constant(undefined) : optional(fc.constantFrom('1', '0.05', '0.001')),
      currency,
      change,
      rounding: rounding(kind),
    })
    .map(({ charges: [first, ...charges], shares: others, round, ...rest }) =>
      planOf([{ ...first, ...(round !== undefined && { round }) }, ...charges, ...others], {
        ...rest,
        schedules,
        calendars: { national: { days: ['03-19', 'easter-2', 'last mon of 3'] } },
      }),
    );
};

/** What others rest on must be there. */
const complete = (shares: readonly TariffCharge[]): TariffCharge[] => {
  const ids = new Set(['a', 'b', 'c', 'd', ...shares.map(({ id }) => id)]);
  return shares.map((charge) =>
    'of' in charge && charge.of !== 'all' && charge.of.some((id) => !ids.has(id)) ? { ...charge, of: 'all' } : charge,
  );
};

const zone = fc.constantFrom('Europe/Madrid', 'Asia/Kolkata', 'Asia/Kathmandu');
const spent = fc.array(fc.tuple(fc.nat(62 * 96), fc.nat(20_000)), { maxLength: 40 });

const useOf = (pairs: readonly (readonly [number, number])[], timeZone: string): IntervalUse => {
  const sums = new Map<number, number>();
  for (const [slot, used] of pairs) sums.set(slot, (sums.get(slot) ?? 0) + used);
  const slots = [...sums.keys()].sort((a, b) => a - b);
  const from = dayStartS(firstDay, knownOffsets(timeZone));
  return { spanS: 900, startS: slots.map((slot) => from + slot * 900), used: slots.map((slot) => sums.get(slot) ?? 0) };
};

const cycle: fc.Arbitrary<PricedCycle> = fc
  .tuple(fc.nat(20), fc.integer({ min: 2, max: 40 }), fc.nat(20), fc.integer({ min: 1, max: 2 }))
  .map(([after, length, more, cycleMonths]) => {
    const start = addDays(firstDay, after);
    return cycleOf(start, addDays(start, length), { cycleDays: length + more, cycleMonths });
  });

type RandomInput = Omit<PlanInput, 'plan'> & { readonly more: IntervalUse };

/** `more` is `use` and some on top of it. */
export const randomInput = (lowestPrice = -300): fc.Arbitrary<RandomInput> =>
  fc
    .tuple(
      cycle,
      zone,
      spent,
      spent,
      fc.array(fc.integer({ min: lowestPrice, max: 500 }), { minLength: 7, maxLength: 7 }),
    )
    .map(([one, timeZone, own, added, prices]) => {
      const startS = dayStartS(addDays(firstDay, -1), knownOffsets(timeZone));
      const hourly = Array.from({ length: 64 * 24 }, (_, i) => BigInt(prices[i % 7] ?? 0));
      return {
        cycle: one,
        timeZone,
        use: useOf(own, timeZone),
        more: useOf([...own, ...added], timeZone),
        facts: { persons: 3 },
        prices: { spot: { startS, stepS: 3600, scale: 3, withTax: hourly, withoutTax: hourly } },
      };
    });
