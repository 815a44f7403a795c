/** What the highest power costs: of a day, a month or a bill, alone or with the months before. */
import { addDays, daysBetween, daysOf } from '#catalogue/local-day.ts';
import { exact, type Exact, greatestOf, leastOf, sumOf, textOf, zero } from '../exact.ts';
import { windowOf, within } from '../interval-use.ts';
import type { DecimalText, DemandCharge, PowerBlocks, TariffPlan } from '../plan.ts';
import { type DraftLine, heldDays, lineOf, type PricedCharge, type Pricing, unknownPeriod } from '../pricing.ts';
import type { PricingFault } from '../tariff-faults.ts';
import { stepAt } from './beside-use.ts';
import { monthsBefore, monthsFrom, type PastPeaks, since } from './carried.ts';
import { type ChargeDays, timesPer } from './charge-days.ts';

type Period = string | null;

interface Peaks {
  /** In kW. */
  readonly peaks: ReadonlyMap<Period, Exact>;
  readonly faults: readonly PricingFault[];
}

const meanOf = (values: readonly Exact[]): Exact => (values.length === 0 ? zero : sumOf(values).div(values.length));

/** The highest mean power in each period, or the mean of the highest of several days; one window belongs to the period in which it begins. */
const peaksOf = (charge: DemandCharge, days: ChargeDays, pricing: Pricing): Peaks => {
  const { use } = pricing;
  const { schedule = '', highest = 1 } = charge;
  const windowS = Math.max(charge.windowMinutes * 60, use.spanS);
  const periods = charge.rates === undefined ? null : pricing.periodsOf(schedule);
  const unknown = unknownPeriod(charge.id, schedule, pricing);
  const byDay = new Map<Period, Map<number, number>>();
  const [first, last] = within(use, days);
  for (let i = first; i < last; ) {
    const window = windowOf(use, i, windowS);
    const day = use.day[i] ?? 0;
    const name = periods ? periods.names[periods.at(day, use.quarter[i] ?? 0)] : null;
    let sum = 0;
    for (; i < last && windowOf(use, i, windowS) === window; i += 1) sum += use.used[i] ?? 0;
    if (name === undefined) {
      unknown.add(day, sum);
      continue;
    }
    const own = byDay.get(name) ?? new Map<number, number>();
    own.set(day, Math.max(own.get(day) ?? 0, sum));
    byDay.set(name, own);
  }
  const kW = [...byDay].map(([name, own]) => {
    const top = [...own.values()].sort((a, b) => b - a).slice(0, highest);
    return [name, meanOf(top.map((used) => exact(used).mul(3600).div(windowS).div(1000)))] as const;
  });
  return { peaks: new Map(kW), faults: unknown.faults() };
};

/** Days that have a peak of their own: each, those of each month, or all. */
const partsOf = ({ per }: DemandCharge, held: ChargeDays, { cycle }: Pricing): ChargeDays[] => {
  if (per === 'bill' || (per === 'month' && cycle.cycleMonths === 1)) return [held];
  const starts =
    per === 'day'
      ? daysOf(held.start, held.end)
      : Array.from({ length: cycle.cycleMonths }, (_, i) => monthsFrom(cycle.start, i));
  return starts.flatMap((begin, i) => {
    const ends = per === 'day' ? addDays(begin, 1) : (starts[i + 1] ?? cycle.end);
    const [start, end] = [begin < held.start ? held.start : begin, ends > held.end ? held.end : ends];
    const days = daysBetween(start, end);
    return days <= 0 ? [] : [{ ...held, start, end, days, months: exact(days, daysBetween(begin, ends)) }];
  });
};

/** What is billed for a month's peak, with those before it. */
const billedOf = (
  charge: DemandCharge,
  period: Period,
  peak: Exact,
  before: readonly PastPeaks[],
  day: string,
): Exact => {
  const { meanOf: months = 1, ratchet, atLeast = '0' } = charge;
  const known = (count: number, of?: readonly number[]): Exact[] =>
    since(before, day, count)
      .filter(({ start }) => of?.includes(Number(start.slice(5, 7))) ?? true)
      .map(({ kW }) => kW.get(period) ?? zero);
  const mean = meanOf([peak, ...known(months - 1)]);
  const highest = ratchet
    ? known(ratchet.months, ratchet.of).reduce(greatestOf, zero).mul(ratchet.percent).div(100)
    : zero;
  return [highest, exact(atLeast)].reduce(greatestOf, mean);
};

interface Billed {
  readonly part: ChargeDays;
  readonly kW: Exact;
}

type Price = NonNullable<DemandCharge['rate'] | DemandCharge['blocks']>;

