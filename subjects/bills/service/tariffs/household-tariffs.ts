/** Tariffs of households: read in whichever way they are given, checked, looked at, entered. */
import { firstUtility, type Utility } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { PricesAnswer, SeriesList } from '../../contract/prices.ts';
import type { PlanTextFault } from '../../contract/tariff-plan.ts';
import type {
  CheckedTariff,
  ComparedTariffs,
  GivenTariff,
  TariffLibraryAnswer,
  TariffSummary,
} from '../../contract/tariffs.ts';
import type { UrdbAnswer, UrdbFault, UrdbNote } from '../../contract/urdb.ts';
import { blocksOf, type PriceTax, type TariffCharge, type TariffPlan } from '../../domain/tariff/plan.ts';
import { pricedUntil } from '../../domain/tariff/priced-until.ts';
import { goesBySize } from '../../domain/tariff/charges/meter-size.ts';
import type { PlanFacts } from '../../domain/tariff/pricing.ts';
import { coloursNamed, pricesNamed } from '../read-market.ts';
import { compareTariffs, sampleBill, type SampleHome } from './compare-tariffs.ts';
import { listSeries, type MarketFile, savePrices, summaryOf } from './market-files.ts';
import { type ReadPlan, readPlanText, readPlanValue, writePlanText } from './plan-text.ts';
import type { LibraryTariff, TariffLibrary } from './tariff-library.ts';

interface TariffsDeps {
  readonly sql: Sql;
  readonly library: TariffLibrary;
  readonly now: () => number;
  /** Reads a file of prices or colours; local times are of the zone. */
  readonly readPrices: (text: string, options: PriceFileOptions) => MarketFile;
  /** Reads a rate of OpenEI's Utility Rate Database. */
  readonly readUrdb: (text: string) => ReadRate;
}

type ReadRate =
  | { readonly ok: true; readonly plan: TariffPlan; readonly notes: readonly UrdbNote[]; readonly count: number }
  | { readonly ok: false; readonly fault: UrdbFault };

interface PriceFileOptions {
  readonly series?: string | undefined;
  readonly per: 'kWh' | 'MWh';
  readonly tax?: PriceTax | undefined;
  readonly timeZone: string;
}

/** A file of prices, whose it is and how to read it. */
interface GivenPrices extends Omit<PriceFileOptions, 'timeZone'> {
  readonly household?: string | undefined;
  readonly text: string;
  readonly isPreview: boolean;
}

export interface Tariffs {
  list(): TariffLibraryAnswer;
  guide(): string;
  /** Null: the library has none of that id. */
  textOf(id: string): string | null;
  check(userId: string, household: string | undefined, given: GivenTariff): Promise<CheckedTariff>;
  /** All or none. Throws `tariff-invalid`, `tariff-taken` (the day has one already) or `forbidden`. */
  enter(
    userId: string,
    household: string | undefined,
    validFrom: LocalDay,
    given: readonly GivenTariff[],
  ): Promise<string[]>;
  change(
    userId: string,
    household: string | undefined,
    id: string,
    validFrom: LocalDay,
    given: GivenTariff,
  ): Promise<void>;
  /** What the last twelve months would have cost. Throws `tariff-invalid` for one that cannot be priced, or of another utility than the first. */
  compare(userId: string, household: string | undefined, given: readonly GivenTariff[]): Promise<ComparedTariffs>;
  /** A rate of another form, as our own text. */
  fromUrdb(text: string): UrdbAnswer;
  takePrices(userId: string, given: GivenPrices): Promise<PricesAnswer>;
  series(userId: string, household: string | undefined): Promise<SeriesList>;
}

/** The first fault in words for a log or a script; pages ask `check` and say it in the reader's language. */
const faultText = ({ code, path, value, line, column }: PlanTextFault): string => {
  const place = line === undefined ? path.join('.') : `line ${line}, column ${column}: ${path.join('.')}`;
  return `${place || 'tariff'}: ${code}${value === '' ? '' : ` (${value})`}`;
};

const countryOf = (id: string): string => id.slice(0, 2).toUpperCase();

/** How the database says that a day has a tariff of that utility already. */
const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505';

