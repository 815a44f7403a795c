import { type BillChanges, billChanges } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTakeAllowance } from '../../platform/allowance.ts';
import type { SeededHome } from '../../testing/seed.ts';
import { openStage, type Stage } from '../../testing/stage.ts';
import { billingRoutes, createBilling } from './index.ts';
import { billsOf, enterTariff, hourly } from './testing-bills.ts';

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
    });
  expect((await get(stranger, `/${bill?.id}/changes`)).statusCode).toBe(404);
});
