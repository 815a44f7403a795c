import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import type { BillingUnit } from '#catalogue/index.ts';
import { repairRoutes } from '#subjects/readings/service/repairs/index.ts';
import type { TariffPlan } from '../domain/tariff/plan.ts';
import { type Billing, createBilling } from './household-bills.ts';
import { billsOf, enterPlans, hourly } from './testing-bills.ts';

// Gas from its meter to the bill: by the cubic metre, and by the kWh with the home's own factors.

describe('gas', () => {
  const utc = (text: string): number => Date.parse(text) / 1000;
  const now = utc('2026-11-03T12:00:00Z');
  let stage: Stage;
  let billing: Billing;
  beforeAll(async () => {
    stage = await openStage(() => now * 1000);
    billing = createBilling({ sql: stage.sql, now: () => now * 1000 });
  });
  afterAll(() => stage.end());

  /** 100 litres every hour of October and the days after it. */
  const gasHome = async (unit: BillingUnit, rate: string): Promise<SeededHome> => {
    const home = await stage.seed.home('UTC');
    const { key } = await home.device('Gas meter', 'whole_home', 'gas');
    await stage.send(home, hourly(key, utc('2026-10-01T00:00:00Z'), now, 100_000));
    const plan: TariffPlan = {
      name: 'Gas',
      utility: 'gas',
      currency: 'EUR',
      unit,
      charges: [{ id: 'use', kind: 'use', rate }],
    };
    await enterPlans(stage, home, '2026-01-01', [plan]);
    return home;
  };

  const setFactor = (home: SeededHome, from: string, kWh: string) =>
    stage.database.asUser(
      { sub: home.userId },
      (sql) => sql`insert into energy_factors (household_id, utility, valid_from, kwh_per_m3)
      values (${home.household}, 'gas', ${from}, ${kWh}::numeric)
      on conflict (household_id, utility, valid_from) do update set kwh_per_m3 = excluded.kwh_per_m3`,
    );

  test('C2.16 priced by the cubic metre it needs nothing else', async () => {
    const home = await gasHome('m3', '0.5');
    await billing.bringUpToDate(home.userId, undefined);
    // 31 days of 2.4 m³.
    expect(await billsOf(stage, home)).toMatchObject([{ start: '2026-10-01', total: '37.2' }]);
  });

  test('C2.16 priced by the kWh its bill waits for the factor, takes that of each day, and follows when one is changed', async () => {
    const home = await gasHome('kWh', '0.1');
    const soFar = await billing.soFar(home.userId, undefined);
    expect(soFar.waiting).toMatchObject([
      { start: '2026-10-01', faults: [{ code: 'factor-missing', utility: 'gas' }] },
    ]);
    expect(await billsOf(stage, home)).toEqual([]);
    await setFactor(home, '2026-01-01', '10');
    await setFactor(home, '2026-10-16', '11');
    await billing.bringUpToDate(home.userId, undefined);
    // 15 days of 24 kWh and 16 of 26.4.
    expect(await billsOf(stage, home)).toMatchObject([{ start: '2026-10-01', total: '78.24', version: 1 }]);
    await setFactor(home, '2026-10-16', '11.5');
    await billing.bringUpToDate(home.userId, undefined);
    expect(await billsOf(stage, home)).toMatchObject([{ total: '80.16', version: 2, corrected: true }]);
  });
});

describe('repaired bills', () => {
  const utc = (text: string): number => Date.parse(text) / 1000;
  const now = utc('2026-12-02T12:00:00Z');
  const hour = 3600;

  let stage: Stage;
  let app: FastifyInstance;
  let billing: Billing;
  beforeAll(async () => {
    stage = await openStage(() => now * 1000);
    billing = createBilling({ sql: stage.sql, now: () => now * 1000 });
    app = stage.http((http, deps) => repairRoutes(http, { ...deps, database: stage.database, now: () => now * 1000 }));
  });
  afterAll(() => stage.end());

  test('a repair that moves use to dearer hours of the same day makes the bill anew, and taking it back does so again', async () => {
    const home = await stage.seed.home('UTC');
    const { key, meterId } = await home.device('Mains', 'whole_home', 'electricity');
    const first = utc('2026-11-01T00:00:00Z');
    const counter = Array.from({ length: 31 * 24 }, (_, i) => ({ meter: key, at: first + i * hour, value: i * 1_000 }));
    await stage.send(home, counter);
    await enterPlans(stage, home, '2026-01-01', [
      {
        name: 'Day and night',
        utility: 'electricity',
        currency: 'EUR',
        unit: 'kWh',
        schedules: { clock: { periods: [{ period: 'day', hours: ['08:00-20:00'] }, { period: 'night' }] } },
        charges: [{ id: 'use', kind: 'use', schedule: 'clock', rates: { day: '0.30', night: '0.10' } }],
      },
    ]);
    const bill = async () => {
      await billing.bringUpToDate(home.userId, undefined);
      const { total, wh, version } = (await billsOf(stage, home)).find(({ start }) => start === '2026-11-01') ?? {};
      return { total, wh, version };
    };
    const headers = await stage.session(home.userId);
    const repair = (url: string, payload: object) => app.inject({ method: 'POST', url, payload, headers });

    // 30 days of 12 kWh by day and 12 by night.
    expect(await bill()).toEqual({ total: '144', wh: 720_000, version: 1 });
    const eight = { at: '2026-11-10T08:00:00.000Z', value: (9 * 24 + 8) * 1_000 - 500 };
    const answer = await repair('/api/v1/repairs', { wish: { kind: 'correct', meter: meterId, ...eight } });
    expect(answer.statusCode, answer.body).toBe(201);
    // Half a kWh is paid by day now.
    expect(await bill()).toEqual({ total: '144.1', wh: 720_000, version: 2 });
    expect((await repair(`/api/v1/repairs/${answer.json<{ id: string }>().id}/undo`, {})).statusCode).toBe(200);
    expect(await bill()).toEqual({ total: '144', wh: 720_000, version: 3 });
  });
});
