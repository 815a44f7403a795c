/** Charges by time: so much a day, month, bill or year, or by the step in which the use of the cycle ends. */
import { type ChargeDays, timesPer } from './charge-days.ts';
import { exact } from '../exact.ts';
import { heldDays, heldUse, lineOf, type PricedCharge, type Pricing } from '../pricing.ts';
import type { DecimalText, FixedCharge } from '../plan.ts';

const amountFor = (charge: FixedCharge, held: ChargeDays, pricing: Pricing): DecimalText => {
  const { byUse } = charge;
  if (byUse === undefined) return charge.amount ?? '0';
  const units = heldUse(held, pricing).div(pricing.unit);
  const step = byUse.steps.find(
    ({ upTo }) => upTo === undefined || units.compare(exact(upTo).mul(timesPer(byUse.per, held))) <= 0,
  );
  return step?.amount ?? byUse.steps.at(-1)?.amount ?? '0';
};

export const chargeTime = (charge: FixedCharge, pricing: Pricing): PricedCharge => ({
  faults: [],
  lines: heldDays(charge, pricing).flatMap((held) => {
    const rate = amountFor(charge, held, pricing);
    if (exact(rate).equals(0)) return [];
    return [
      {
        kind: exact(rate).compare(0) < 0 ? ('discount' as const) : ('standing' as const),
        ...lineOf(charge, held),
        quantity: String(held.days),
        rate,
        per: charge.per,
        exactAmount: exact(rate).mul(timesPer(charge.per, held, charge.by)),
      },
    ];
  }),
});
