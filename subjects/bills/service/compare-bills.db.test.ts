import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { type BillChanges, billChanges, type ReconciledBill, reconciledBill } from '../contract/billing.ts';
import { billingRoutes, createBilling } from './index.ts';
import { billsOf, enterPlans, enterTariff, hourly } from './testing-bills.ts';

describe('changes', () => {
  const now = Date.UTC(2026, 11, 2, 12);
  let stage: Stage;
  let app: FastifyInstance;
  beforeAll(async () => {
    stage = await openStage(() => now);
    app = stage.http((http, deps) =>
      billingRoutes(http, {
        billing: createBilling({ sql: stage.sql, now: () => now }),
        database: stage.database,
        authenticate: deps.authenticate,
        takeAllowance: createTakeAllowance(stage.sql),
        now: () => now,
      }),
    );
  });
  afterAll(() => stage.end());

  const get = async (person: SeededHome, path: string) =>
    app.inject({ url: `/api/v1/bills${path}`, headers: await stage.session(person.userId) });
  const utc = (text: string): number => Date.parse(text) / 1000;

  test('C2.16 why a bill is dearer: days, price and the device, to the cent', async () => {
    const home = await stage.seed.home('UTC');
    const [mains, heater] = [
      await home.device('Mains', 'whole_home', 'electricity'),
      await home.device('Heater', 'bedroom', 'electricity'),
    ];
    await stage.seed.owner`update meters set parent_meter_id = ${mains.meterId} where id = ${heater.meterId}`;
    const [october, november, december] = [utc('2026-10-01'), utc('2026-11-01'), utc('2026-12-01')];
    await stage.send(home, hourly(mains.key, october, november, 500));
    await stage.send(home, hourly(heater.key, october, november, 100));
    await stage.send(home, hourly(mains.key, november, december, 700));
    await stage.send(home, hourly(heater.key, november, december, 300));
    await enterTariff(stage, home, '2026-01-01', { electricity_rate: '0.20' });
    await enterTariff(stage, home, '2026-11-01', { electricity_rate: '0.25' });
    await get(home, '/so-far');
    const [first, second] = await billsOf(stage, home);
    // 372 kWh at 0.20; 504 at 0.25.
    expect([first?.total, second?.total]).toEqual(['74.4', '126']);
    const answer: BillChanges = billChanges.parse((await get(home, `/${second?.id}/changes`)).json());
    expect(answer).toEqual({
      against: { id: first?.id, start: '2026-10-01', end: '2026-11-01', total: '74.40' },
      difference: '51.60',
      utilities: [
        {
          utility: 'electricity',
          difference: '51.60',
          parts: [
            // One day less, 12 kWh at 0.20; 200 Wh more in 720 hours; 504 kWh at 0.05 more.
            { kind: 'days', amount: '-2.40' },
            { kind: 'device', device: heater.deviceId, used: 144_000, amount: '28.80' },
            { kind: 'price', amount: '25.20' },
          ],
        },
        { utility: 'water', difference: '0.00', parts: [] },
      ],
      weather: 'missing',
    });
  });

  describe('C2.16 the weather', () => {
    const waves = (from: string, days: number, mean: number) =>
      Array.from({ length: days }, (_, i) => ({
        day: new Date(Date.parse(from) + i * 86_400_000).toISOString().slice(0, 10),
        celsius: mean + Math.round(50 * Math.sin((i * 2 * Math.PI) / 10)) / 10,
      }));
    const degrees = [...waves('2026-10-01', 31, 14), ...waves('2026-11-01', 30, 8)];

    /** 100 Wh an hour, and 40 more for each degree below 18; two bills, and the temperatures of as many days. */
    const heatedHome = async (known: number) => {
      const home = await stage.seed.home('UTC');
      const { key } = await home.device('Mains', 'whole_home', 'electricity');
      const readings = degrees.flatMap(({ day, celsius }) =>
        hourly(key, utc(day), utc(day) + 86_400, Math.round(100 + 40 * Math.max(0, 18 - celsius))),
      );
      await stage.send(home, readings);
      await enterTariff(stage, home, '2026-01-01', { electricity_rate: '0.20' });
      await get(home, '/so-far');
      const days = Object.fromEntries(
        degrees.slice(0, known).map(({ day, celsius }) => [day, Math.round(celsius * 10)]),
      );
      await stage.sql`select private.save_temperatures(${home.userId}, null, ${JSON.stringify(days)}::text::jsonb)`;
      const second = (await billsOf(stage, home)).at(-1);
      return billChanges.parse((await get(home, `/${second?.id}/changes`)).json());
    };

    test('where use follows the temperature, its part is told in use and money, and all parts sum to the difference', async () => {
      const { weather, difference, utilities } = await heatedHome(61);
      expect(weather).toBe('told');
      const [electricity] = utilities;
      const part = electricity?.parts.find(({ kind }) => kind === 'weather');
      expect(part?.degrees).toEqual({ before: 14, now: 8 });
      const degreeDays = (from: number, to: number) =>
        degrees.slice(from, to).reduce((sum, { celsius }) => sum + Math.max(0, 18 - celsius), 0);
      const truth = 24 * 40 * (degreeDays(31, 61) - (degreeDays(0, 31) * 30) / 31);
      expect(Math.abs((part?.used ?? 0) / truth - 1)).toBeLessThan(0.01);
      expect(Number(part?.amount)).toBeCloseTo(((part?.used ?? 0) / 1000) * 0.2, 1);
      const cents = (electricity?.parts ?? []).reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
      expect(cents).toBe(Math.round(Number(difference) * 100));
    });

    test('where too few days of a bill have one, it says so', async () => {
      const { weather, utilities } = await heatedHome(31 + 20);
      expect(weather).toBe('partial');
      const kinds = utilities.flatMap(({ parts }) => parts.map(({ kind }) => kind));
      expect(kinds).not.toContain('weather');
      // The meter of the whole home is no device of it.
      expect(kinds).not.toContain('device');
    });
  });

  test('the first bill is held against none, and another household’s is not there', async () => {
    const [home, stranger] = [await stage.seed.home('UTC'), await stage.seed.home('UTC')];
    const { key } = await home.device('Mains', 'whole_home', 'electricity');
    await stage.send(home, hourly(key, utc('2026-11-01'), utc('2026-12-01'), 500));
    await enterTariff(stage, home, '2026-01-01');
    await get(home, '/so-far');
    const [bill] = await billsOf(stage, home);
    for (const against of ['before', 'year'])
      expect((await get(home, `/${bill?.id}/changes?against=${against}`)).json()).toEqual({
        against: null,
        difference: null,
        utilities: [],
        weather: null,
      });
    expect((await get(stranger, `/${bill?.id}/changes`)).statusCode).toBe(404);
  });
});

