/** Charges that rest on others: derived ones, discounts, taxes, and what tops a bill up to a minimum. */
import { type ChargeDays, timesPer } from './charge-days.ts';
import { type Exact, exact, leastOf, sumOf, textOf } from '../exact.ts';
import { heldDays, lineOf, type PricedCharge, type Pricing } from '../pricing.ts';
import type { MinimumCharge, ShareCharge } from '../plan.ts';

/** What the charges that it rests on come to, in these days. */
const baseOf = (charge: ShareCharge | MinimumCharge, held: ChargeDays, { lines }: Pricing): Exact =>
  sumOf(
    lines
      .filter((line) => line.from >= held.start && line.to <= held.end)
      .filter((line) => charge.of === 'all' || charge.of.includes(line.charge))
      .map(({ amount }) => amount),
  );

export const chargeShare = (charge: ShareCharge, pricing: Pricing): PricedCharge => ({
  faults: [],
  lines: heldDays(charge, pricing).flatMap((held) => {
    const base = baseOf(charge, held, pricing);
    if (base.equals(0) || exact(charge.percent).equals(0)) return [];
    const whole = base.mul(charge.percent).div(100);
    const { atMost } = charge;
    const amount = atMost ? leastOf(whole, exact(atMost.amount).mul(timesPer(atMost.per, held))) : whole;
    return [
      {
        kind: charge.kind,
        ...lineOf(charge, held),
        quantity: textOf(base),
        rate: charge.percent,
        exactAmount: charge.kind === 'discount' ? amount.neg() : amount,
      },
    ];
  }),
});

export const chargeMinimum = (charge: MinimumCharge, pricing: Pricing): PricedCharge => ({
  faults: [],
  lines: heldDays(charge, pricing).flatMap((held) => {
    const base = baseOf(charge, held, pricing);
    const least = exact(charge.amount).mul(timesPer(charge.per, held));
    if (base.compare(least) >= 0) return [];
    return [
      {
        kind: 'minimum' as const,
        ...lineOf(charge, held),
        quantity: textOf(base),
        rate: charge.amount,
        per: charge.per,
        exactAmount: least.sub(base),
      },
    ];
  }),
});
