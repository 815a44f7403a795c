/** What the last twelve months would have cost under other tariffs, and under the household's own, all as they stand today. */
import type { Utility } from '#catalogue/index.ts';
import type { ComparedTariffs } from '../../contract/tariffs.ts';
import { cycleOf } from '../../domain/bill/billing-cycle.ts';
import { minorDigits } from '../../domain/bill/exact-amount.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { exact, sumOf, textOf } from '../../domain/tariff/exact.ts';
import { planAsOf } from '../../domain/tariff/explain/freeze-plan.ts';
import type { IntervalUse } from '../../domain/tariff/interval-use.ts';
import { pricePlan } from '../../domain/tariff/price-plan.ts';
import type { PlanFacts } from '../../domain/tariff/pricing.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import type { Transaction } from '#kernel/db.ts';
import { type MarketFacts, readMarket, readQuarters } from '../index.ts';
import type { SampleHome } from './sample-bill.ts';

export interface OfferedTariff {
  readonly plan: TariffPlan;
  readonly facts?: PlanFacts | undefined;
}

type Compared = ComparedTariffs['others'][number];

const months = 12;

/** The last twelve whole months before today's. */
const monthsBefore = (today: LocalDay) => {
  let { start } = cycleOf(today, { kind: 'day', day: 1 });
  return Array.from({ length: months }, () => {
    const cycle = cycleOf(addDays(start, -1), { kind: 'day', day: 1 });
    start = cycle.start;
    return cycle;
  }).reverse();
};

const priceYear = (
  { plan, facts }: OfferedTariff,
  home: SampleHome,
  use: IntervalUse,
  market: MarketFacts,
): Compared => {
  const now = planAsOf(plan, home.today);
  const bills = monthsBefore(home.today).map((cycle) => ({
    cycle,
    bill: pricePlan({ plan: now, facts, cycle, timeZone: home.timeZone, use, ...market }),
  }));
  return {
    name: plan.name,
    currency: plan.currency,
    total: textOf(sumOf(bills.map(({ bill }) => exact(bill.total))), minorDigits(plan.currency)),
    cycles: bills.map(({ cycle: { start, end }, bill: { total } }) => ({ start, end, total })),
    faults: bills.flatMap(({ bill }) => bill.faults.map((fault) => ({ ...fault, utility: plan.utility }))),
  };
};

const usedIn = ({ used }: IntervalUse): number => Array.from(used).reduce((sum, one) => sum + one, 0);

/** The share of the period's quarter-hours of which something is known. */
const coverageOf = (use: IntervalUse, days: number): number | null =>
  use.startS.length === 0 ? null : Math.min(1, Math.floor((use.startS.length / (days * 96)) * 1000) / 1000);

export const compareTariffs = async (
  tx: Transaction,
  home: SampleHome,
  utility: Utility,
  own: OfferedTariff | null,
  others: readonly OfferedTariff[],
): Promise<ComparedTariffs> => {
  const cycles = monthsBefore(home.today);
  const [start, end] = [cycles[0]?.start ?? home.today, cycles.at(-1)?.end ?? home.today];
  const use = (await readQuarters(tx, home.id, { start, end }, home.timeZone))[utility];
  const plans = [...(own ? [own] : []), ...others].map(({ plan }) => plan);
  const market = await readMarket(tx, home.id, { start, end }, home.timeZone, plans);
  const days = daysBetween(start, end);
  const price = (tariff: OfferedTariff): Compared => priceYear(tariff, home, use, market);
  return {
    utility,
    start,
    end,
    days,
    used: usedIn(use),
    coverage: coverageOf(use, days),
    own: own && price(own),
    others: others.map(price),
  };
};
