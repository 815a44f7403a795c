/** What tariffs are priced with, from the database: use by quarter-hours, prices of markets, colours of days. */
import { byUtility, type Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { dayStartS, type IntervalUse } from '../domain/tariff/interval-use.ts';
import { knownOffsets } from '../domain/tariff/known-offsets.ts';
import { type PriceSeries, priceSeries } from '../domain/tariff/price-series.ts';
import type { DayColours } from '../domain/tariff/schedule-periods.ts';
import type { PriceTax, TariffPlan } from '../domain/tariff/plan.ts';
import type { Transaction } from '#kernel/db.ts';

export type UtilityUse = Readonly<Record<Utility, IntervalUse>>;

/** Local days `[start, end)`. */
export interface LocalDays {
  readonly start: LocalDay;
  readonly end: LocalDay;
}

const instantsOf = ({ start, end }: LocalDays, timeZone: string): readonly [string, string] => {
  const offsetAt = knownOffsets(timeZone);
  const instant = (day: LocalDay): string => new Date(dayStartS(day, offsetAt) * 1000).toISOString();
  return [instant(start), instant(end)];
};

interface QuarterRow {
  utility: Utility;
  room: string;
  device_id: string;
  sign: number;
  /** Of a packed day: its first instant. */
  first: number | null;
  starts: number[] | null;
  used: number[];
  /** Null: all of it. */
  covered_s: number[] | null;
}

const quarterS = 900;

/** Adds rows up into quarter-hours of `[from, to)`; one that nobody heard is left out. */
const sumRows = (rows: readonly QuarterRow[], from: number, to: number): IntervalUse => {
  const count = Math.max(0, Math.ceil((to - from) / quarterS));
  const sums = new Float64Array(count);
  const isKnown = new Uint8Array(count);
  for (const { first, starts, used, covered_s: coveredS, sign } of rows) {
    for (let i = 0; i < used.length; i += 1) {
      const at = ((starts?.[i] ?? (first ?? 0) + i * quarterS) - from) / quarterS;
      if (at < 0 || at >= count) continue;
      const amount = used[i] ?? 0;
      sums[at] = (sums[at] ?? 0) + sign * amount;
      if (amount !== 0 || (coveredS?.[i] ?? quarterS) > 0) isKnown[at] = 1;
    }
  }
  const startS: number[] = [];
  const used: number[] = [];
  for (let at = 0; at < count; at += 1) {
    if (isKnown[at] !== 1) continue;
    startS.push(from + at * quarterS);
    used.push(sums[at] ?? 0);
  }
  return { spanS: quarterS, startS, used };
};

const readRows = async (
  sql: Transaction,
  household: string,
  days: LocalDays,
  timeZone: string,
  isByDevice: boolean,
): Promise<{ rows: QuarterRow[]; from: number; to: number }> => {
  const [from, to] = instantsOf(days, timeZone);
  const rows = await sql<QuarterRow[]>`
    select * from private.billing_quarters(${household}, ${from}, ${to}, ${isByDevice})`;
  return { rows, from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 };
};

export const readQuarters = async (
  sql: Transaction,
  household: string,
  days: LocalDays,
  timeZone: string,
): Promise<UtilityUse> => {
  const { rows, from, to } = await readRows(sql, household, days, timeZone, false);
  return byUtility((utility) =>
    sumRows(
      rows.filter((row) => row.utility === utility),
      from,
      to,
    ),
  );
};

export interface DeviceUse {
  readonly utility: Utility;
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
  const { rows, from, to } = await readRows(sql, household, days, timeZone, true);
  const devices = new Map<string, QuarterRow[]>();
  for (const row of rows) {
    const key = `${row.utility} ${row.device_id}`;
    const own = devices.get(key) ?? [];
    own.push(row);
    devices.set(key, own);
  }
  return [...devices.values()].flatMap((own) => {
    const [row] = own;
    if (!row) return [];
    const use = sumRows(own, from, to);
    return use.startS.length === 0 ? [] : [{ utility: row.utility, deviceId: row.device_id, room: row.room, use }];
  });
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

interface PricesRow {
  series: string;
  step_s: number;
  starts: number[];
  prices: string[];
  taxes: (PriceTax | null)[];
  with_tax: (string | null)[];
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
      : await sql<PricesRow[]>`
          select * from private.billing_prices(${household}, ${namesOf(series)}::text::jsonb, ${from}, ${to})`;
  // The colour of a day that begins at six holds in the early hours of the next.
  const known =
    colours.length === 0
      ? []
      : await sql<{ series: string; colours: Record<string, string> }[]>`
          select * from private.billing_colours(${household}, ${namesOf(colours)}::text::jsonb, ${addDays(days.start, -1)}, ${days.end})`;
  return {
    prices: Object.fromEntries(
      points.map(({ series: name, step_s: stepS, starts, prices, taxes, with_tax: withTax }) => [
        name,
        priceSeries(
          starts.map((startS, i) => ({
            startS,
            price: prices[i] ?? '0',
            tax: taxes[i] ?? undefined,
            withTax: withTax[i] ?? undefined,
          })),
          stepS,
        ),
      ]),
    ),
    colours: Object.fromEntries(known.map((row) => [row.series, row.colours])),
  };
};