const blocksOf = (price: Price): PowerBlocks => (typeof price === 'string' ? [{ rate: price }] : price);

/** How much of `kW` lies within a step. */
const inStep = (kW: Exact, above: DecimalText, upTo: DecimalText | undefined): Exact => {
  const end = upTo === undefined ? kW : leastOf(kW, exact(upTo));
  return greatestOf(end.sub(above), zero);
};

const meanOver = (billed: readonly Billed[], kWOf: (kW: Exact) => Exact): Exact =>
  sumOf(billed.map(({ kW, part }) => kWOf(kW).mul(part.days))).div(sumOf(billed.map(({ part }) => exact(part.days))));

const baseLine = (charge: DemandCharge, period: Period, days: ChargeDays, kW: Exact, rate: DecimalText) => ({
  kind: 'demand' as const,
  ...lineOf(charge, days),
  ...(period !== null && { period }),
  quantity: textOf(kW, 0, 3),
  rate,
  per: charge.per,
});

/** The amount of the step in which the power ends. */
const lineOfStep = (charge: DemandCharge, period: Period, days: ChargeDays, billed: readonly Billed[]): DraftLine[] => {
  const { steps = [] } = charge;
  const kW = meanOver(billed, (own) => own);
  const step = stepAt(kW, steps);
  if (kW.equals(0) || step === undefined) return [];
  const block = { above: steps[steps.indexOf(step) - 1]?.upTo ?? '0', ...(step.upTo && { upTo: step.upTo }) };
  const exactAmount = sumOf(billed.map(({ part }) => exact(step.amount).mul(timesPer(charge.per, part))));
  return [{ ...baseLine(charge, period, days, kW, step.amount), block, isAmount: true, exactAmount }];
};

/** A line for each block of days that are billed together: the mean of their powers in it, and what they come to. */
const linesOfPower = (
  charge: DemandCharge,
  period: Period,
  days: ChargeDays,
  billed: readonly Billed[],
  price: Price,
): DraftLine[] =>
  blocksOf(price).flatMap(({ upTo, rate }, i, all) => {
    const above = all[i - 1]?.upTo ?? '0';
    const kW = meanOver(billed, (own) => inStep(own, above, upTo));
    if (kW.equals(0)) return [];
    const amounts = billed.map(({ kW: own, part }) =>
      inStep(own, above, upTo).mul(rate).mul(timesPer(charge.per, part)),
    );
    const block = all.length > 1 && { block: { above, ...(upTo && { upTo }) } };
    return [{ ...baseLine(charge, period, days, kW, rate), ...block, exactAmount: sumOf(amounts) }];
  });

/** As far as any price of the charge looks back. */
const pastMonthsOf = ({ id }: DemandCharge, { charges }: TariffPlan): number =>
  Math.max(...charges.map((one) => (one.kind === 'demand' && one.id === id ? monthsBefore(one) : 0)));

export const chargeDemand = (charge: DemandCharge, pricing: Pricing): PricedCharge => {
  const rates: [Period, Price][] =
    charge.rates === undefined ? [[null, charge.blocks ?? charge.rate ?? '0']] : Object.entries(charge.rates);
  const priced = (period: Period, days: ChargeDays, billed: readonly Billed[], price: Price): DraftLine[] =>
    charge.steps ? lineOfStep(charge, period, days, billed) : linesOfPower(charge, period, days, billed, price);
  const faults: PricingFault[] = [];
  const before: PastPeaks[] = [...(pricing.carried?.get(charge.id)?.peaks ?? [])];
  const lines = heldDays(charge, pricing).flatMap((held) => {
    const parts = partsOf(charge, held, pricing).map((part) => {
      const { peaks, faults: found } = peaksOf(charge, part, pricing);
      faults.push(...found);
      const earlier = [...before];
      if (charge.per !== 'day') before.push({ start: part.start, end: part.end, kW: peaks });
      return {
        part,
        billed: (period: Period) => billedOf(charge, period, peaks.get(period) ?? zero, earlier, part.start),
      };
    });
    return rates.flatMap(([period, price]) => {
      const billed = parts.map(({ part, billed: of }) => ({ part, kW: of(period) }));
      if (charge.per === 'day') return priced(period, held, billed, price);
      return billed.flatMap((one) => priced(period, one.part, [one], price));
    });
  });
  const months = pastMonthsOf(charge, pricing.plan);
  // From this cycle's first day: another price of the same charge may still look as far.
  if (months > 0) pricing.carried?.set(charge.id, { peaks: since(before, pricing.cycle.start, months) });
  return { lines, faults };
};
