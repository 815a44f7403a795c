import { readFileSync } from 'node:fs';
import { type PricesAnswer, pricesAnswer, seriesList } from '../../contract/prices.ts';
import { isRate } from '../../domain/tariff/charges/exchange.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { readPriceFile, readUrdb } from '#apps/service/testing/file-readers.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createBilling, type Billing } from '../index.ts';
import { createTariffs, tariffRoutes } from './index.ts';

const now = Date.UTC(2026, 10, 3, 12);
let stage: Stage;
let app: FastifyInstance;
let billing: Billing;
beforeAll(async () => {
  stage = await openStage(() => now);
  billing = createBilling({ sql: stage.sql, now: () => now });
  app = stage.http((http, deps) =>
    tariffRoutes(http, {
      tariffs: createTariffs({
        sql: stage.sql,
        library: { calendars: {}, tariffs: [], guide: '' },
        now: () => now,
        readPrices: readPriceFile,
        readUrdb,
      }),
      authenticate: deps.authenticate,
      takeAllowance: createTakeAllowance(stage.sql),
    }),
  );
});
afterAll(() => stage.end());

const hourS = 3600;
const october = Date.UTC(2026, 9, 1) / 1000;
const hours = 31 * 24;

/** A home that uses 1 kWh in each hour of October (UTC), or longer, with one tariff. */
const homeWith = async (
  plan: Omit<TariffPlan, 'name' | 'utility' | 'currency' | 'unit'>,
  count = hours,
): Promise<SeededHome> => {
  const home = await stage.seed.home('UTC');
  const { key } = await home.device('Mains', 'whole_home', 'electricity');
  const readings = Array.from({ length: count }, (_, i) => ({
    meter: key,
    at: october + i * hourS,
    spanS: hourS,
    value: 1000,
  }));
  await stage.send(home, readings);
  await send(home, 'POST', '/tariffs', {
    validFrom: '2026-01-01',
    tariffs: [{ plan: { name: 'Market', utility: 'electricity', currency: 'EUR', unit: 'kWh', ...plan } }],
  });
  return home;
};

const send = async (person: SeededHome, method: 'POST' | 'GET', path: string, payload?: object | string) => {
  const type = typeof payload === 'string' ? { 'content-type': 'text/plain' } : {};
  const headers = { ...(await stage.session(person.userId)), ...type };
  return app.inject({ method, url: `/api/v1${path}`, headers, ...(payload !== undefined && { payload }) });
};

const bring = async (person: SeededHome, text: string, query = 'series=spot'): Promise<PricesAnswer> =>
  pricesAnswer.parse((await send(person, 'POST', `/prices?${query}`, text)).json());

const spot: Pick<TariffPlan, 'charges'> = { charges: [{ id: 'energy', kind: 'use', market: { series: 'spot' } }] };

/** A price for each hour `[from, to)` of October. */
const table = (from: number, to: number, price: (hour: number) => string): string =>
  Array.from({ length: to - from }, (_, i) => {
    const at = new Date((october + (from + i) * hourS) * 1000).toISOString();
    return `${at},${price(from + i)}`;
  }).join('\n');

const billsOf = (home: SeededHome) =>
  stage.seed
    .owner`select total_amount::float as total, version from billing_records where household_id = ${home.household}`;

