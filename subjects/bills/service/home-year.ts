/** A home's last twelve months under other terms (another contracted power, other tariffs), and what each quarter-hour costs: what advice is worked out from. */
import { billingSizes, firstUtilityWith, type Utility, type Words } from '#catalogue/index.ts';
import type { Transaction } from '#kernel/db.ts';
import { knownOffsets, dayStartS } from '../domain/tariff/interval-use.ts';
import { ownEntry, type TariffPlan } from '../domain/tariff/plan.ts';
import { planAsOf } from '../domain/tariff/charges/charge-days.ts';
import { pricedUntil } from '../domain/tariff/priced-until.ts';
import type { PlanFacts } from '../domain/tariff/pricing.ts';
import { openPrices } from '../domain/tariff/unit-price.ts';
import { type BillingSnapshot, metersOf } from './billing-snapshot.ts';
import { readQuarters } from './price-cycles.ts';
import { coloursNamed, pricesNamed, readMarket } from './read-market.ts';
import { compareTariffs } from './tariffs/compare-tariffs.ts';

/** The library's that every home of their country can choose, at prices that are whole: no example, no single place's, no other time's. */
const choosable: ReadonlySet<string> = new Set(['es-pvpc', 'fr-edf-tempo-9kva']);

export interface ChoosableTariff {
  readonly country: string;
  readonly plan: TariffPlan;
}

export const choosableOf = (
  library: readonly { readonly id: string; readonly plan: TariffPlan }[],
): readonly ChoosableTariff[] =>
  library.flatMap(({ id, plan }) => (choosable.has(id) ? [{ country: id.slice(0, 2).toUpperCase(), plan }] : []));

/** What twelve months cost under some terms, as they stand today. */
interface YearCost {
  readonly total: string;
}

interface PowerYear {
  /** kW; of several periods the highest. */
  readonly contracted: number;
  /** The highest mean of a quarter-hour, kW. */
  readonly peak: number;
  /** Days on which a quarter-hour needed more than is contracted. */
  readonly daysOver: number;
  /** The smallest that is offered and leaves room; where it is another one, with what the year would have cost. */
  readonly fitting: ({ readonly kW: number } & YearCost) | null;
}

export interface HomeYear {
  readonly utility: Utility;
  readonly currency: string;
  /** Of the year's quarter-hours, how many are known. */
  readonly coverage: number;
  readonly own: YearCost;
  /** Null: the tariff does not go by it, or nobody has said what is contracted. */
  readonly power: PowerYear | null;
  /** Others that anyone of the country can choose, and that could price all of it. */
  readonly others: readonly ({ readonly name: Words } & YearCost)[];
}

const utility = firstUtilityWith('hasCapacity');

/** Powers that are offered are these, where the tariff does not say which. */
const stepKw = 0.5;
/** A quarter-hour's mean hides what the meter sees: so much more is left, of what was needed at most. */
const room = 1.25;

type Contracted = NonNullable<PlanFacts['kW']>;

const goesByPower = ({ charges }: TariffPlan): boolean =>
  charges.some((charge) => charge.kind === 'capacity' || (charge.kind === 'fixed' && charge.byPower !== undefined));

const valuesOf = (kW: Contracted): number[] => (typeof kW === 'string' ? [kW] : Object.values(kW)).map(Number);

/** The smallest power that is offered and is no less than `least`. */
const offeredPower = ({ charges }: TariffPlan, least: number): number | null => {
  const steps = charges.flatMap((charge) =>
    charge.kind === 'fixed' ? (charge.byPower?.steps ?? []).flatMap(({ upTo }) => Number(upTo ?? Number.NaN)) : [],
  );
  if (steps.length === 0) return Math.ceil(least / stepKw - 1e-9) * stepKw;
  const fitting = steps.filter((one) => one >= least);
  return fitting.length === 0 ? null : Math.min(...fitting);
};

/** Every period at that power: what is more comes down to it, or, where more is needed, what is less goes up. */
const withPower = (kW: Contracted, to: number, isRaised: boolean): Contracted => {
  const one = (text: string): string => String(isRaised ? Math.max(Number(text), to) : Math.min(Number(text), to));
  return typeof kW === 'string'
    ? one(kW)
    : Object.fromEntries(Object.entries(kW).map(([name, own]) => [name, one(own)]));
};

const yearBefore = (today: string): { start: string; end: string } => {
  const end = `${today.slice(0, 7)}-01`;
  return { start: `${Number(end.slice(0, 4)) - 1}${end.slice(4)}`, end };
};

