/** A bill that somebody else has worked out, as our own engine makes it: the library and tariffs of others are held against it. */
import { billingSizes, isConverted } from '#catalogue/index.ts';
import { daysBetween } from '#catalogue/local-day.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import type { WorkedExample } from '../../contract/tariff-plan.ts';
import { exact } from '../../domain/tariff/exact.ts';
import { dayStartS, type IntervalUse } from '../../domain/tariff/interval-use.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import { type PricedPlan, pricePlan } from '../../domain/tariff/price-bill.ts';

/**
 * In Wh or mL. Energy of a counted volume becomes the volume that holds it, with the parts of a millilitre that it has: priced, it comes back as
 * exactly the energy that it was. Without its factor it is as much volume as it likes, and told as missing one.
 */
const amountOf = ({ unit, utility }: TariffPlan, kWhPerM3: string | undefined): ((text: string) => number) => {
  if (isConverted(unit, utility))
    return (text) =>
      exact(text)
        .mul(billingSizes.m3)
        .div(kWhPerM3 ?? 1)
        .valueOf();
  return (text) => Math.round(exact(text).mul(String(billingSizes[unit])).valueOf());
};

const useOf = (plan: TariffPlan, example: WorkedExample, timeZone: string): IntervalUse => {
  const { use, units = '0', start, kWhPerM3 } = example;
  const offsetAt = zoneOffsets(timeZone);
  const amount = amountOf(plan, kWhPerM3);
  const rows = Object.entries(use ?? { [`${start} 12:00`]: units }).map(([time, text]) => {
    const [day = start, clock = '12:00'] = time.split(' ');
    const [hour = 0, minute = 0] = clock.split(':').map(Number);
    return { at: dayStartS(day, offsetAt) + hour * 3600 + minute * 60, used: amount(text) };
  });
  rows.sort((a, b) => a.at - b.at);
  return { spanS: 900, startS: rows.map(({ at }) => at), used: rows.map(({ used }) => used) };
};

/** The example's own bill: what it comes to is to be its `total`, without a fault. */
export const billOfExample = (plan: TariffPlan, example: WorkedExample): PricedPlan => {
  const { start, end, months = 1, persons, kW, meterSize, kWhPerM3, of } = example;
  const timeZone = plan.timeZone ?? 'UTC';
  return pricePlan({
    plan: { ...plan, charges: plan.charges.filter(({ id }) => of?.includes(id) ?? true) },
    cycle: { start, end, cycleDays: daysBetween(start, end), cycleMonths: months },
    timeZone,
    use: useOf(plan, example, timeZone),
    facts: { persons, kW, meterSize, factors: kWhPerM3 === undefined ? [] : [{ from: start, kWhPerM3 }] },
  });
};