export const createTariffs = ({ sql, library, now, readPrices, readUrdb }: TariffsDeps): Tariffs => {
  const found = (id: string): LibraryTariff | undefined => library.tariffs.find((one) => one.id === id);

  const read = ({ plan, text, library: id }: GivenTariff): ReadPlan => {
    if (text !== undefined) return readPlanText(text, library.calendars);
    if (id === undefined) return readPlanValue(plan, library.calendars);
    const tariff = found(id);
    if (!tariff) throw new ProblemError('not-found', id);
    return { ok: true, plan: tariff.plan };
  };

  const homeOf = async (userId: string, household: string | undefined): Promise<SampleHome | null> => {
    const [row] = await sql<{ id: string; time_zone: string; today: string }[]>`
      select * from private.tariff_home(${userId}, ${household ?? null}, ${new Date(now()).toISOString()})`;
    return row ? { id: row.id, timeZone: row.time_zone, today: row.today } : null;
  };

  const soundPlan = (given: GivenTariff): TariffPlan => {
    const result = read(given);
    if (!result.ok) throw new ProblemError('tariff-invalid', result.faults.map(faultText)[0]);
    return result.plan;
  };

  const rowOf = (validFrom: LocalDay, given: GivenTariff) => {
    return { validFrom, plan: soundPlan(given), written: given.text, libraryId: given.library, facts: given.facts };
  };

  const save = async (
    userId: string,
    household: string | undefined,
    id: string | null,
    rows: readonly ReturnType<typeof rowOf>[],
  ): Promise<string[]> => {
    const saved = await sql<{ ids: string[] | null }[]>`
      select private.save_tariffs(${userId}, ${household ?? null}, ${id}, ${JSON.stringify(rows)}::text::jsonb) as ids`.catch(
      (error: unknown) => {
        throw isTaken(error) ? new ProblemError('tariff-taken') : error;
      },
    );
    const ids = saved[0]?.ids ?? null;
    if (ids === null) throw new ProblemError(id === null ? 'forbidden' : 'not-found');
    return ids;
  };

  /** What it has said once, for all of its tariffs. */
  const factsOfHome = async ({ id }: SampleHome, utility: Utility): Promise<PlanFacts> => {
    const [row] = await sql<{ facts: PlanFacts }[]>`select private.price_facts(${id}, ${utility}) as facts`;
    return row?.facts ?? {};
  };

  return {
    list: () => ({
      tariffs: library.tariffs.map(({ id, plan }) => ({
        ...tariffSummary(plan),
        id,
        country: countryOf(id),
        source: { title: '', ...plan.source },
      })),
      calendars: Object.entries(library.calendars).map(([id, { name }]) => ({ id, name: name ?? id })),
    }),
    guide: () => library.guide,
    textOf: (id) => found(id)?.text ?? null,
    check: async (userId, household, given) => {
      const result = read(given);
      if (!result.ok) return { ok: false, faults: [...result.faults] };
      const { plan } = result;
      const home = await homeOf(userId, household);
      const today = home?.today ?? new Date(now()).toISOString().slice(0, 10);
      const facts = { ...given.facts, ...(home && (await factsOfHome(home, plan.utility))) };
      const { sample } = await sql.begin(async (tx) => ({ sample: await sampleBill(tx, home, plan, facts, today) }));
      const text = given.text ?? found(given.library ?? '')?.text ?? writePlanText(plan);
      return { ok: true, summary: tariffSummary(plan), sample, text, plan };
    },
    enter: (userId, household, validFrom, given) =>
      save(
        userId,
        household,
        null,
        given.map((one) => rowOf(validFrom, one)),
      ),
    change: async (userId, household, id, validFrom, given) => {
      await save(userId, household, id, [rowOf(validFrom, given)]);
    },
    compare: async (userId, household, given) => {
      const home = await homeOf(userId, household);
      if (home === null) throw new ProblemError('forbidden');
      const plans = given.map(soundPlan);
      const utility = plans[0]?.utility ?? firstUtility;
      if (plans.some((plan) => plan.utility !== utility)) throw new ProblemError('tariff-invalid', 'utility');
      const ofHome = await factsOfHome(home, utility);
      const others = plans.map((plan, i) => ({ plan, facts: { ...given[i]?.facts, ...ofHome } }));
      const [own] = await sql<{ plan: TariffPlan; facts: PlanFacts }[]>`
        select plan, facts from private.tariff_in_force(${home.id}, ${utility}, ${home.today})`;
      const { answer } = await sql.begin(async (tx) => ({
        answer: await compareTariffs(tx, home, utility, own ?? null, others),
      }));
      return answer;
    },
    fromUrdb: (text) => {
      const rate = readUrdb(text);
      if (!rate.ok) return rate;
      const { plan, notes, count } = rate;
      return { ok: true, text: writePlanText(plan), summary: tariffSummary(plan), notes: [...notes], count };
    },
    takePrices: async (userId, { household, text, isPreview, ...options }) => {
      const home = await homeOf(userId, household);
      if (home === null) throw new ProblemError('forbidden');
      const file = readPrices(text, { ...options, timeZone: home.timeZone });
      return summaryOf(file, file.ok && !isPreview ? await savePrices(sql, userId, home.id, file) : null);
    },
    series: (userId, household) => listSeries(sql, userId, household),
  };
};

// What a page needs to know of a tariff before it is anybody's: what it is for, and what it asks of the household.

const asksPersons = (charge: TariffCharge): boolean => {
  const tables = blocksOf(charge).flatMap(({ tables: ofAll, bySize = {} }) => [
    ...ofAll,
    ...Object.values(bySize).flatMap((own) => own.tables),
  ]);
  return tables.some(({ perPerson, steps }) => [perPerson, ...steps.map((step) => step.perPerson)].some(Boolean));
};

const powerAsked = (charge: TariffCharge): string[] => {
  if (charge.kind === 'fixed' && charge.byPower !== undefined) return [''];
  if (charge.kind !== 'capacity' || typeof charge.kW === 'string') return [];
  const known = charge.kW ?? {};
  return charge.rates === undefined ? [''] : Object.keys(charge.rates).filter((period) => !(period in known));
};

const tariffSummary = (plan: TariffPlan): TariffSummary => ({
  utility: plan.utility,
  currency: plan.currency,
  unit: plan.unit,
  name: plan.name,
  asksPersons: plan.charges.some(asksPersons),
  asksPower: [...new Set(plan.charges.flatMap(powerAsked))],
  asksMeters: Object.entries(plan.meters ?? {}).map(([id, { name = id }]) => ({ id, name })),
  asksSize: plan.charges.some(goesBySize) ? [...(plan.meterSizes ?? [])] : [],
  series: [...new Set([...pricesNamed(plan), ...coloursNamed(plan)])],
  until: pricedUntil(plan),
});