const tariffToday = ({ tariffs, today }: BillingSnapshot, of: Utility) =>
  tariffs
    .filter((one) => one.utility === of && one.validFrom <= today)
    .sort((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0];

/** Null: no tariff is in force, or nothing else to hold it against. */
export const readHomeYear = async (
  tx: Transaction,
  snapshot: BillingSnapshot,
  offers: readonly ChoosableTariff[],
): Promise<HomeYear | null> => {
  const { household, timeZone, today, country } = snapshot;
  const own = tariffToday(snapshot, utility);
  if (own === undefined) return null;
  const { plan } = own;
  const facts = own.facts ?? {};
  const year = yearBefore(today);
  const offered = offers
    .filter((one) => one.country === country && one.plan.utility === utility && one.plan.currency === plan.currency)
    .filter((one) => (pricedUntil(one.plan) ?? '9999') > today);
  const market = await readMarket(
    tx,
    household,
    year,
    timeZone,
    offered.map((one) => one.plan),
  );
  const others = offered.filter(
    (one) =>
      pricesNamed(one.plan).every((name) => ownEntry(market.prices, name) !== undefined) &&
      coloursNamed(one.plan).every((name) => ownEntry(market.colours, name) !== undefined),
  );
  const kW = facts.kW !== undefined && goesByPower(plan) ? facts.kW : null;
  if (kW === null && others.length === 0) return null;
  const quarters = (await readQuarters(tx, household, year, timeZone, metersOf([own])))[utility];
  const power = kW === null ? null : powerOf(quarters.startS, quarters.used, kW, timeZone);
  const contracted = kW === null ? 0 : Math.max(...valuesOf(kW));
  const isOver = power !== null && power.daysOver > 0;
  const fitting = power && offeredPower(plan, power.peak * (isOver ? 1 : room));
  const changed = kW !== null && fitting !== null && (isOver ? fitting > contracted : fitting < contracted);
  const variants = [
    ...(changed ? [{ plan, facts: { ...facts, kW: withPower(kW, fitting, isOver) } }] : []),
    ...others.map((one) => ({ plan: one.plan, facts })),
  ];
  const told = await compareTariffs(tx, { id: household, timeZone, today }, utility, { plan, facts }, variants);
  if (told.own === null || told.own.faults.length > 0) return null;
  const [varied] = told.others;
  const rest = changed ? told.others.slice(1) : told.others;
  return {
    utility,
    currency: plan.currency,
    coverage: told.coverage ?? 0,
    own: { total: told.own.total },
    power: power && {
      contracted,
      ...power,
      fitting: changed && varied && varied.faults.length === 0 ? { kW: fitting, total: varied.total } : null,
    },
    others: rest.filter(({ faults }) => faults.length === 0).map(({ name, total }) => ({ name, total })),
  };
};

const powerOf = (
  startS: ArrayLike<number>,
  used: ArrayLike<number>,
  kW: Contracted,
  timeZone: string,
): Pick<PowerYear, 'peak' | 'daysOver'> => {
  const most = Math.max(...valuesOf(kW));
  const offsetAt = knownOffsets(timeZone);
  const over = new Set<number>();
  let peak = 0;
  for (let i = 0; i < startS.length; i += 1) {
    const at = startS[i] as number;
    const needed = ((used[i] as number) * 4) / 1000;
    peak = Math.max(peak, needed);
    if (needed > most) over.add(Math.floor((at + offsetAt(at)) / 86_400));
  }
  return { peak, daysOver: over.size };
};

/** What a Wh or mL more costs in each quarter-hour from an instant on, taxes and all, at today's tariff; NaN: a part of it is not known. Null: no tariff. */
export const readQuarterPrices = async (
  tx: Transaction,
  snapshot: BillingSnapshot,
  of: Utility,
  days: { readonly start: string; readonly end: string },
): Promise<{ readonly currency: string; readonly fromS: number; readonly perUnit: Float64Array } | null> => {
  const { household, timeZone, today } = snapshot;
  const own = tariffToday(snapshot, of);
  if (own === undefined) return null;
  const plan = planAsOf(own.plan, today);
  const market = await readMarket(tx, household, days, timeZone, [plan]);
  const priceAt = openPrices({ plan, timeZone, market, blockRates: {} });
  const offsetAt = knownOffsets(timeZone);
  const [fromS, toS] = [dayStartS(days.start, offsetAt), dayStartS(days.end, offsetAt)];
  const size = billingSizes[plan.unit];
  const perUnit = Float64Array.from({ length: Math.max(0, (toS - fromS) / 900) }, (_, i) => {
    const price = priceAt((fromS + i * 900) * 1000)?.withTaxes ?? null;
    return price === null ? Number.NaN : Number(price) / size;
  });
  return { currency: plan.currency, fromS, perUnit };
};
