/** Charges in another currency than the bill's: what each day of a line comes to, at the rate of that day. */
import { addDays, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import { type Exact, exact, sumOf, textOf, zero } from '../exact.ts';
import { usedOn, within } from '../interval-use.ts';
import { exchangeOf, isOfUnits, isUnitCharge, ownEntry, type TariffCharge } from '../plan.ts';
import { type DraftLine, heldDays, type PricedCharge, type Pricing, quantityText } from '../pricing.ts';
import type { DayColours } from '../schedule-periods.ts';
import { spansOfDays } from '../tariff-faults.ts';
import { marketCost } from './market-cost.ts';

/** Days without a rate of their own (weekends, holidays) between two that have one: a week at most. */
export const rateDays = 7;

type Rates = DayColours[string] | undefined;

/** Rates are kept by the day, as colours are: no colour is such a number. The database says it the same way. */
export const isRate = (text: string): boolean => /^(?=.*[1-9])[0-9]+([.][0-9]+)?$/.test(text);

const ownRate = (rates: Rates, day: LocalDay): Exact | null => {
  const text = ownEntry(rates, day);
  return text !== undefined && isRate(text) ? exact(text) : null;
};

const nearest = (rates: Rates, day: LocalDay, by: 1 | -1): Exact | null => {
  for (let away = 1; away <= rateDays; away += 1) {
    const rate = ownRate(rates, addDays(day, by * away));
    if (rate) return rate;
  }
  return null;
};

interface DayRate {
  readonly rate: Exact;
  /** The last one that is known, on a day whose own may still be published. */
  readonly isHeld: boolean;
}

/** The day's own, or the one before where a later one is known too. What may still be published is not guessed, but where the last one is to be held. */
const rateOn = (rates: Rates, day: LocalDay, last: LocalDay | undefined): DayRate | null => {
  const known = ownRate(rates, day) ?? (nearest(rates, day, 1) && nearest(rates, day, -1));
  if (known) return { rate: known, isHeld: false };
  const held = last !== undefined && last < day ? ownRate(rates, last) : null;
  return held && { rate: held, isHeld: true };
};

const lastDayOf = (rates: Rates): LocalDay | undefined =>
  Object.keys(rates ?? {})
    .filter((day) => ownRate(rates, day))
    .reduce<LocalDay | undefined>((last, day) => (last !== undefined && last > day ? last : day), undefined);

/** A day of a line: how much of it, and of what was counted, belongs to it. */
interface DayPart {
  readonly day: LocalDay;
  readonly rate: DayRate | null;
  readonly amount: Exact;
  readonly counted: Exact;
}

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
  const last = pricing.holdsRates ? lastDayOf(rates) : undefined;
  const part = (amounts: readonly Exact[], counted: readonly Exact[]) =>
    days.map((day, i) => ({
      day,
      rate: rateOn(rates, day, last),
      amount: amounts[i] ?? zero,
      counted: counted[i] ?? zero,
    }));
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
  const known = parts.flatMap(({ rate, ...part }) => (rate === null ? [] : [{ ...part, rate: rate.rate }]));
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

/** What a charge comes to in the plan's currency; before, its lines are in its own. Of a day without a rate nothing is in them: it is told. */
export const exchanged = (charge: TariffCharge, priced: PricedCharge, pricing: Pricing): PricedCharge => {
  const exchange = exchangeOf(charge);
  if (!exchange) return priced;
  const { currency, series } = exchange;
  const rates = ownEntry(pricing.colours, series);
  const parted = priced.lines.map((line) => ({ line, parts: partsOf(charge, line, rates, pricing) }));
  const usedOf = (day: LocalDay): number => (isUnitCharge(charge) ? usedOn(pricing.measured, day) : 0);
  const told = (code: 'rate-missing' | 'rate-expected', isSo: (rate: DayRate | null) => boolean) => {
    const days = parted.flatMap(({ parts }) =>
      parts.flatMap(({ day, rate, amount }) => (isSo(rate) && !amount.equals(0) ? [day] : [])),
    );
    const sorted = [...new Set(days)].sort();
    return spansOfDays(
      { code, charge: charge.id, of: series },
      sorted.map((day) => [day, usedOf(day)] as const),
    );
  };
  return {
    lines: parted.flatMap(({ line, parts }) => turned(line, parts, currency) ?? []),
    faults: [
      ...priced.faults,
      ...told('rate-missing', (rate) => rate === null),
      ...told('rate-expected', (rate) => rate?.isHeld === true),
    ],
  };
};
