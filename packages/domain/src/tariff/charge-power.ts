/** What power costs: the one that is contracted, and the highest that was drawn. */
import { type ChargeDays, timesPer } from './charge-days.ts';
import { type Exact, exact, textOf } from './exact.ts';
import { within } from './interval-use.ts';
import { heldDays, lineOf, type PlanFacts, type PricedCharge, type Pricing, type PricingFault } from './pricing.ts';
import type { CapacityCharge, DecimalText, DemandCharge } from './tariff-plan.ts';

const contracted = (charge: CapacityCharge, facts: PlanFacts, period: string | null): DecimalText | undefined => {
  const of = (kW: PlanFacts['kW']): DecimalText | undefined =>
    typeof kW === 'object' ? (period === null ? undefined : kW[period]) : kW;
  return of(facts.kW) ?? of(charge.kW);
};

export const chargeCapacity = (charge: CapacityCharge, pricing: Pricing): PricedCharge => {
  const rates: [string | null, DecimalText][] =
    charge.rates === undefined ? [[null, charge.rate ?? '0']] : Object.entries(charge.rates);
  const faults: PricingFault[] = [];
  const lines = heldDays(charge, pricing).flatMap((held) =>
    rates.flatMap(([period, rate]) => {
      const kW = contracted(charge, pricing.facts, period);
      if (kW === undefined) {
        faults.push({
          code: 'capacity-missing',
          charge: charge.id,
          of: period ?? '',
          from: held.start,
          to: held.end,
          used: 0,
        });
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

/** The highest mean power in each period, in kW; one window belongs to the period in which it begins. */
const peaksOf = (charge: DemandCharge, held: ChargeDays, pricing: Pricing): Map<string | null, Exact> => {
  const { use } = pricing;
  const windowS = Math.max(charge.windowMinutes * 60, use.spanS);
  const periods = charge.schedule === undefined ? null : pricing.periodsOf(charge.schedule);
  const peaks = new Map<string | null, number>();
  const [first, last] = within(use, held);
  for (let i = first; i < last; ) {
    const window = Math.floor((use.startS[i] ?? 0) / windowS);
    const name = periods ? (periods.names[periods.at(use.day[i] ?? 0, use.quarter[i] ?? 0)] ?? '') : null;
    let sum = 0;
    for (; i < last && Math.floor((use.startS[i] ?? 0) / windowS) === window; i += 1) sum += use.used[i] ?? 0;
    peaks.set(name, Math.max(peaks.get(name) ?? 0, sum));
  }
  return new Map([...peaks].map(([name, wattHours]) => [name, exact(wattHours).mul(3600).div(windowS).div(1000)]));
};

export const chargeDemand = (charge: DemandCharge, pricing: Pricing): PricedCharge => {
  const rates: [string | null, DecimalText][] =
    charge.rates === undefined ? [[null, charge.rate ?? '0']] : Object.entries(charge.rates);
  const lines = heldDays(charge, pricing).flatMap((held) => {
    const peaks = peaksOf(charge, held, pricing);
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
  return { lines, faults: [] };
};
