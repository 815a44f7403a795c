/** Homes with a tariff and steady use, for tests of billing. */
import type { LocalDay } from '@wattershed/domain';
import type { SeededHome } from '../../testing/seed.ts';
import type { SentByHand, Stage } from '../../testing/stage.ts';

export interface Prices {
  electricity_rate?: string;
  electricity_standing?: string;
  electricity_tax_percent?: string;
  water_rate?: string;
  water_standing?: string;
  water_tax_percent?: string;
  currency?: string;
}

/** The table API's insert, as the person. */
export const enterTariff = (
  stage: Stage,
  home: SeededHome,
  validFrom: LocalDay,
  prices: Prices = {},
): Promise<unknown> => {
  const row = {
    household_id: home.household,
    valid_from: validFrom,
    currency: 'EUR',
    electricity_rate: '0.20',
    electricity_standing: '0',
    electricity_tax_percent: '0',
    water_rate: '0',
    water_standing: '0',
    water_tax_percent: '0',
    ...prices,
  };
  return stage.database.asUser({ sub: home.userId }, (sql) => sql`insert into tariffs ${sql(row)}`);
};

/** Amounts over each hour of `[from, to)`, in seconds. */
export const hourly = (meter: string, from: number, to: number, value: number): SentByHand[] =>
  Array.from({ length: Math.floor((to - from) / 3600) }, (_, i) => ({
    meter,
    at: from + i * 3600,
    spanS: 3600,
    value,
  }));

export interface BillRow {
  id: string;
  start: string;
  end: string;
  total: string;
  wh: number;
  ml: number;
  version: number;
  corrected: boolean;
  coverage: number | null;
}

export const billsOf = (stage: Stage, home: SeededHome): Promise<BillRow[]> =>
  stage.database.asUser(
    { sub: home.userId },
    async (sql) =>
      (await sql`
        select id, period_start::text as start, period_end::text as end, trim_scale(total_amount)::text as total, electricity_wh as wh, water_ml as ml,
          version, corrected_at is not null as corrected, coverage::float as coverage
        from billing_records where household_id = ${home.household} order by period_start`) as unknown as BillRow[],
  );
