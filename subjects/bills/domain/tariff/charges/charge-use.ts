/** What the use of a cycle costs, and what is paid for what went back: flat, by blocks, by the period of the day, or at a market's price. */
import { type Exact, exact, greatestOf, leastOf, roundTo, sumOf, textOf, zero } from '../exact.ts';
import { type Days, usedIn, within } from '../interval-use.ts';
import type { ReturnedCharge, RoundingMode, UnitCharge, UnitPrice, UseCharge } from '../plan.ts';
import {
  type DraftLine,
  heldDays,
  heldUse,
  lineOf,
  type PricedCharge,
  type Pricing,
  quantityText,
  sharedDays,
  unknownPeriod,
} from '../pricing.ts';
import type { PricingFault } from '../tariff-faults.ts';
import { blockParts } from './block-use.ts';
import { inStore, type Lot, lotsOn, takeFrom } from './carried.ts';
import { type ChargeDays, endsYear, timesPer } from './charge-days.ts';
import { exchanged } from './exchange.ts';
import { marketCost } from './market-cost.ts';
import { goesBySize, sizeMissing } from './meter-size.ts';

/** Use of one price: in the whole of these days, or in one period of them. */
interface UsePart {
  readonly period?: string;
  readonly price: UnitPrice;
  readonly used: Exact;
  /** What was taken off it before it is priced: of these days, and of those before. */
  readonly net?: { readonly returned: Exact; readonly kept: Exact };
}

/** Sums by period, and what falls in none. */
const byPeriod = (
  charge: UnitCharge,
  held: ChargeDays,
  pricing: Pricing,
): { sums: Map<string, Exact>; faults: PricingFault[] } => {
  const { use, measured } = pricing;
  const { schedule = '' } = charge;
  const periods = pricing.periodsOf(schedule);
  const sums = new Float64Array(periods.names.length);
  const unknown = unknownPeriod(charge.id, schedule, pricing);
  const { days, share } = sharedDays(held, pricing);
  const [first, last] = within(use, days);
  const [firstHeld, lastHeld] = within(use, held);
  for (let i = first; i < last; i += 1) {
    const [used, day] = [use.used[i] ?? 0, use.day[i] ?? 0];
    const period = periods.at(day, use.quarter[i] ?? 0);
    if (period >= 0) sums[period] = (sums[period] ?? 0) + used;
    else if (i >= firstHeld && i < lastHeld) unknown.add(day, measured.used[i] ?? 0);
  }
  return {
    sums: new Map(periods.names.map((name, i) => [name, exact(sums[i] ?? 0).mul(share)])),
    faults: unknown.faults(),
  };
};

const partsOf = (
  charge: UnitCharge,
  held: ChargeDays,
  pricing: Pricing,
): { parts: UsePart[]; faults: PricingFault[] } => {
  const price = charge.rate ?? charge.blocks;
  if (price !== undefined) return { parts: [{ price, used: heldUse(held, pricing) }], faults: [] };
  const { sums, faults } = byPeriod(charge, held, pricing);
  const parts = Object.entries(charge.rates ?? {}).map(([period, rate]) => ({
    period,
    price: rate,
    used: sums.get(period) ?? zero,
  }));
  return { parts, faults };
};

// What went back, taken off what was drawn: of each period by itself, with what was left over before.

const returnedUse = (pricing: Pricing): Pricing | null => {
  const { returned } = pricing.measured;
  if (returned === undefined) return null;
  const use = { ...pricing.measured, used: returned };
  return { ...pricing, use, measured: use };
};

const netParts = (
  charge: UseCharge,
  held: ChargeDays,
  pricing: Pricing,
  parts: readonly UsePart[],
): { parts: readonly UsePart[]; lines: readonly DraftLine[] } => {
  const { plan, carried, until } = pricing;
  const back = returnedUse(pricing);
  const returned = back === null ? [] : partsOf(charge, held, back).parts;
  const { keep } = charge.net ?? {};
  let lots = keep ? lotsOn(carried?.get(charge.id), keep, plan, held.start) : [];
  const netted = parts.map((part, i) => {
    const sent = returned[i]?.used ?? zero;
    const isOwn = (lot: Lot): boolean => lot.period === part.period;
    const [own, others] = [lots.filter(isOwn), lots.filter((lot) => !isOwn(lot))];
    const open = part.used.sub(sent);
    const { taken, left } = takeFrom(own, leastOf(inStore(own), greatestOf(open, zero)));
    const over = greatestOf(open.neg(), zero);
    const more = over.equals(0) || !keep ? [] : [{ ...daysOf(held), period: part.period, amount: over }];
    lots = [...others, ...left, ...more];
    const isNet = !sent.equals(0) || !taken.equals(0);
    return {
      ...part,
      used: greatestOf(open, zero).sub(taken),
      ...(isNet && { net: { returned: sent, kept: taken } }),
    };
  });
  const isPaid = keep?.paidAt !== undefined && carried !== undefined && endsYear(charge, held, plan, until);
  if (keep) carried?.set(charge.id, { lots: isPaid ? [] : lots });
  const paid = isPaid ? inStore(lots) : zero;
  if (paid.equals(0)) return { parts: netted, lines: [] };
  const line = lineOfUse(charge, held, pricing, paid, keep?.paidAt ?? '0', { kind: 'returned' });
  return { parts: netted, lines: [{ ...line, exactAmount: line.exactAmount.neg() }] };
};