describe('C3.2 bills at market prices', () => {
  test('a bill waits for the prices that are missing, by name, and is made once they are there', async () => {
    const home = await homeWith(spot);
    expect(
      await bring(
        home,
        table(0, hours - 24, () => '0.10'),
      ),
    ).toMatchObject({
      ok: true,
      changed: hours - 24,
      series: [{ series: 'spot', count: hours - 24, missing: 0, lowest: '0.10', highest: '0.10' }],
    });
    const before = await billing.soFar(home.userId, undefined);
    expect(before.waiting).toEqual([
      {
        start: '2026-10-01',
        end: '2026-11-01',
        faults: [
          {
            utility: 'electricity',
            code: 'price-missing',
            charge: 'energy',
            of: 'spot',
            from: '2026-10-31',
            to: '2026-11-01',
            used: 24_000,
          },
        ],
      },
    ]);
    expect(await billsOf(home)).toEqual([]);

    await bring(
      home,
      table(hours - 24, hours, () => '-0.05'),
    );
    const after = await billing.soFar(home.userId, undefined);
    expect(after.waiting).toEqual([]);
    // 720 hours at 0.10 and 24 at -0.05.
    expect(await billsOf(home)).toEqual([{ total: 70.8, version: 1 }]);
  });

  test('what the open cycle may come to is worked out at the prices that the market had lately', async () => {
    const home = await homeWith(spot);
    const [{ key } = { key: '' }] = await stage.seed.owner<{ key: string }[]>`
      select key from meters where household_id = ${home.household}`;
    const november = october + hours * hourS;
    const more = Array.from({ length: 48 }, (_, i) => ({
      meter: key,
      at: november + i * hourS,
      spanS: hourS,
      value: 1000,
    }));
    await stage.send(home, more);
    await bring(
      home,
      table(0, hours + 60, () => '0.10'),
    );
    const { cost, likely } = await billing.soFar(home.userId, undefined);
    // Two days of 24 kWh at 0.10; the whole of November at as much.
    expect(cost?.total).toBe('4.80');
    expect(likely).toMatchObject({ expected: '72.00' });
  });

  test('a price that is corrected makes the bill anew; the same file again changes nothing', async () => {
    const home = await homeWith(spot);
    const file = table(0, hours, () => '0.10');
    await bring(home, file);
    await billing.bringUpToDate(home.userId, undefined);
    expect(await bring(home, file)).toMatchObject({ ok: true, changed: 0 });
    await billing.bringUpToDate(home.userId, undefined);
    expect(await billsOf(home)).toEqual([{ total: 74.4, version: 1 }]);
    await bring(
      home,
      table(0, 10, () => '0.20'),
    );
    await billing.bringUpToDate(home.userId, undefined);
    expect(await billsOf(home)).toEqual([{ total: 75.4, version: 2 }]);
  });

  test('the operator’s prices serve everybody who has none of their own', async () => {
    const home = await homeWith({
      charges: [{ id: 'energy', kind: 'use', market: { series: 'for-all' } }],
    });
    await stage.seed.owner`insert into market_prices (series, starts_at, step_s, price)
      select 'for-all', to_timestamp(${october}) + n * interval '1 hour', 3600, 0.3 from generate_series(0, ${hours - 1}) n`;
    await bring(
      home,
      table(0, 1, () => '1.3'),
      'series=for-all',
    );
    await billing.bringUpToDate(home.userId, undefined);
    expect(await billsOf(home)).toEqual([{ total: 744 * 0.3 + 1, version: 1 }]);
    const { series } = seriesList.parse((await send(home, 'GET', '/prices')).json());
    expect(series.filter((one) => one.series === 'for-all').map(({ isOwn, count }) => [isOwn, count])).toEqual([
      [true, 1],
      [false, hours],
    ]);
  });

  test('colours of days: the early hours are the day’s before', async () => {
    const home = await homeWith({
      schedules: {
        days: {
          colours: 'tempo',
          dayStarts: '06:00',
          periods: [
            { period: 'red', colour: 'red' },
            { period: 'blue', colour: 'blue' },
          ],
        },
      },
      charges: [{ id: 'energy', kind: 'use', schedule: 'days', rates: { red: '1', blue: '0.1' } }],
    });
    const days = Array.from({ length: 32 }, (_, i) =>
      new Date((october + (i - 1) * 86_400) * 1000).toISOString().slice(0, 10),
    );
    const file = days.map((day) => `${day},${day === '2026-10-15' ? 'red' : 'blue'}`).join('\n');
    expect(await bring(home, file, 'series=tempo')).toMatchObject({ ok: true, kind: 'colours', changed: 32 });
    await billing.bringUpToDate(home.userId, undefined);
    // From the 15th at six to the 16th at six: 24 hours at 1.
    expect(await billsOf(home)).toEqual([{ total: 24 + 720 * 0.1, version: 1 }]);
  });

  test('a price in another currency waits for its rates; weekends have the rate before them once the next is known', async () => {
    const home = await homeWith({
      charges: [{ id: 'energy', kind: 'use', rate: '0.1', exchange: { currency: 'USD', series: 'usd-eur' } }],
    });
    // Of Monday to Friday: the last day of October is a Saturday.
    const days = Array.from({ length: 31 }, (_, i) => `2026-10-${String(i + 1).padStart(2, '0')}`);
    const published = days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
    const file = published.map((day) => `${day},${day < '2026-10-12' ? '0.8' : '0.9'}`).join('\n');
    expect(await bring(home, file, 'series=usd-eur')).toMatchObject({ ok: true, kind: 'rates', changed: 22 });
    expect((await billing.soFar(home.userId, undefined)).waiting).toMatchObject([
      { faults: [{ code: 'rate-missing', of: 'usd-eur', from: '2026-10-31', to: '2026-11-01', used: 24_000 }] },
    ]);
    expect(await billsOf(home)).toEqual([]);
    expect(await bring(home, '2026-11-02,0.7', 'series=usd-eur')).toMatchObject({ ok: true, changed: 1 });
    await billing.bringUpToDate(home.userId, undefined);
    // 2.4 dollars a day: eleven days at 0.8, twenty at 0.9.
    expect(await billsOf(home)).toEqual([{ total: 64.32, version: 1 }]);
    const { series } = seriesList.parse((await send(home, 'GET', '/prices')).json());
    expect(series.filter(({ isOwn }) => isOwn)).toMatchObject([{ series: 'usd-eur', kind: 'rates', count: 23 }]);
  });

  test('days that go on have the last rate that is known, and say so; the bill of a cycle that is over waits', async () => {
    const charges = [
      { id: 'energy', kind: 'use', rate: '0.1', exchange: { currency: 'USD', series: 'usd-eur' } },
    ] as const;
    // Until noon of Tuesday, the third of November; the last rate is that of Friday.
    const home = await homeWith({ charges }, hours + 60);
    const published = Array.from({ length: 30 }, (_, i) => `2026-10-${String(i + 1).padStart(2, '0')}`);
    await bring(
      home,
      published.map((day) => `${day},${day < '2026-10-12' ? '0.8' : '0.9'}`).join('\n'),
      'series=usd-eur',
    );
    const soFar = await billing.soFar(home.userId, undefined);
    const expected = { code: 'rate-expected', of: 'usd-eur', from: '2026-11-01', to: '2026-11-04', used: 60_000 };
    // 6 dollars at 0.9; in the two days that are over 4.80, as then at 0.8.
    expect(soFar.cost).toMatchObject({ total: '5.40', unpricedDays: 0, faults: [expected] });
    expect(soFar.compared).toMatchObject({ days: 2, amount: '4.32', lastCycle: { amount: '3.84' } });
    expect(soFar.waiting).toMatchObject([{ start: '2026-10-01', faults: [{ code: 'rate-missing' }] }]);
    expect(soFar.likely?.expected).toBe('64.80');
    const { utilities } = await billing.periodCosts(home.userId, undefined, { start: '2026-10-30', end: '2026-11-03' });
    expect(utilities).toMatchObject([{ cost: '6.48', missing: ['usd-eur'] }]);
  });

  test('what is a rate, the engine and the database say alike', async () => {
    const texts = [
      '1',
      '0.8',
      '007.50',
      '10',
      '0',
      '0.00',
      '-1',
      '1.',
      '.5',
      '1,5',
      '1e3',
      'red',
      '2red',
      '',
      ' 1',
      '1\n',
    ];
    const rows = await stage.seed.owner<{ text: string; says: boolean }[]>`
      select t as text, private.is_rate(t) as says from unnest(${texts}::text[]) t`;
    expect(rows.map(({ text, says }) => [text, says])).toEqual(texts.map((text) => [text, isRate(text)]));
  });
});