describe('reconcile', () => {
  const now = Date.UTC(2026, 11, 2, 12);
  let stage: Stage;
  let app: FastifyInstance;
  let home: SeededHome;
  let stranger: SeededHome;
  const utc = (text: string): number => Date.parse(text) / 1000;
  beforeAll(async () => {
    stage = await openStage(() => now);
    app = stage.http((http, deps) =>
      billingRoutes(http, {
        billing: createBilling({ sql: stage.sql, now: () => now }),
        database: stage.database,
        authenticate: deps.authenticate,
        takeAllowance: createTakeAllowance(stage.sql),
        now: () => now,
      }),
    );
    [home, stranger] = [await stage.seed.home('UTC'), await stage.seed.home('UTC')];
    const { key } = await home.device('Mains', 'whole_home', 'electricity');
    await stage.send(home, hourly(key, utc('2026-10-01'), utc('2026-12-02'), 500));
    await enterTariff(stage, home, '2026-01-01', { electricity_rate: '0.20', electricity_tax_percent: '10' });
  });
  afterAll(() => stage.end());

  interface Copied {
    start: string;
    end: string;
    total: string;
    used?: string;
    estimated?: boolean;
  }

  /** As the person copies it from paper, through the table API. */
  const copy = async ({ start, end, total, used, estimated = false }: Copied, person = home): Promise<string> =>
    stage.database.asUser({ sub: person.userId }, async (sql) => {
      const [row] = await sql<{ id: string }[]>`
      insert into utility_bills (household_id, utility, period_start, period_end, currency, total, used, is_estimated)
      values (${person.household}, 'electricity', ${start}, ${end}, 'EUR', ${total}, ${used ?? null}, ${estimated}) returning id`;
      return row?.id ?? '';
    });

  const reconcile = async (id: string, person = home) => {
    const headers = await stage.session(person.userId);
    await app.inject({ url: '/api/v1/bills/so-far', headers });
    return app.inject({ url: `/api/v1/utility-bills/${id}/reconcile`, headers });
  };
  const reconciled = async (bill: Copied): Promise<ReconciledBill> =>
    reconciledBill.parse((await reconcile(await copy(bill))).json());

  test('C2.16 a utility’s bill over other days, with an estimated reading, held against ours', async () => {
    // Ours: 372 kWh of October at 0.20 and 10 %. Theirs: two days more, and 450 kWh for them instead of 396.
    const answer = await reconciled({
      start: '2026-10-01',
      end: '2026-11-03',
      total: '99.00',
      used: '450',
      estimated: true,
    });
    const [bill] = await billsOf(stage, home);
    expect(answer).toEqual({
      ours: { id: bill?.id, start: '2026-10-01', end: '2026-11-01', total: '81.84' },
      coverage: 1,
      currency: 'EUR',
      unit: 'kWh',
      difference: '17.16',
      parts: [
        { kind: 'estimated-read', amount: '11.88', theirs: '450000', ours: '396000' },
        { kind: 'dates', amount: '5.28', theirs: '33', ours: '31' },
      ],
    });
  });

  test('one of days without a bill of ours is held against the same days, priced now', async () => {
    expect(await reconciled({ start: '2026-12-01', end: '2026-12-02', total: '3.00' })).toMatchObject({
      ours: { id: null, start: '2026-12-01', end: '2026-12-02', total: '2.64' },
      difference: '0.36',
      parts: [{ kind: 'residual', amount: '0.36' }],
    });
  });

  test('C2.16 a total that a day more would come to is probably that', async () => {
    // 384 kWh at 0.20 and 10 % are 84.48.
    expect(await reconciled({ start: '2026-10-01', end: '2026-11-01', total: '84.48' })).toMatchObject({
      difference: '2.64',
      parts: [{ kind: 'day-more', amount: '2.64' }],
    });
  });

  test('what days between our last bill and theirs left is known too: blocks of the year go on from all of them', async () => {
    const blocks = { per: 'year' as const, tables: [{ steps: [{ upTo: '500', rate: '0.1' }, { rate: '0.3' }] }] };
    const other = await stage.seed.home('UTC');
    const { key } = await other.device('Mains', 'whole_home', 'electricity');
    await stage.send(other, hourly(key, utc('2026-11-01'), utc('2026-12-02'), 1000));
    await enterPlans(stage, other, '2026-01-01', [
      {
        name: 'By the year',
        utility: 'electricity',
        currency: 'EUR',
        unit: 'kWh',
        yearStarts: 11,
        charges: [{ id: 'use', kind: 'use', blocks }],
      },
    ]);
    // Fifteen days of November used 360 kWh before theirs: 140 at 0.1 are left of the 500, and 220 cost 0.3.
    const id = await copy({ start: '2026-11-16', end: '2026-12-01', total: '80.00', used: '360' }, other);
    const answer = reconciledBill.parse((await reconcile(id, other)).json());
    expect(answer).toMatchObject({
      ours: { start: '2026-11-01', end: '2026-12-01', total: '116.00' },
      difference: '-36.00',
      parts: [{ kind: 'dates', amount: '-36.00' }],
    });
  });

  test('before there was a tariff nothing is said', async () => {
    expect(await reconciled({ start: '2025-10-01', end: '2025-11-01', total: '50' })).toMatchObject({
      ours: null,
      difference: null,
      parts: [],
    });
  });

  test('C1.1 another household’s is not there', async () => {
    const id = await copy({ start: '2026-10-01', end: '2026-11-01', total: '81.84' });
    expect((await reconcile(id, stranger)).statusCode).toBe(404);
  });
});
