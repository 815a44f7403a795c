/** What takes long to work out of a home's last year and weeks: powers, tariffs, runs that could move, taps that run fast. */
import { hasTrait, type Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { Sql, Transaction } from '#kernel/db.ts';
import type { Billing } from '#subjects/bills/service/index.ts';
import type { FixtureFlow, HomeFacts, MovableRuns } from '../../domain/advice/advice.ts';
import { cheapestRuns, deviceCanWait } from '../../domain/advice/cheaper-hours.ts';
import { fixtureKind, flowOf } from '../../domain/advice/fixtures.ts';
import { monthCost } from '../changes/month-cost.ts';
import { readFlow } from '../watched-meters.ts';
import { differ, readPricedUse, runDays } from './priced-runs.ts';

export type YearFacts = Pick<HomeFacts, 'power' | 'tariffs' | 'movable' | 'fixtures'>;

export interface YearFactsDeps {
  readonly sql: Sql;
  readonly billing: Pick<Billing, 'year' | 'quarterPrices'>;
}

interface Home {
  readonly id: string;
  readonly today: LocalDay;
  readonly timeZone: string;
  readonly nowS: number;
}

interface MeterRow {
  readonly id: number;
  readonly utility: Utility;
  readonly name: string;
}

/** A year of which less is known may be missing its highest hour. */
const minCoverage = 0.9;
const flowS = 7 * 86_400;

export const readYearFacts = async ({ sql, billing }: YearFactsDeps, home: Home): Promise<YearFacts> => {
  const meters = await sql<MeterRow[]>`select id, utility, name from private.meters_to_check(${home.id})`;
  return {
    ...(await readYear(billing, home)),
    movable: await readMovable({ sql, billing }, home, meters),
    fixtures: await sql.begin((tx) => readFixtures(tx, home, meters)),
  };
};

const readYear = async (
  billing: YearFactsDeps['billing'],
  { id }: Home,
): Promise<Pick<HomeFacts, 'power' | 'tariffs'>> => {
  const year = await billing.year(id);
  if (year === null || year.coverage < minCoverage) return { power: null, tariffs: null };
  const own = Number(year.own.total);
  const { utility, power, others } = year;
  return {
    power: power && {
      utility,
      ...power,
      fitting: power.fitting && { kW: power.fitting.kW, perYear: own - Number(power.fitting.total) },
    },
    tariffs: { utility, own, others: others.map(({ name, total }) => ({ name, year: Number(total) })) },
  };
};

/** Nothing is read where every hour costs the same. */
const readMovable = async (deps: YearFactsDeps, home: Home, meters: readonly MeterRow[]): Promise<MovableRuns[]> => {
  const own = meters.filter(({ name }) => deviceCanWait(name));
  const found: MovableRuns[] = [];
  for (const utility of new Set(own.map((one) => one.utility))) {
    const look = await readPricedUse(deps, home, utility, differ);
    for (const { meterId, name, ...ground } of look?.meters ?? []) {
      const runs = deviceCanWait(name) ? cheapestRuns(ground) : null;
      if (runs) found.push({ meterId, device: name, utility, days: runDays, ...runs });
    }
  }
  return found;
};

const readFixtures = async (
  tx: Transaction,
  { id, today, nowS }: Home,
  meters: readonly MeterRow[],
): Promise<FixtureFlow[]> => {
  const own = meters.flatMap((meter) => {
    const kind = hasTrait(meter.utility, 'canLeak') ? fixtureKind(meter.name) : null;
    return kind === null ? [] : [{ ...meter, kind }];
  });
  const pieces = await readFlow(tx, new Map(own.map((meter) => [meter.id, nowS - flowS])));
  const found: FixtureFlow[] = [];
  for (const { id: meter, utility, name, kind } of own) {
    const litresPerMinute = flowOf(pieces.get(meter) ?? []);
    if (litresPerMinute === null) continue;
    const [used] = await tx<{ per_day: number | null }[]>`
      select (sum(used) / nullif(count(*), 0))::float8 as per_day from private.change_days(${id}, ${utility}, ${meter}, ${addDays(today, -runDays)}::date, ${today}::date)
      where covered_s > 0`;
    const cost = used?.per_day ? await monthCost(tx, id, utility, used.per_day, nowS) : null;
    if (cost === null) continue;
    found.push({
      meterId: String(meter),
      device: name,
      utility,
      kind,
      litresPerMinute,
      month: Number(cost.costPerMonth),
    });
  }
  return found;
};
