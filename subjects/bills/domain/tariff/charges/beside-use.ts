/** Charges that are not for use: by time, for power, and from other charges. */
import { daysBetween } from '#catalogue/local-day.ts';
import { exact, type Exact, leastOf, sumOf, textOf, zero } from '../exact.ts';
import { type PlacedUse, within } from '../interval-use.ts';
import {
  type AmountStep,
  type BoundCharge,
  type CapacityCharge,
  type DecimalText,
  type DemandCharge,
  type FixedCharge,
  isYearly,
  ownEntry,
  type ShareCharge,
  type TariffCharge,
} from '../plan.ts';
import type { PricingFault } from '../tariff-faults.ts';
import {
  type DraftLine,
  heldDays,
  heldUse,
  lineOf,
  type PlanFacts,
  type PricedCharge,
  type Pricing,
  unknownPeriod,
} from '../pricing.ts';
import { type ChargeDays, endsYear, timesPer, yearOf } from './charge-days.ts';

// Charges by time: so much a day, month, bill or year, or by the step in which the use of the cycle, or the contracted power, ends.

const amountAt = (value: Exact, steps: readonly AmountStep[], times: Exact): DecimalText =>
  steps.find(({ upTo }) => upTo === undefined || value.compare(exact(upTo).mul(times)) <= 0)?.amount ??
  steps.at(-1)?.amount ??
  '0';

/** Undefined: it goes by a power that nobody has said. */
const amountFor = (charge: FixedCharge, held: ChargeDays, pricing: Pricing): DecimalText | undefined => {
  const { byUse, byPower } = charge;
  if (byUse) return amountAt(heldUse(held, pricing).div(pricing.unit), byUse.steps, timesPer(byUse.per, held));
  if (byPower === undefined) return charge.amount ?? '0';
  const kW = contractedOf(pricing.facts.kW, null);
  return kW === undefined ? undefined : amountAt(exact(kW), byPower.steps, exact(1));
};

export const chargeTime = (charge: FixedCharge, pricing: Pricing): PricedCharge => {
  const faults: PricingFault[] = [];
  const lines = heldDays(charge, pricing).flatMap((held) => {
    const rate = amountFor(charge, held, pricing);
    if (rate === undefined) faults.push(powerMissing(charge, null, held));
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

// What power costs: the one that is contracted, and the highest that was drawn.

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

interface Peaks {
  readonly peaks: ReadonlyMap<string | null, Exact>;
  readonly faults: readonly PricingFault[];
}

/** When the window of an interval begins: windows follow the local clock, where a zone is off by half an hour too. */
const windowOf = ({ day, quarter, startS }: PlacedUse, i: number, windowS: number): number => {
  const localS = (day[i] ?? 0) * 86_400 + (quarter[i] ?? 0) * 900;
  return Math.floor((startS[i] ?? 0) / 900) * 900 - (((localS % windowS) + windowS) % windowS);
};

/** The highest mean power in each period, in kW; one window belongs to the period in which it begins. */
const peaksOf = (charge: DemandCharge, held: ChargeDays, pricing: Pricing): Peaks => {
  const { use } = pricing;
  const { schedule = '' } = charge;
  const windowS = Math.max(charge.windowMinutes * 60, use.spanS);
  const periods = charge.rates === undefined ? null : pricing.periodsOf(schedule);
  const unknown = unknownPeriod(charge.id, schedule, pricing);
  const peaks = new Map<string | null, number>();
  const [first, last] = within(use, held);
  for (let i = first; i < last; ) {
    const window = windowOf(use, i, windowS);
    const day = use.day[i] ?? 0;
    const name = periods ? periods.names[periods.at(day, use.quarter[i] ?? 0)] : null;
    let sum = 0;
    for (; i < last && windowOf(use, i, windowS) === window; i += 1) sum += use.used[i] ?? 0;
    if (name === undefined) unknown.add(day, sum);
    else peaks.set(name, Math.max(peaks.get(name) ?? 0, sum));
  }
  const kW = [...peaks].map(([name, used]) => [name, exact(used).mul(3600).div(windowS).div(1000)] as const);
  return { peaks: new Map(kW), faults: unknown.faults() };
};

export const chargeDemand = (charge: DemandCharge, pricing: Pricing): PricedCharge => {
  const rates: [string | null, DecimalText][] =
    charge.rates === undefined ? [[null, charge.rate ?? '0']] : Object.entries(charge.rates);
  const faults: PricingFault[] = [];
  const lines = heldDays(charge, pricing).flatMap((held) => {
    const { peaks, faults: found } = peaksOf(charge, held, pricing);
    faults.push(...found);
    return rates.flatMap(([period, rate]) => {
      const peak = peaks.get(period);
      if (peak === undefined || peak.compare(0) === 0) return [];
      return [
        {
          kind: 'demand' as const,
          ...lineOf(charge, held),
          ...(period !== null && { period }),
          quantity: textOf(peak, 0, 3),
          rate,
          per: charge.per,
          exactAmount: peak.mul(rate).mul(timesPer(charge.per, held)),
        },
      ];
    });
  });
  return { lines, faults };
};

// Charges that rest on others: derived ones, discounts, taxes, and what brings a bill up to a minimum or down to a maximum.

/** What the charges that it rests on come to, in these days. */
const baseOf = (charge: ShareCharge | BoundCharge, held: ChargeDays, { lines }: Pricing): Exact =>
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
  const { from, days, base, faults } = carried.get(charge.id) ?? { from: held.start, days: 0, base: zero, faults: [] };
  const soFar = { from, days: days + held.days, base: base.add(baseOf(charge, held, pricing)), faults };
  carried.set(charge.id, soFar);
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

export const chargeBound = (charge: BoundCharge, pricing: Pricing): PricedCharge => {
  const faults: PricingFault[] = [];
  const lines = heldDays(charge, pricing).flatMap((held) => {
    const bounded = boundOf(charge, held, pricing);
    if (bounded === null) return [];
    const { base, bound, year } = bounded;
    faults.push(...bounded.faults);
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
