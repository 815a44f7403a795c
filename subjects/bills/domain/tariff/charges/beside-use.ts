/** Charges that are not for use: by time, for the power that is contracted, and percent of other charges. */
import { exact, type Exact, leastOf, sumOf, textOf } from '../exact.ts';
import {
  type AmountStep,
  type Blocks,
  type BoundCharge,
  type CapacityCharge,
  type DecimalText,
  type FixedCharge,
  ownEntry,
  type ShareCharge,
  type TariffCharge,
} from '../plan.ts';
import type { PricingFault } from '../tariff-faults.ts';
import { heldDays, heldUse, lineOf, type PlanFacts, type PricedCharge, type Pricing } from '../pricing.ts';
import { type ChargeDays, timesPer } from './charge-days.ts';
import { sizeMissing } from './meter-size.ts';

// Charges by time: so much a day, month, bill or year, or by the step in which the use of the cycle, or the contracted power, ends.

/** The step in which a value ends; beyond the last, the last. */
export const stepAt = <Step extends Pick<AmountStep, 'upTo'>>(
  value: Exact,
  steps: readonly Step[],
  times = exact(1),
): Step | undefined =>
  steps.find(({ upTo }) => upTo === undefined || value.compare(exact(upTo).mul(times)) <= 0) ?? steps.at(-1);

/** Of the use of these days, where the steps are for others. */
const stepOfUse = <Step extends Pick<AmountStep, 'upTo'>>(
  { per, steps }: { readonly per: Blocks['per']; readonly steps: readonly Step[] },
  held: ChargeDays,
  pricing: Pricing,
): Step | undefined => stepAt(heldUse(held, pricing).div(pricing.unit), steps, timesPer(per, held));

/** Undefined: it goes by a size or a power that nobody has said. */
const amountFor = (charge: FixedCharge, held: ChargeDays, pricing: Pricing): DecimalText | undefined => {
  const { byUse, byPower, bySize } = charge;
  if (bySize) return undefined;
  if (byUse) return stepOfUse(byUse, held, pricing)?.amount ?? '0';
  if (byPower === undefined) return charge.amount ?? '0';
  const kW = contractedOf(pricing.facts.kW, null);
  return kW === undefined ? undefined : (stepAt(exact(kW), byPower.steps)?.amount ?? '0');
};

export const chargeTime = (charge: FixedCharge, pricing: Pricing): PricedCharge => {
  const faults: PricingFault[] = [];
  const lines = heldDays(charge, pricing).flatMap((held) => {
    const rate = amountFor(charge, held, pricing);
    if (rate === undefined) faults.push(charge.bySize ? sizeMissing(charge, held) : powerMissing(charge, null, held));
    if (rate === undefined || exact(rate).equals(0)) return [];
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
  });
  return { lines, faults };
};

// What power costs that is contracted.

/** What a rate for all periods is asked of, where each has a power of its own. */
const highestOf = (powers: readonly DecimalText[]): DecimalText | undefined =>
  powers.reduce<DecimalText | undefined>(
    (highest, kW) => (highest === undefined || exact(kW).compare(exact(highest)) > 0 ? kW : highest),
    undefined,
  );

const contractedOf = (kW: PlanFacts['kW'], period: string | null): DecimalText | undefined =>
  typeof kW === 'object' ? (period === null ? highestOf(Object.values(kW)) : ownEntry(kW, period)) : kW;

const powerMissing = ({ id }: TariffCharge, period: string | null, { start, end }: ChargeDays): PricingFault => ({
  code: 'capacity-missing',
  charge: id,
  of: period ?? '',
  from: start,
  to: end,
  used: 0,
});

export const chargeCapacity = (charge: CapacityCharge, pricing: Pricing): PricedCharge => {
  const rates: [string | null, DecimalText][] =
    charge.rates === undefined ? [[null, charge.rate ?? '0']] : Object.entries(charge.rates);
  const faults: PricingFault[] = [];
  const lines = heldDays(charge, pricing).flatMap((held) =>
    rates.flatMap(([period, rate]) => {
      const kW = contractedOf(pricing.facts.kW, period) ?? contractedOf(charge.kW, period);
      if (kW === undefined) {
        faults.push(powerMissing(charge, period, held));
        return [];
      }
      return [
        {
          kind: 'capacity' as const,
          ...lineOf(charge, held),
          ...(period !== null && { period }),
          quantity: kW,
          rate,
          per: charge.per,
          exactAmount: exact(kW)
            .mul(rate)
            .mul(timesPer(charge.per, held, charge.by)),
        },
      ];
    }),
  );
  return { lines, faults };
};

// Percent of others: derived charges, discounts, taxes.

/** What the charges that it rests on come to, in these days. */
export const baseOf = (charge: ShareCharge | BoundCharge, held: ChargeDays, { lines }: Pricing): Exact =>
  sumOf(
    lines
      .filter((line) => line.from >= held.start && line.to <= held.end)
      .filter((line) => charge.of === 'all' || charge.of.includes(line.charge))
      .map(({ amount }) => amount),
  );

/** Percent for these days. */
export const percentOf = ({ percent = '0', byUse }: ShareCharge, held: ChargeDays, pricing: Pricing): DecimalText =>
  byUse ? (stepOfUse(byUse, held, pricing)?.percent ?? '0') : percent;

export const chargeShare = (charge: ShareCharge, pricing: Pricing): PricedCharge => ({
  faults: [],
  lines: heldDays(charge, pricing).flatMap((held) => {
    const base = baseOf(charge, held, pricing);
    const percent = percentOf(charge, held, pricing);
    if (base.equals(0) || exact(percent).equals(0)) return [];
    const whole = base.mul(percent).div(100);
    const { atMost } = charge;
    const amount = atMost ? leastOf(whole, exact(atMost.amount).mul(timesPer(atMost.per, held))) : whole;
    return [
      {
        kind: charge.kind,
        ...lineOf(charge, held),
        quantity: textOf(base),
        rate: percent,
        exactAmount: charge.kind === 'discount' ? amount.neg() : amount,
      },
    ];
  }),
});
