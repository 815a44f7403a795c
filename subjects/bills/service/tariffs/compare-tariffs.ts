/** Tariffs held against a household's use: over the last twelve months, and for a month before anybody has one. */
import { interchangeOf, type Utility } from '#catalogue/index.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { Transaction } from '#kernel/db.ts';
import type { ComparedTariffs, SampleBill } from '../../contract/tariffs.ts';
import { cycleOf } from '../../domain/bill/billing-cycle.ts';
import { exact, minorDigits, sumOf, textOf } from '../../domain/tariff/exact.ts';
import { planAsOf } from '../../domain/tariff/charges/charge-days.ts';
import { type ApartUse, type IntervalUse, noUse, spreadDays } from '../../domain/tariff/interval-use.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import { pricedUntil } from '../../domain/tariff/priced-until.ts';
import { pricePlan } from '../../domain/tariff/price-bill.ts';
import type { Carried } from '../../domain/tariff/charges/carried.ts';
import type { PlanFacts } from '../../domain/tariff/pricing.ts';
import { metersOf } from '../billing-snapshot.ts';
import { readQuarters } from '../price-cycles.ts';
import { type MarketFacts, readMarket } from '../read-market.ts';

// What the last twelve months would have cost under other tariffs, and under the household's own, all as they stand today.

interface OfferedTariff {
  readonly plan: TariffPlan;
  readonly facts?: PlanFacts | undefined;
}

export interface SampleHome {
  readonly id: string;
  readonly timeZone: string;
  readonly today: LocalDay;
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
  const cycles = monthsBefore(home.today);
  // A year is settled by these twelve months, whenever it begins.
  const now = { ...planAsOf(plan, home.today), yearStarts: Number(cycles[0]?.start.slice(5, 7)) };
  let carried: Carried | undefined = new Map();
  const bills = cycles.map((cycle) => {
    const bill = pricePlan({ plan: now, facts, cycle, timeZone: home.timeZone, use, carried, ...market });
    carried = bill.carried;
    return { cycle, bill };
  });
  return {
    name: plan.name,
    currency: plan.currency,
    suppliers: Math.max(1, Object.keys(plan.suppliers ?? {}).length),
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
  const use = (
    await readQuarters(tx, home.id, { start, end }, home.timeZone, metersOf([...(own ? [own] : []), ...others]))
  )[utility];
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

// A month under a tariff, before anybody has it: of the household's own use where there is enough, else of an example's.

const sampleDays = 30;
/** By the hour, most of it in the morning and in the evening. */
const exampleHours = [1, 1, 1, 1, 1, 1, 2, 4, 4, 3, 2, 2, 3, 3, 2, 2, 2, 3, 4, 5, 6, 5, 4, 2];

const exampleUse = (plan: TariffPlan, start: LocalDay, timeZone: string): IntervalUse => {
  const from = Date.parse('2026-01-05') / 1000;
  const shape = {
    spanS: 900,
    startS: exampleHours.flatMap((_, hour) => [0, 1, 2, 3].map((quarter) => from + hour * 3600 + quarter * 900)),
    used: exampleHours.flatMap((weight) => [weight, weight, weight, weight]),
  };
  const days = Array.from({ length: sampleDays }, (_, i) => ({
    day: addDays(start, i),
    used: interchangeOf(plan.utility).exampleDay,
  }));
  // The shape is of the clock, wherever that is.
  const clock = spreadDays([{ day: '2026-01-05', used: 96_000 }], shape, 'UTC');
  const local = { ...clock, startS: Array.from(clock.startS, (at) => at - zoneShift(at, timeZone)) };
  return spreadDays(days, local, timeZone);
};

/** Each meter that the plan prices apart has its share of an example's use; of one for what goes back there is none, as of all that does. */
const exampleMeters = ({ meters = {}, charges }: TariffPlan, use: IntervalUse) => {
  const flows = Object.keys(meters).map((name): [string, ApartUse['flow']] => {
    const own = charges.filter((charge) => 'meter' in charge && charge.meter === name);
    return [name, own.length > 0 && own.every(({ kind }) => kind === 'returned') ? 'returned' : 'drawn'];
  });
  const sharing = flows.filter(([, flow]) => flow === 'drawn').length + 1;
  const amountsOf = (flow: ApartUse['flow']) =>
    Array.from(use.used, (used) => (flow === 'drawn' ? Math.floor(used / sharing) : 0));
  return {
    meters: Object.fromEntries(flows.map(([name]) => [name, name])),
    use: { ...use, apart: Object.fromEntries(flows.map(([name, flow]) => [name, { flow, amounts: amountsOf(flow) }])) },
  };
};

const zoneShift = (at: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at * 1000);
  return Date.parse(`${parts.replace(' ', 'T')}Z`) / 1000 - at;
};

export const sampleBill = async (
  sql: Transaction,
  home: SampleHome | null,
  plan: TariffPlan,
  facts: PlanFacts | undefined,
  today: LocalDay,
): Promise<SampleBill> => {
  const until = pricedUntil(plan);
  const end = until !== null && until < today ? until : today;
  const start = addDays(end, -sampleDays);
  // The days of a bill are those of its tariff's clock.
  const timeZone = plan.timeZone ?? home?.timeZone ?? 'UTC';
  const own =
    home && end === today
      ? (await readQuarters(sql, home.id, { start, end }, timeZone, metersOf([{ facts }])))[plan.utility]
      : noUse;
  const isOwn = own.startS.length > 0;
  const example = isOwn ? undefined : exampleMeters(plan, exampleUse(plan, start, timeZone));
  const use = example?.use ?? own;
  const market = home ? await readMarket(sql, home.id, { start, end }, timeZone, [plan]) : {};
  const cycle = { start, end, cycleDays: sampleDays, cycleMonths: 1 };
  const { lines, total, faults } = pricePlan({
    plan,
    cycle,
    timeZone,
    use,
    facts: { ...facts, ...(example && { meters: example.meters }) },
    holdsRates: true,
    ...market,
  });
  return {
    of: isOwn ? 'own' : 'example',
    start,
    end,
    used: usedIn(use),
    currency: plan.currency,
    total,
    lines: [...lines],
    faults: faults.map((fault) => ({ ...fault, utility: plan.utility })),
  };
};