describe('files', () => {
  test('a preview takes nothing in', async () => {
    const home = await stage.seed.home('UTC');
    expect(
      await bring(
        home,
        table(0, 3, () => '0.1'),
        'series=spot&preview=true',
      ),
    ).toMatchObject({ changed: null });
    expect(seriesList.parse((await send(home, 'GET', '/prices')).json()).series.filter(({ isOwn }) => isOwn)).toEqual(
      [],
    );
  });

  test('a wrong row is named, and nothing of the file is taken in', async () => {
    const home = await stage.seed.home('UTC');
    expect(await bring(home, `${table(0, 2, () => '0.1')}\n2026-10-09T00:00:00Z,cheap`)).toEqual({
      ok: false,
      fault: { code: 'price-wrong', line: 3, value: 'cheap' },
    });
    expect(seriesList.parse((await send(home, 'GET', '/prices')).json()).series.filter(({ isOwn }) => isOwn)).toEqual(
      [],
    );
  });

  test('C1.1 not into another household', async () => {
    const [home, stranger] = [await stage.seed.home('UTC'), await stage.seed.home('UTC')];
    const answer = await send(
      stranger,
      'POST',
      `/prices?series=spot&household=${home.household}`,
      table(0, 1, () => '1'),
    );
    expect(answer.json()).toMatchObject({ code: 'forbidden' });
  });
});

