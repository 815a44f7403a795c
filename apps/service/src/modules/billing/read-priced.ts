/** What tariffs are priced with, from the database: use by quarter-hours, prices of markets, colours of days. */
import {
  addDays,
  type BillUtility,
  type DayColours,
  dayStartS,
  type IntervalUse,
  type LocalDay,
  noUse,
  type PriceSeries,
  priceSeries,
  type TariffPlan,
  zoneOffsets,
} from '@wattershed/domain';
import type { Transaction } from '../../platform/db.ts';

export type UtilityUse = Readonly<Record<BillUtility, IntervalUse>>;

/** Local days `[start, end)`. */
export interface LocalDays {
  readonly start: LocalDay;
  readonly end: LocalDay;
}

const instantsOf = ({ start, end }: LocalDays, timeZone: string): readonly [string, string] => {
  const offsetAt = zoneOffsets(timeZone);
  const instant = (day: LocalDay): string => new Date(dayStartS(day, offsetAt) * 1000).toISOString();
  return [instant(start), instant(end)];
};

export const readQuarters = async (
  sql: Transaction,
  household: string,
  days: LocalDays,
  timeZone: string,
): Promise<UtilityUse> => {
  const [from, to] = instantsOf(days, timeZone);
  const rows = await sql<{ utility: BillUtility; starts: number[]; used: number[] }[]>`
    select utility, starts, used from private.billing_quarters(${household}, ${from}, ${to}, false)`;
  const of = (utility: BillUtility): IntervalUse => {
    const row = rows.find((one) => one.utility === utility);
    return row ? { spanS: 900, startS: row.starts, used: row.used } : noUse;
  };
  return { electricity: of('electricity'), water: of('water') };
};

export interface DeviceUse {
  readonly utility: BillUtility;
  readonly deviceId: string;
  readonly room: string;
  readonly use: IntervalUse;
}

/** The same by device: a meter above others gives to its own device what those below it did not use. */
export const readDeviceQuarters = async (
  sql: Transaction,
  household: string,
  days: LocalDays,
  timeZone: string,
): Promise<DeviceUse[]> => {
  const [from, to] = instantsOf(days, timeZone);
  const rows = await sql<{ utility: BillUtility; room: string; device_id: string; starts: number[]; used: number[] }[]>`
    select * from private.billing_quarters(${household}, ${from}, ${to}, true)`;
  return rows.map(({ utility, room, device_id: deviceId, starts, used }) => ({
    utility,
    deviceId,
    room,
    use: { spanS: 900, startS: starts, used },
  }));
};

/** The series of prices that a plan names. */
export const pricesNamed = (plan: TariffPlan): string[] =>
  plan.charges.flatMap((charge) => (charge.kind === 'use' && charge.market ? [charge.market.series] : []));

/** The series of day colours that a plan names. */
export const coloursNamed = (plan: TariffPlan): string[] =>
  Object.values(plan.schedules ?? {}).flatMap(({ colours }) => colours ?? []);

export interface MarketFacts {
  readonly prices: Readonly<Record<string, PriceSeries>>;
  readonly colours: DayColours;
}

const namesOf = (names: readonly string[]): string => JSON.stringify([...new Set(names)]);

export const readMarket = async (
  sql: Transaction,
  household: string,
  days: LocalDays,
  timeZone: string,
  plans: readonly TariffPlan[],
): Promise<MarketFacts> => {
  const [series, colours] = [plans.flatMap(pricesNamed), plans.flatMap(coloursNamed)];
  const [from, to] = instantsOf(days, timeZone);
  const points =
    series.length === 0
      ? []
      : await sql<{ series: string; step_s: number; starts: number[]; prices: string[] }[]>`
          select * from private.billing_prices(${household}, ${namesOf(series)}::text::jsonb, ${from}, ${to})`;
  // The colour of a day that begins at six holds in the early hours of the next.
  const known =
    colours.length === 0
      ? []
      : await sql<{ series: string; colours: Record<string, string> }[]>`
          select * from private.billing_colours(${household}, ${namesOf(colours)}::text::jsonb, ${addDays(days.start, -1)}, ${days.end})`;
  return {
    prices: Object.fromEntries(
      points.map(({ series: name, step_s: stepS, starts, prices }) => [
        name,
        priceSeries(
          starts.map((startS, i) => ({ startS, price: prices[i] ?? '0' })),
          stepS,
        ),
      ]),
    ),
    colours: Object.fromEntries(known.map((row) => [row.series, row.colours])),
  };
};