const daysOf = ({ start, end }: ChargeDays): Days => ({ start, end });

/** Use is kept in whole Wh or mL: within half of one, a whole unit is one. */
const half: Record<RoundingMode, Exact> = { up: exact(-1, 2), down: exact(1, 2), 'half-up': zero, 'half-even': zero };

const toWhole = (used: Exact, unit: Exact, mode: RoundingMode): Exact =>
  roundTo(greatestOf(used.abs().add(half[mode]), zero), unit, mode).mul(used.s);

/** As a meter that is read in whole units has it. */
const billedWhole = (
  { wholeUnits: mode }: UnitCharge,
  parts: readonly UsePart[],
  { unit }: Pricing,
): readonly UsePart[] =>
  mode === undefined ? parts : parts.map((part) => ({ ...part, used: toWhole(part.used, unit, mode) }));

/** How much of what was used counts, 0 to 1. */
const countedShare = (charge: UnitCharge, held: ChargeDays, used: Exact, { unit }: Pricing): Exact => {
  const share = exact(charge.sharePercent ?? '100').div(100);
  if (charge.atMost === undefined || used.compare(0) <= 0) return share;
  const most = exact(charge.atMost.units).mul(timesPer(charge.atMost.per, held)).mul(unit);
  return leastOf(share, most.div(used));
};

const quantityOf = (used: Exact, { counts }: Pricing): string => quantityText(used.div(counts));

/** What stands beside use that is nothing: the first price. */
const meanRate = (price: UnitPrice): string =>
  typeof price === 'string' ? price : (price.tables[0]?.steps[0]?.rate ?? '0');

const lineOfUse = (
  charge: UnitCharge,
  held: ChargeDays,
  pricing: Pricing,
  used: Exact,
  rate: string,
  rest: Partial<DraftLine>,
): DraftLine => ({
  kind: charge.kind,
  ...lineOf(charge, held),
  quantity: quantityOf(used, pricing),
  rate,
  unit: pricing.plan.unit,
  exactAmount: used.div(pricing.unit).mul(rate),
  ...rest,
});

const linesOfPart = (
  charge: UnitCharge,
  held: ChargeDays,
  pricing: Pricing,
  { price, used, period, net }: UsePart,
  usedInAll: Exact,
  usedBefore: UsedBefore,
): DraftLine[] => {
  const named = {
    ...(period !== undefined && { period }),
    ...(net && { net: { returned: quantityOf(net.returned, pricing), kept: quantityOf(net.kept, pricing) } }),
  };
  if (used.equals(zero)) return net ? [lineOfUse(charge, held, pricing, used, meanRate(price), named)] : [];
  if (typeof price === 'string') return [lineOfUse(charge, held, pricing, used, price, named)];
  const size = pricing.unit;
  const isShared = price.of === 'all';
  const own = (part: Exact): Exact => (isShared ? part.mul(used).div(usedInAll) : part);
  const before = usedBefore(isShared ? undefined : period);
  const all = (isShared ? usedInAll : used).div(size);
  return blockParts(all, price, held, pricing.facts.persons ?? 1, before?.div(size)).map((part) =>
    lineOfUse(charge, held, pricing, own(part.used.mul(size)), part.step.rate, {
      ...named,
      block: { above: textOf(part.above, 0, 6), ...(part.upTo && { upTo: textOf(part.upTo, 0, 6) }) },
    }),
  );
};

// Blocks by the year: what these days used falls in the steps that come after what the year has used before.

/** Of a period, or of all; undefined: nobody knows, and steps are shared by days. */
type UsedBefore = (period: string | undefined) => Exact | undefined;