describe('prices that hold tax, and those that do not', () => {
  const vat = { id: 'vat', kind: 'tax', percent: '5', of: 'all' } as const;
  /** As Octopus answers: of each half-hour 20 p without VAT and 21 p with it. */
  const octopus = (only?: 'value_exc_vat' | 'value_inc_vat') =>
    JSON.stringify({
      results: Array.from({ length: hours * 2 }, (_, i) => {
        const both = { value_exc_vat: 20, value_inc_vat: 21 };
        return {
          ...(only ? { [only]: both[only] } : both),
          valid_from: new Date((october + i * 1800) * 1000).toISOString(),
        };
      }),
    });
  const totalOf = async (home: SeededHome) => (await billsOf(home))[0]?.['total'];

  test.each([
    ['both', undefined, 'both'],
    ['those with VAT', 'value_inc_vat', 'included'],
    ['those without', 'value_exc_vat', 'excluded'],
  ] as const)('a tariff with VAT taxes Octopus’ prices once: %s', async (_what, only, tax) => {
    const home = await homeWith({ charges: [...spot.charges, vat] });
    expect(await bring(home, octopus(only))).toMatchObject({ ok: true, series: [{ tax }] });
    await billing.bringUpToDate(home.userId, undefined);
    // 744 kWh at 0.20 are 148.80, and 7.44 of VAT.
    expect(await totalOf(home)).toBe(156.24);
    const list = seriesList.parse((await send(home, 'GET', '/prices')).json());
    expect(list.series.find((one) => one.isOwn)).toMatchObject({ series: 'spot', tax });
  });

  test('a tariff without a tax takes the prices with it; where there are none, that is told and the bill is made', async () => {
    const home = await homeWith(spot);
    await bring(home, octopus());
    await billing.bringUpToDate(home.userId, undefined);
    expect(await totalOf(home)).toBe(156.24);
    const bare = await homeWith(spot);
    const file = table(0, hours + 24 * 3, () => '0.20');
    expect(await bring(bare, file, 'series=spot&tax=excluded')).toMatchObject({
      ok: true,
      series: [{ tax: 'excluded' }],
    });
    const { key } = await bare.device('Oven', 'kitchen', 'electricity');
    await stage.send(bare, [{ meter: key, at: october + (hours + 1) * hourS, spanS: hourS, value: 500 }]);
    const { cost } = await billing.soFar(bare.userId, undefined);
    expect(await totalOf(bare)).toBe(148.8);
    expect(cost?.faults).toMatchObject([{ code: 'tax-missing', of: 'spot' }]);
  });

  test('brought again with another word on tax, the same prices make bills anew', async () => {
    const home = await homeWith({ charges: [...spot.charges, vat] });
    const file = table(0, hours, () => '0.21');
    await bring(home, file);
    await billing.bringUpToDate(home.userId, undefined);
    expect(await totalOf(home)).toBe(164.05);
    expect(await bring(home, file, 'series=spot&tax=included')).toMatchObject({ changed: hours });
    await billing.bringUpToDate(home.userId, undefined);
    expect(await totalOf(home)).toBe(156.24);
  });

  test('a price of sixteen decimals is taken in and priced exactly', async () => {
    const home = await homeWith(spot);
    const file = table(0, hours, () => '0.1234567890123456');
    expect(await bring(home, file)).toMatchObject({
      ok: true,
      changed: hours,
      series: [{ highest: '0.1234567890123456' }],
    });
    await billing.bringUpToDate(home.userId, undefined);
    expect(await totalOf(home)).toBe(91.85);
  });
});

describe('prices that were kept before tax was', () => {
  /** As rows of before the first release are mended. */
  const mend = (): Promise<unknown> => {
    const file = new URL('../../../../supabase/before/rows.sql', import.meta.url);
    const block = /do \$\$[\s\S]*?end \$\$;/.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
    return stage.seed.owner.unsafe(block);
  };
  const taxesOf = async (home: SeededHome) =>
    (
      await stage.seed
        .owner`select distinct series, tax from price_points where household_id = ${home.household} order by series`
    ).map((row) => [row['series'], row['tax']]);

  test('Octopus’ with VAT and ESIOS’ without are told from the rest, and bills that were taxed twice are made anew', async () => {
    const home = await homeWith({ charges: [...spot.charges, { id: 'vat', kind: 'tax', percent: '5', of: 'all' }] });
    const keep = (series: string, stepS: number, priceOf: (i: number) => string) => stage.seed.owner`
      insert into price_points (household_id, series, starts_at, step_s, price)
      select ${home.household}, ${series}, to_timestamp(${october} + (t.i - 1) * ${stepS}::int), ${stepS}, t.price::numeric
      from unnest(${Array.from({ length: (hours * hourS) / stepS }, (_, i) => priceOf(i))}::text[]) with ordinality t (price, i)`;
    const pence = (i: number): number => 1500 + ((i * 37) % 2500);
    // As Octopus gives them with VAT, and without; hours of ESIOS and of somebody else.
    await keep('spot', 1800, (i) => ((pence(i) * 105) / 1_000_000).toFixed(6));
    await keep('without', 1800, (i) => (pence(i) / 10_000).toFixed(4));
    await keep('esios-1001-peninsula', 3600, () => '0.11633');
    await keep('mine', 3600, () => '0.123456');
    await billing.bringUpToDate(home.userId, undefined);
    const [before] = await billsOf(home);
    await mend();
    expect(await taxesOf(home)).toEqual([
      ['esios-1001-peninsula', 'excluded'],
      ['mine', null],
      ['spot', 'included'],
      ['without', null],
    ]);
    await billing.bringUpToDate(home.userId, undefined);
    const [after] = await billsOf(home);
    expect(after).toMatchObject({ version: 2 });
    expect(Number(after?.['total']) * 1.05).toBeCloseTo(Number(before?.['total']), 1);
  });
});
