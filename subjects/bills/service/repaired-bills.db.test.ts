import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { repairRoutes } from '#subjects/readings/service/repairs/index.ts';
import { type Billing, createBilling } from './household-bills.ts';
import { billsOf, enterPlans } from './testing-bills.ts';

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
