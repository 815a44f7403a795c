import type { TariffPlan } from '@wattershed/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../testing/stage.ts';
import { type Billing, createBilling } from './billing.ts';
import { enterPlans, hourly } from './testing-bills.ts';

const now = Date.UTC(2026, 11, 11);
let stage: Stage;
let billing: Billing;
beforeAll(async () => {
  stage = await openStage(() => now);
  billing = createBilling({ sql: stage.sql, now: () => now });
});
afterAll(() => stage.end());

const utc = (text: string): number => Date.parse(text) / 1000;

const plan: TariffPlan = {
  name: 'Day and night',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  schedules: { day: { periods: [{ period: 'day', hours: ['08:00-22:00'] }, { period: 'night' }] } },
  charges: [
    { id: 'energy', kind: 'use', schedule: 'day', rates: { day: '0.30', night: '0.10' } },
    { id: 'standing', kind: 'fixed', per: 'day', amount: '0.50' },
    { id: 'tax', kind: 'tax', percent: '10', of: 'all' },
  ],
};

test('C2.16 the cost of each device, of the rest of the home, of what is fixed, and of what is always on', async () => {
  const home = await stage.seed.home('UTC');
  const mains = await home.device('Mains', 'whole_home', 'electricity');
  const car = await home.device('Car', 'garage', 'electricity');
  await stage.seed.owner`update meters set parent_meter_id = (select id from meters where key = ${mains.key})
    where key = ${car.key}`;
  const [from, to] = [utc('2026-12-01T00:00:00Z'), utc('2026-12-11T00:00:00Z')];
  // The car takes 4 kWh in one hour of each night; the home 200 Wh in every hour besides.
  const nights = Array.from({ length: 10 }, (_, i) => from + i * 86_400 + 3 * 3600);
  const rows = hourly(mains.key, from, to, 200).map((one) => (nights.includes(one.at) ? { ...one, value: 4200 } : one));
  await stage.send(home, rows);
  await stage.send(
    home,
    hourly(car.key, from, to, 0).map((one) => (nights.includes(one.at) ? { ...one, value: 4000 } : one)),
  );
  await enterPlans(stage, home, '2026-01-01', [plan]);
  const { utilities, alwaysOn, currency } = await billing.costs(home.userId, undefined);
  // Of 48 kWh of the home 28 by day at 0.30 and 20 by night at 0.10: 10.40; the car 40 at 0.10; eleven days begun; 10 % of all.
  expect({ currency, utilities }).toEqual({
    currency: 'EUR',
    utilities: [
      {
        utility: 'electricity',
        total: '21.89',
        fixed: '6.05',
        devices: [
          { deviceId: mains.deviceId, room: 'whole_home', used: 48_000, cost: '11.44' },
          { deviceId: car.deviceId, room: 'garage', used: 40_000, cost: '4.40' },
        ],
      },
    ],
  });
  // 200 W cost all that the home without the car does; in 30 days three times that.
  expect(alwaysOn).toEqual({ watts: 200, cost: '11.44', month: '34.32' });
  const soFar = await billing.soFar(home.userId, undefined);
  expect(soFar.cost?.total).toBe('21.89');
});

test('without a tariff there is nothing to share', async () => {
  const home = await stage.seed.home('UTC');
  expect(await billing.costs(home.userId, undefined)).toMatchObject({ currency: null, utilities: [], alwaysOn: null });
});

test('C1.1 of another household it is forbidden', async () => {
  const [home, stranger] = [await stage.seed.home(), await stage.seed.home()];
  await expect(billing.costs(stranger.userId, home.household)).rejects.toMatchObject({ code: 'forbidden' });
});
