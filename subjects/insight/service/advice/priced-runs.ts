/** What devices used by the quarter-hour in the last weeks, beside what it cost: runs that were, and what they would have cost at other hours. */
import type { Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Billing } from '#subjects/bills/service/index.ts';
import { cheapestRuns, type RunsGround } from '../../domain/advice/cheaper-hours.ts';
import { runsOf } from '../../domain/rules/device-runs.ts';
import { readHomeLook } from '../home-look.ts';

export const runDays = 28;
const daySeconds = 86_400;

interface Deps {
  readonly sql: Sql;
  readonly billing: Pick<Billing, 'quarterPrices'>;
}

interface Home {
  readonly id: string;
  readonly today: LocalDay;
  readonly timeZone: string;
}

interface PricedMeter extends RunsGround {
  readonly meterId: string;
  readonly name: string;
}

export const differ = (prices: Float64Array): boolean => {
  const known = prices.filter((price) => !Number.isNaN(price));
  return known.some((price) => price !== known[0]);
};

/** The meters of a utility; null: nothing has a price, or `isWanted` does not want these prices. */
export const readPricedUse = async (
  { sql, billing }: Deps,
  { id, today, timeZone }: Home,
  utility: Utility,
  isWanted: (prices: Float64Array) => boolean = () => true,
): Promise<{ readonly currency: string; readonly meters: readonly PricedMeter[] } | null> => {
  const prices = await billing.quarterPrices(id, utility, { start: addDays(today, -runDays), end: today });
  if (prices === null || !isWanted(prices.perUnit)) return null;
  const { fromS, perUnit, currency } = prices;
  const firstDay = Math.floor(fromS / daySeconds);
  const lastDay = Math.ceil((fromS + perUnit.length * 900) / daySeconds);
  const look = await sql.begin((tx) => readHomeLook(tx, id, firstDay, lastDay));
  const skip = (fromS - firstDay * daySeconds) / 900;
  const offsetAt = zoneOffsets(timeZone);
  const meters = look.meters
    .filter((meter) => meter.utility === utility && meter.flow === 'drawn')
    .map(({ meterId, name, used }) => ({
      meterId,
      name,
      used: used.slice(skip, skip + perUnit.length),
      prices: perUnit,
      fromS,
      offsetAt,
    }));
  return { currency, meters };
};

export interface DeviceRuns {
  readonly days: number;
  readonly currency: string;
  /** Of which beginning and end were seen. */
  readonly runs: number;
  /** Wh or mL of all of them. */
  readonly used: number;
  /** Null: some of their quarter-hours have no price of their own, as in blocks. */
  readonly cost: number | null;
  /** The same at the cheapest hours of their days; null: too few runs to say it. */
  readonly moved: {
    readonly runs: number;
    readonly cost: number;
    readonly cheapest: number;
    readonly hour: number;
  } | null;
}

const runsIn = ({ used, prices }: RunsGround): Pick<DeviceRuns, 'runs' | 'used' | 'cost'> => {
  const sum = { runs: 0, used: 0, cost: 0 };
  for (const { from, to, isWhole } of runsOf(used)) {
    if (!isWhole) continue;
    sum.runs += 1;
    for (let at = from; at < to; at += 1) {
      const own = used[at] as number;
      sum.used += own;
      sum.cost += own * (prices[at] as number);
    }
  }
  return { ...sum, cost: Number.isNaN(sum.cost) ? null : sum.cost };
};

export type ReadRuns = (
  userId: string,
  household: string,
  utility: Utility,
) => Promise<ReadonlyMap<string, DeviceRuns>>;

/** By meter of the person's household, its runs in the last weeks: none of what has no price, or no quarter-hours of its own. */
export const createReadRuns =
  ({ sql, billing, now }: Deps & { readonly now: () => number }): ReadRuns =>
  async (userId, household, utility) => {
    const [home] = await sql<{ id: string; time_zone: string; today: LocalDay }[]>`
      select id, time_zone, today from private.advice_home(${userId}, ${household}, ${new Date(now()).toISOString()})`;
    if (!home) throw new ProblemError('forbidden');
    const { id, today, time_zone: timeZone } = home;
    const look = await readPricedUse({ sql, billing }, { id, today, timeZone }, utility);
    const { currency = '', meters = [] } = look ?? {};
    return new Map(
      meters.map((meter) => [
        meter.meterId,
        { days: runDays, currency, ...runsIn(meter), moved: differ(meter.prices) ? cheapestRuns(meter) : null },
      ]),
    );
  };
