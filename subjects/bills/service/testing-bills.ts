/** Homes with a tariff and steady use, for tests of billing. */
import type { Utility } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { TariffPlan } from '../domain/tariff/plan.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import type { SentByHand, Stage } from '#apps/service/testing/stage.ts';

export interface Prices {
  electricity_rate?: string;
  electricity_standing?: string;
  electricity_tax_percent?: string;
  water_rate?: string;
  water_standing?: string;
  water_tax_percent?: string;
  currency?: string;
}

/** A price, a standing charge a month and a tax on both, as the form makes it. */
export const simplePlan = (
  utility: Utility,
  currency: string,
  [rate, standing, tax]: readonly [string, string, string],
): TariffPlan => ({
  name: 'My prices',
  utility,
  currency,
  unit: utility === 'water' ? 'm3' : 'kWh',
  charges: [
    { id: 'use', kind: 'use', rate },
    { id: 'standing', kind: 'fixed', per: 'month', amount: standing },
    { id: 'tax', kind: 'tax', percent: tax, of: 'all' },
  ],
});

/** Both utilities' prices from a day on, as the service keeps them for the person. */
export const enterTariff = (
  stage: Stage,
  home: SeededHome,
  validFrom: LocalDay,
  prices: Prices = {},
): Promise<unknown> => {
  const { currency = 'EUR' } = prices;
  const plans = [
    simplePlan('electricity', currency, [
      prices.electricity_rate ?? '0.20',
      prices.electricity_standing ?? '0',
      prices.electricity_tax_percent ?? '0',
    ]),
    simplePlan('water', currency, [
      prices.water_rate ?? '0',
      prices.water_standing ?? '0',
      prices.water_tax_percent ?? '0',
    ]),
  ];
  return enterPlans(stage, home, validFrom, plans);
};

export const enterPlans = async (
  stage: Stage,
  home: SeededHome,
  validFrom: LocalDay,
  plans: readonly TariffPlan[],
): Promise<string[]> => {
  const tariffs = JSON.stringify(plans.map((plan) => ({ validFrom, plan })));
  const [row] = await stage.sql<{ ids: string[] }[]>`
    select private.save_tariffs(${home.userId}, ${home.household}, null, ${tariffs}::text::jsonb) as ids`;
  return row?.ids ?? [];
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
        select id, period_start::text as start, period_end::text as end, trim_scale(total_amount)::text as total,
          (amounts #>> '{electricity,used}')::bigint as wh, (amounts #>> '{water,used}')::bigint as ml, version, corrected_at is not null as corrected, coverage::float as coverage
        from billing_records where household_id = ${home.household} order by period_start`) as unknown as BillRow[],
  );

/** A home whose one meter says 1 kWh every hour of `[from, to)`, in seconds. */
export const steadyHomeOf = async (
  stage: Stage,
  zone: string,
  from: number,
  to: number,
): Promise<SeededHome & { key: string }> => {
  const home = await stage.seed.home(zone);
  const { key } = await home.device('Mains', 'whole_home', 'electricity');
  const readings = hourly(key, from, to, 1_000);
  for (let i = 0; i < readings.length; i += 5_000) await stage.send(home, readings.slice(i, i + 5_000));
  return { ...home, key };
};
