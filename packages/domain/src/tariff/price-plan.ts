/** What one cycle of one utility costs under one tariff: every line exact, rounded once, and their sum. */
import type { BillLine } from '../bill/bill-line.ts';
import { minorDigits } from '../bill/exact-amount.ts';
import { chargeCapacity, chargeDemand } from './charges/charge-power.ts';
import { chargeMinimum, chargeShare } from './charges/charge-share.ts';
import { chargeTime } from './charges/charge-time.ts';
import { chargeUse, unpricedDays } from './charges/charge-use.ts';
import { type Exact, exact, roundTo, sumOf, textOf } from './exact.ts';
import { placeUse, useNear } from './interval-use.ts';
import { ownEntry } from './own-entry.ts';
import {
  type DraftLine,
  type PlanInput,
  type PricedCharge,
  type Pricing,
  type PricingFault,
  roundLine,
} from './pricing.ts';
import { type SchedulePeriods, schedulePeriods } from './schedule-periods.ts';
import type { DecimalText, TariffCharge } from './tariff-plan.ts';

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

type PricedLine = DraftLine & { readonly amount: Exact };

const pricingOf = ({
  plan,
  cycle,
  timeZone,
  use,
  facts = {},
  prices = {},
  colours = {},
}: PlanInput): Pricing & { lines: PricedLine[] } => {
  const known = new Map<string, SchedulePeriods>();
  return {
    plan,
    cycle,
    timeZone,
    use: placeUse(useNear(use, cycle), plan.timeZone ?? timeZone),
    facts,
    prices,
    lines: [],
    periodsOf: (name) => {
      const schedule = ownEntry(plan.schedules, name);
      if (!schedule) throw new RangeError(`no schedule ${name}`);
      const periods = known.get(name) ?? schedulePeriods(schedule, plan.calendars ?? {}, colours);
      known.set(name, periods);
      return periods;
    },
  };
};

/** Prices `[cycle.start, cycle.end)`. Throws for a plan that `checkPlan` finds fault with. */
export const pricePlan = (input: PlanInput): PricedPlan => {
  const { plan, cycle } = input;
  const pricing = pricingOf(input);
  const digits = minorDigits(plan.currency);
  const minor = exact(1n, 10n ** BigInt(digits));
  const faults: PricingFault[] = [];
  for (const charge of plan.charges) {
    const priced = price(charge, pricing);
    faults.push(...priced.faults);
    pricing.lines.push(
      ...priced.lines.map((line) => ({ ...line, amount: roundLine(line.exactAmount, charge, plan, minor) })),
    );
  }
  const sum = sumOf(pricing.lines.map(({ amount }) => amount));
  const step = plan.rounding?.total === undefined ? minor : exact(plan.rounding.total);
  const total = roundTo(sum, step, plan.rounding?.mode ?? 'half-up');
  const lines: BillLine[] = pricing.lines.map(({ exactAmount: _exact, amount, ...line }) => ({
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
  return { lines, total: textOf(total, digits), faults: [...faults, ...unpricedDays(pricing)] };
};
