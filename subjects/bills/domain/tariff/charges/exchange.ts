/** Charges in another currency than the bill's: what each day of a line comes to, at the rate of that day. */
import { addDays, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import { type Exact, exact, sumOf, textOf, zero } from '../exact.ts';
import { type PlacedUse, usedIn, within } from '../interval-use.ts';
import { exchangeOf, isOfUnits, isUnitCharge, ownEntry, type TariffCharge } from '../plan.ts';
import { type DraftLine, heldDays, type PricedCharge, type Pricing, quantityText } from '../pricing.ts';
import type { DayColours } from '../schedule-periods.ts';
import type { PricingFault } from '../tariff-faults.ts';
import { marketCost } from './market-cost.ts';

/** Days without a rate of their own (weekends, holidays) between two that have one: a week at most. */
export const rateDays = 7;

type Rates = DayColours[string] | undefined;

const ownRate = (rates: Rates, day: LocalDay): Exact | null => {
  const text = rates && Object.hasOwn(rates, day) ? rates[day] : undefined;
  return text !== undefined && /^\d+([.]\d+)?$/.test(text) && Number(text) > 0 ? exact(text) : null;
};

const nearest = (rates: Rates, day: LocalDay, by: 1 | -1): Exact | null => {
  for (let away = 1; away <= rateDays; away += 1) {
    const rate = ownRate(rates, addDays(day, by * away));
    if (rate) return rate;
  }
  return null;
};

/** The day's own, or the one before where a later one is known too: what may still be published is not guessed. */
const rateOn = (rates: Rates, day: LocalDay): Exact | null =>
  ownRate(rates, day) ?? (nearest(rates, day, 1) && nearest(rates, day, -1));

/** Until `end` with the last known one: what is to be expected. */
export const expectRates = (rates: NonNullable<Rates>, end: LocalDay): NonNullable<Rates> => {
  const last = Object.keys(rates).sort().at(-1);
  const rate = last === undefined ? undefined : rates[last];
  if (last === undefined || rate === undefined || last >= end) return rates;
  return { ...rates, ...Object.fromEntries(daysOf(addDays(last, 1), end).map((day) => [day, rate])) };
};

/** A day of a line: how much of it, and of what was counted, belongs to it. */
interface DayPart {
  readonly day: LocalDay;
  readonly rate: Exact | null;
  readonly amount: Exact;
  readonly counted: Exact;
}

const usedOn = (use: PlacedUse, day: LocalDay): number =>
  usedIn(use, within(use, { start: day, end: addDays(day, 1) }));

/** What was used on a day, in the period of the line where it has one. */
const usedFor = (charge: TariffCharge, line: DraftLine, pricing: Pricing) => {
  const { use } = pricing;
  const schedule = 'schedule' in charge ? charge.schedule : undefined;
  if (line.period === undefined || schedule === undefined) return (day: LocalDay) => exact(usedOn(use, day));
  const periods = pricing.periodsOf(schedule);
  return (day: LocalDay) => {
    const [first, last] = within(use, { start: day, end: addDays(day, 1) });
    let sum = 0;
    for (let i = first; i < last; i += 1)
      if (periods.names[periods.at(use.day[i] ?? 0, use.quarter[i] ?? 0)] === line.period) sum += use.used[i] ?? 0;
    return exact(sum);
  };
};

const shared = (whole: Exact, weights: readonly Exact[]): Exact[] => {
  const all = sumOf(weights);
  return weights.map((weight) => (all.equals(0) ? whole.div(weights.length) : whole.mul(weight).div(all)));
};

/** Shared by what was used on the days; at a market's prices by what that cost; what is of no use by days alone. */
const partsOf = (charge: TariffCharge, line: DraftLine, rates: Rates, pricing: Pricing): DayPart[] => {
  const days = daysOf(line.from, line.to);
  const quantity = exact(line.quantity);
  const part = (amounts: readonly Exact[], counted: readonly Exact[]) =>
    days.map((day, i) => ({ day, rate: rateOn(rates, day), amount: amounts[i] ?? zero, counted: counted[i] ?? zero }));
  if (!isUnitCharge(charge) || line.kind !== charge.kind) {
    const even = days.map(() => exact(1));
    return part(shared(line.exactAmount, even), shared(quantity, even));
  }
  if (charge.market === undefined) {
    const used = days.map(usedFor(charge, line, pricing));
    return part(shared(line.exactAmount, used), shared(quantity, used));
  }
  const [held] = heldDays(charge, pricing).filter(({ start, end }) => start <= line.from && line.to <= end);
  if (held === undefined) return [];
  const costs = days.map((day) => marketCost(charge, { ...held, start: day, end: addDays(day, 1) }, pricing));
  const used = costs.map((one) => exact(one.used));
  const whole = sumOf(costs.map(({ cost }) => cost));
  // Use may count for a part alone.
  const counts = whole.equals(0) ? quantity.mul(pricing.counts).div(sumOf(used)) : line.exactAmount.div(whole);
  return part(
    costs.map(({ cost }) => cost.mul(counts)),
    shared(quantity, used),
  );
};

/** What of it has a rate, turned at that; undefined: none of it has. */
const turned = (line: DraftLine, parts: readonly DayPart[], currency: string): DraftLine | undefined => {
  const known = parts.flatMap(({ rate, ...part }) => (rate === null ? [] : [{ ...part, rate }]));
  // What only days without a rate come to is told, and no line of nothing.
  const isOfOthers = known.length < parts.length && known.every(({ amount }) => amount.equals(0));
  if (known.length === 0 || isOfOthers) return undefined;
  const amount = sumOf(known.map((part) => part.amount));
  const exactAmount = sumOf(known.map((part) => part.amount.mul(part.rate)));
  const rate = amount.equals(0) ? sumOf(known.map((part) => part.rate)).div(known.length) : exactAmount.div(amount);
  const isCounted = isOfUnits(line.kind) || line.kind === 'standing' || line.kind === 'discount';
  return {
    ...line,
    ...(isCounted &&
      known.length < parts.length && { quantity: quantityText(sumOf(known.map((part) => part.counted))) }),
    exactAmount,
    exchange: { currency, amount: textOf(amount, 2, 6), rate: textOf(rate, 0, 6) },
  };
};

/** Days that follow each other are one fault. */
const missingOn = (id: string, of: string, days: readonly LocalDay[], usedOf: (day: LocalDay) => number) => {
  const faults: PricingFault[] = [];
  for (const day of [...new Set(days)].sort()) {
    const to = addDays(day, 1);
    const before = faults.at(-1);
    if (before?.to === day) faults[faults.length - 1] = { ...before, to, used: before.used + usedOf(day) };
    else faults.push({ code: 'rate-missing', charge: id, of, from: day, to, used: usedOf(day) });
  }
  return faults;
};

/** What a charge comes to in the plan's currency; before, its lines are in its own. Of a day without a rate nothing is in them: it is told. */
export const exchanged = (charge: TariffCharge, priced: PricedCharge, pricing: Pricing): PricedCharge => {
  const exchange = exchangeOf(charge);
  if (!exchange) return priced;
  const { currency, series } = exchange;
  const rates = ownEntry(pricing.colours, series);
  const parted = priced.lines.map((line) => ({ line, parts: partsOf(charge, line, rates, pricing) }));
  const missing = parted.flatMap(({ parts }) =>
    parts.flatMap(({ day, rate, amount }) => (rate === null && !amount.equals(0) ? [day] : [])),
  );
  const usedOf = (day: LocalDay): number => (isUnitCharge(charge) ? usedOn(pricing.measured, day) : 0);
  return {
    lines: parted.flatMap(({ line, parts }) => turned(line, parts, currency) ?? []),
    faults: [...priced.faults, ...missingOn(charge.id, series, missing, usedOf)],
  };
};
