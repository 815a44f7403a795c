/** Plans, cycles and use for tests, with as few words as a case needs. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { instantOf, zoneOffsets } from '#catalogue/zone-clock.ts';
import type { PricedCycle } from './charges/charge-days.ts';
import { dayStartS, type IntervalUse, noUse } from './interval-use.ts';
import { type PricedPlan, pricePlan } from './price-plan.ts';
import type { PlanInput } from './pricing.ts';
import type { Blocks, BlockStep, TariffCharge, TariffPlan } from './plan.ts';

export const madrid = 'Europe/Madrid';

export const planOf = (charges: readonly TariffCharge[], rest: Partial<TariffPlan> = {}): TariffPlan => ({
  name: 'a tariff',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  ...rest,
  charges,
});

/** A whole cycle, of one month unless said otherwise. */
export const cycleOf = (start: LocalDay, end: LocalDay, rest: Partial<PricedCycle> = {}): PricedCycle => ({
  start,
  end,
  cycleDays: daysBetween(start, end),
  cycleMonths: 1,
  ...rest,
});

export const monthly = (month: string): PricedCycle =>
  cycleOf(`${month}-01`, `${addDays(`${month}-01`, 31).slice(0, 7)}-01`);

/** Wh or mL at clock times `YYYY-MM-DD HH:MM`; of the two hours of the same name, the first. */
export const useAt = (times: Readonly<Record<string, number>>, timeZone = madrid, spanS = 900): IntervalUse => {
  const offsetAt = zoneOffsets(timeZone);
  const rows = Object.entries(times)
    .map(([time, used]): [number, number] => {
      const local = Date.parse(`${time.replace(' ', 'T')}Z`) / 1000;
      return [instantOf(local, offsetAt, { last: null }, false) ?? Number.NaN, used];
    })
    .sort(([a], [b]) => a - b);
  return { spanS, startS: rows.map(([at]) => at), used: rows.map(([, used]) => used) };
};

/** The same use in every interval of local days `[start, end)`. */
export const steadyUse = (
  start: LocalDay,
  end: LocalDay,
  used: number,
  timeZone = madrid,
  spanS = 3600,
): IntervalUse => {
  const offsetAt = zoneOffsets(timeZone);
  const [from, to] = [dayStartS(start, offsetAt), dayStartS(end, offsetAt)];
  const startS = Array.from({ length: Math.ceil((to - from) / spanS) }, (_, i) => from + i * spanS);
  return { spanS, startS, used: startS.map(() => used) };
};

/** In January 2026 and in Madrid, where nothing else is said. */
export const priced = (
  charges: readonly TariffCharge[],
  input: Partial<Omit<PlanInput, 'plan'>> = {},
  rest: Partial<TariffPlan> = {},
): PricedPlan =>
  pricePlan({ plan: planOf(charges, rest), cycle: monthly('2026-01'), timeZone: madrid, use: noUse, ...input });

export const totalOf = (...input: Parameters<typeof priced>): string => priced(...input).total;

/** What stands on a bill, in short: charge, quantity and amount. */
export const shortLines = ({ lines }: PricedPlan): string[] =>
  lines.map(
    ({ charge, kind, period, quantity, amount }) =>
      `${[charge ?? kind, ...(period === undefined ? [] : [period])].join(' ')}: ${quantity} = ${amount}`,
  );

export const telescopic = (per: Blocks['per'], ...steps: readonly BlockStep[]): Blocks => ({
  per,
  tables: [{ steps }],
});