const usedInYear = (charge: UnitCharge, held: ChargeDays, parts: readonly UsePart[], pricing: Pricing): UsedBefore => {
  const { plan, carried } = pricing;
  if (!parts.some(({ price }) => typeof price === 'object' && price.per === 'year')) return () => undefined;
  if (carried === undefined) return () => undefined;
  const kept = carried.get(charge.id);
  const before = lotsOn({ lots: kept?.ofYear ?? [] }, { until: 'year' }, plan, held.start);
  const added = parts.map(({ period, used }) => ({ ...daysOf(held), period, amount: used }));
  carried.set(charge.id, { ...kept, ofYear: [...before, ...added] });
  return (period) => inStore(period === undefined ? before : before.filter((lot) => lot.period === period));
};

/** Blocks of several periods that something was used in, where nobody has said whose use they count: it is then each one's own. */
const blocksApart = (
  { id }: UnitCharge,
  { start, end }: ChargeDays,
  parts: readonly UsePart[],
  { counts }: Pricing,
): PricingFault[] => {
  const used = parts.filter((part) => part.period !== undefined && part.used.compare(0) > 0);
  if (used.length < 2 || used.every(({ price }) => typeof price === 'string' || price.of !== undefined)) return [];
  const all = sumOf(used.map((part) => part.used));
  return [{ code: 'tiers-by-period', charge: id, from: start, to: end, used: all.div(counts).valueOf() }];
};

const marketLines = (charge: UnitCharge, held: ChargeDays, pricing: Pricing): PricedCharge => {
  const { used, cost, faults } = marketCost(charge, held, pricing);
  if (used === 0) return { lines: [], faults };
  const counted = countedShare(charge, held, exact(used), pricing);
  const exactAmount = cost.mul(counted);
  const mean = cost.div(exact(used).div(pricing.unit));
  const line = lineOfUse(charge, held, pricing, exact(used).mul(counted), textOf(mean, 0, 6), {
    isMean: true,
    exactAmount,
  });
  return { lines: [line], faults };
};

const usedOn = (held: ChargeDays, { measured }: Pricing): number => usedIn(measured, within(measured, held));

export const chargeUse = (charge: UnitCharge, pricing: Pricing): PricedCharge => {
  const priced = heldDays(charge, pricing).map((held): PricedCharge => {
    if (charge.market !== undefined) return marketLines(charge, held, pricing);
    if (goesBySize(charge)) return { lines: [], faults: [sizeMissing(charge, held, usedOn(held, pricing))] };
    const { parts: measured, faults } = partsOf(charge, held, pricing);
    const { parts: netted, lines: paid } =
      charge.kind === 'use' && charge.net ? netParts(charge, held, pricing, measured) : { parts: measured, lines: [] };
    const parts = billedWhole(charge, netted, pricing);
    const all = parts.reduce((sum, { used }) => sum.add(used), zero);
    const counted = countedShare(charge, held, all, pricing);
    const ofParts = parts.map((part) => ({ ...part, used: part.used.mul(counted) }));
    const before = usedInYear(charge, held, ofParts, pricing);
    const lines = ofParts.flatMap((part) => linesOfPart(charge, held, pricing, part, all.mul(counted), before));
    return { faults: [...faults, ...blocksApart(charge, held, parts, pricing)], lines: [...lines, ...paid] };
  });
  const all = { lines: priced.flatMap(({ lines }) => lines), faults: priced.flatMap(({ faults }) => faults) };
  return exchanged(charge, all, pricing);
};

/** A line that says so, where what it prices is not measured apart. */
export const unmeasured = (charge: UseCharge, pricing: Pricing): PricedCharge => {
  const price = charge.rate ?? charge.blocks ?? Object.values(charge.rates ?? {})[0] ?? '0';
  const lines = heldDays(charge, pricing).map((held) =>
    lineOfUse(charge, held, pricing, zero, meanRate(price), { isUnmeasured: true }),
  );
  return { lines, faults: [] };
};
const credited = ({ exactAmount, exchange, ...line }: DraftLine): DraftLine => ({
  ...line,
  exactAmount: exactAmount.neg(),
  ...(exchange && { exchange: { ...exchange, amount: textOf(exact(exchange.amount).neg(), 2, 6) } }),
});

/** What went back is priced as use is, and taken off. */
export const chargeReturned = (charge: ReturnedCharge, pricing: Pricing): PricedCharge => {
  const back = returnedUse(pricing);
  if (back === null) return { lines: [], faults: [] };
  const { lines, faults } = chargeUse(charge, back);
  return { faults, lines: lines.map(credited) };
};
