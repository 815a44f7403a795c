/** What one cycle of one utility costs under one tariff: every line exact, rounded once, and their sum. */
import type { BillLine } from '../bill/bill-line.ts';
import { minorDigits } from '../bill/exact-amount.ts';
import { chargeCapacity, chargeDemand } from './charges/charge-power.ts';
import { chargeMinimum, chargeShare } from './charges/charge-share.ts';
import { chargeTime } from './charges/charge-time.ts';
import { chargeUse } from './charges/charge-use.ts';
import { type Exact, exact, roundTo, sumOf, textOf } from './exact.ts';
import {
  type DraftLine,
  type PlanInput,
  type PricedCharge,
  type Pricing,
  pricingOf,
  roundLine,
  unpricedUse,
} from './pricing.ts';
import type { PricingFault } from './pricing-fault.ts';
import type { DecimalText, TariffCharge } from './plan.ts';

export interface PricedPlan {
  /** They sum to `total`, exactly. */
  readonly lines: readonly BillLine[];
  readonly total: DecimalText;
  /** What has no price, by name; the lines and the total are without it. */
  readonly faults: readonly PricingFault[];
}

const price = (charge: TariffCharge, pricing: Pricing): PricedCharge => {
  switch (charge.kind) {
    case 'fixed':
      return chargeTime(charge, pricing);
    case 'use':
      return chargeUse(charge, pricing);
    case 'capacity':
      return chargeCapacity(charge, pricing);
    case 'demand':
      return chargeDemand(charge, pricing);
    case 'minimum':
      return chargeMinimum(charge, pricing);
    case 'derived':
    case 'discount':
    case 'tax':
      return chargeShare(charge, pricing);
  }
};

/** Prices `[cycle.start, cycle.end)`. Throws for a plan that `checkPlan` finds fault with. */
export const pricePlan = (input: PlanInput): PricedPlan => {
  const { plan, cycle } = input;
  const drafts: (DraftLine & { readonly amount: Exact })[] = [];
  const pricing = pricingOf(input, drafts);
  const digits = minorDigits(plan.currency);
  const minor = exact(1n, 10n ** BigInt(digits));
  const faults: PricingFault[] = [];
  for (const charge of plan.charges) {
    const priced = price(charge, pricing);
    faults.push(...priced.faults);
    drafts.push(...priced.lines.map((line) => ({ ...line, amount: roundLine(line.exactAmount, charge, plan, minor) })));
  }
  const sum = sumOf(drafts.map(({ amount }) => amount));
  const step = plan.rounding?.total === undefined ? minor : exact(plan.rounding.total);
  const total = roundTo(sum, step, plan.rounding?.mode ?? 'half-up');
  const lines: BillLine[] = drafts.map(({ exactAmount: _exact, amount, ...line }) => ({
    utility: plan.utility,
    ...line,
    amount: textOf(amount, digits),
  }));
  if (!total.equals(sum))
    lines.push({
      utility: plan.utility,
      kind: 'rounding',
      from: cycle.start,
      to: cycle.end,
      quantity: textOf(sum, digits),
      rate: textOf(step),
      amount: textOf(total.sub(sum), digits),
    });
  return { lines, total: textOf(total, digits), faults: [...faults, ...unpricedUse(pricing)] };
};
