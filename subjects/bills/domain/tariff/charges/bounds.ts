/** What brings a bill up to a minimum or down to a maximum; what a minimum cuts off a credit may be kept for later bills. */
import { daysBetween } from '#catalogue/local-day.ts';
import { exact, type Exact, leastOf, textOf, zero } from '../exact.ts';
import { type BoundCharge, isYearly } from '../plan.ts';
import { type DraftLine, heldDays, lineOf, type PricedCharge, type Pricing } from '../pricing.ts';
import type { PricingFault } from '../tariff-faults.ts';
import { baseOf } from './beside-use.ts';
import { inStore, type Lot, lotsOn, takeFrom } from './carried.ts';
import { type ChargeDays, endsYear, timesPer, yearOf } from './charge-days.ts';

/** What charges are held against: of these days, or of a whole year as it ends. */
interface Bounded extends Pick<DraftLine, 'year'> {
  readonly base: Exact;
  readonly bound: Exact;
  readonly faults: readonly PricingFault[];
}

/** Null: the year goes on, and its next days have to know what these came to; or nobody knows what those before did. */
const boundOfYear = (charge: BoundCharge, held: ChargeDays, pricing: Pricing): Bounded | null => {
  const { plan, carried, until } = pricing;
  if (carried === undefined) return null;
  const { from, days, base, faults } = carried.get(charge.id)?.year ?? {
    from: held.start,
    days: 0,
    base: zero,
    faults: [],
  };
  const soFar = { from, days: days + held.days, base: base.add(baseOf(charge, held, pricing)), faults };
  carried.set(charge.id, { year: soFar });
  if (!endsYear(charge, held, plan, until)) return null;
  carried.delete(charge.id);
  const { start, end } = yearOf(held.start, plan);
  const of = daysBetween(start, end);
  const share = soFar.days < of ? exact(soFar.days, of) : exact(1);
  const year = { from: soFar.from, days: soFar.days, of };
  return { base: soFar.base, bound: exact(charge.amount).mul(share), faults, year };
};

const boundOf = (charge: BoundCharge, held: ChargeDays, pricing: Pricing): Bounded | null =>
  isYearly(charge)
    ? boundOfYear(charge, held, pricing)
    : {
        base: baseOf(charge, held, pricing),
        bound: exact(charge.amount).mul(timesPer(charge.per, held)),
        faults: [],
      };

// A credit that is kept: the minimum cuts it off this bill, and later ones have it while they are above theirs.

/** What is left in store is what a line says as its quantity. */
const creditLine = (charge: BoundCharge, held: ChargeDays, left: readonly Lot[], exactAmount: Exact): DraftLine => ({
  kind: 'credit',
  from: held.start,
  to: held.end,
  charge: charge.id,
  quantity: textOf(inStore(left)),
  rate: '0',
  exactAmount,
});

/** Above the minimum by `room`; below nothing: so much of a credit is left over. */
const keepCredit = (charge: BoundCharge, held: ChargeDays, room: Exact, pricing: Pricing): DraftLine[] => {
  const { plan, carried, until } = pricing;
  const { keep = {} } = charge;
  const lots = lotsOn(carried?.get(charge.id), keep, plan, held.start);
  const { taken, left: rest } = takeFrom(lots, leastOf(inStore(lots), room.compare(0) > 0 ? room : zero));
  const over = room.compare(0) < 0 ? room.neg() : zero;
  const left = over.equals(0) ? rest : [...rest, { start: held.start, end: held.end, amount: over }];
  const isPaid = keep.yearEnd === 'paid' && carried !== undefined && endsYear(charge, held, plan, until);
  carried?.set(charge.id, { lots: isPaid ? [] : left });
  const lines = [
    ...(over.equals(0) ? [] : [creditLine(charge, held, left, over)]),
    ...(taken.equals(0) ? [] : [creditLine(charge, held, left, taken.neg())]),
    ...(isPaid && left.length > 0 ? [creditLine(charge, held, [], inStore(left).neg())] : []),
  ];
  return lines;
};

export const chargeBound = (charge: BoundCharge, pricing: Pricing): PricedCharge => {
  const faults: PricingFault[] = [];
  const lines = heldDays(charge, pricing).flatMap((held) => {
    const bounded = boundOf(charge, held, pricing);
    if (bounded === null) return [];
    const { base, bound, year } = bounded;
    faults.push(...bounded.faults);
    if (charge.keep !== undefined) return keepCredit(charge, held, base.sub(bound), pricing);
    const isKept = charge.kind === 'minimum' ? base.compare(bound) >= 0 : base.compare(bound) <= 0;
    if (isKept) return [];
    return [
      {
        kind: charge.kind,
        ...lineOf(charge, held),
        quantity: textOf(base),
        rate: charge.amount,
        per: charge.per,
        ...(year && { year }),
        exactAmount: bound.sub(base),
      },
    ];
  });
  return { lines, faults };
};
