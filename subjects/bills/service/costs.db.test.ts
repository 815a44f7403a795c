import { type BillCosts, billCosts } from '../contract/bill-costs.ts';
import type { TariffPlan } from '../domain/tariff/plan.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { type Billing, createBilling } from './household-bills.ts';
import { readBills } from './read-bills.ts';
import { billingRoutes } from './index.ts';
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
        apart: '6.05',
        unborne: [],
      },
    ],
  });
  // 200 W cost all that the home without the car does; in 30 days three times that.
  expect(alwaysOn).toEqual({ watts: 200, cost: '11.44', month: '34.32' });
  const soFar = await billing.soFar(home.userId, undefined);
  expect(soFar.cost?.total).toBe('21.89');
});

test('with a roof only what was drawn is billed, and each device bears of it what it has of the use', async () => {
  const home = await stage.seed.home('UTC');
  const mains = await home.device('Mains', 'whole_home', 'electricity');
  const oven = await home.device('Oven', 'kitchen', 'electricity');
  const roof = await home.device('Roof', 'garden', 'electricity');
  const back = await home.device('Back', 'garden', 'electricity');
  const { owner } = stage.seed;
  await owner`update meters set parent_meter_id = ${mains.meterId} where id in ${owner([oven.meterId, roof.meterId, back.meterId])}`;
  await owner`update meters set flow = 'produced' where id = ${roof.meterId}`;
  await owner`update meters set flow = 'returned' where id = ${back.meterId}`;
  const [from, to] = [utc('2026-12-01T00:00:00Z'), utc('2026-12-11T00:00:00Z')];
  // At noon the roof gives 3 kWh: one is used, half of it by the oven, and two go back. In every other hour 200 Wh are drawn.
  const isNoon = (at: number) => at % 86_400 === 12 * 3600;
  const sent = (key: string, atNoon: number, else_: number) =>
    hourly(key, from, to, 0).map((one) => ({ ...one, value: isNoon(one.at) ? atNoon : else_ }));
  for (const rows of [
    sent(mains.key, 0, 200),
    sent(roof.key, 3000, 0),
    sent(back.key, 2000, 0),
    sent(oven.key, 500, 50),
  ])
    await stage.send(home, rows);
  await enterPlans(stage, home, '2026-01-01', [plan]);
  const { utilities } = await billing.costs(home.userId, undefined);
  // 13 hours by day at 0.30, 10 by night at 0.10, ten times, and nothing of the noons; a quarter of it the oven's; with tax. One of two halves of a cent is one.
  expect(utilities[0]?.devices).toEqual([
    { deviceId: mains.deviceId, room: 'whole_home', used: 34_500, cost: '8.08' },
    { deviceId: oven.deviceId, room: 'kitchen', used: 11_500, cost: '2.70' },
  ]);
  const soFar = await billing.soFar(home.userId, undefined);
  expect(soFar.cost?.total).toBe('16.83');
});

test('electricity has one amount: so far, by device, by room, in the closed bill and in its files', async () => {
  const home = await stage.seed.home('UTC');
  const mains = await home.device('Mains', 'whole_home', 'electricity');
  await stage.send(home, hourly(mains.key, utc('2026-11-01T00:00:00Z'), utc('2026-12-11T00:00:00Z'), 333));
  await enterPlans(stage, home, '2026-01-01', [plan]);
  const sumOf = (amounts: readonly string[]): string =>
    (amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0) / 100).toFixed(2);
  const { cost, amounts } = await billing.soFar(home.userId, undefined);
  const { utilities, rooms } = await billing.costs(home.userId, undefined);
  const [own] = utilities;
  expect([
    sumOf(cost?.lines.map(({ amount }) => amount) ?? []),
    own?.total,
    sumOf([own?.fixed ?? '', ...(own?.devices ?? []).map((one) => one.cost)]),
    sumOf([own?.apart ?? '', ...rooms.flatMap((room) => room.utilities.map(({ total }) => total))]),
  ]).toEqual(Array.from({ length: 4 }, () => amounts.electricity.cost));
  expect(amounts.water.cost).toBe('0.00');

  const [bill] = await readBills(stage.database, { sub: home.userId }, { household: home.household, count: 1 });
  expect(bill && [bill.amounts.electricity?.cost, sumOf(bill.lines.map(({ amount }) => amount))]).toEqual([
    bill?.total,
    bill?.total,
  ]);
});

/** A flat whose two people share kitchen and mains: 10, 5, 4 kWh and 1 that no other meter saw, each at a euro. */
const flat = async () => {
  const home = await stage.seed.home('UTC');
  const at = utc('2026-12-01T12:00:00Z');
  const uses = { whole_home: 20_000, asha: 10_000, ben: 5000, kitchen: 4000 };
  for (const [room, value] of Object.entries(uses)) {
    const { key } = await home.device(room, room, 'electricity');
    await stage.send(home, [{ meter: key, at, spanS: 3600, value }]);
  }
  await home.device('Radiator', 'cleo', 'electricity');
  await stage.seed.owner`update meters m set parent_meter_id = mains.id from meters mains
    where m.household_id = ${home.household} and mains.household_id = m.household_id
      and mains.key like 'whole%' and m.id <> mains.id`;
  await enterPlans(stage, home, '2026-01-01', [
    {
      ...plan,
      charges: [
        { id: 'energy', kind: 'use', rate: '1' },
        { id: 'standing', kind: 'fixed', per: 'day', amount: '1' },
      ],
    },
  ]);
  return home;
};

const keepPolicy = (home: SeededHome, policy: Readonly<Record<string, string>>) =>
  stage.database.asUser(
    { sub: home.userId },
    (sql) => sql`insert into cost_policies ${sql({ household_id: home.household, ...policy })}`,
  );

const sharesOf = ({ rooms }: BillCosts) =>
  rooms.map(({ room, kind, utilities: [one] }) => [room, kind, one?.own, one?.common, one?.fixed, one?.total]);

test('C2.16 a policy that nobody has chosen shares nothing, and each room is what its devices are', async () => {
  const home = await flat();
  const costs = await billing.costs(home.userId, undefined);
  expect(costs.policy).toEqual({ fixed: 'apart', common: 'apart', commonRooms: [] });
  expect(costs.utilities).toMatchObject([{ total: '31.00', fixed: '11.00', apart: '11.00', unborne: [] }]);
  expect(sharesOf(costs)).toEqual([
    ['asha', 'own', '10.00', '0.00', '0.00', '10.00'],
    ['ben', 'own', '5.00', '0.00', '0.00', '5.00'],
    ['cleo', 'own', '0.00', '0.00', '0.00', '0.00'],
    ['kitchen', 'own', '4.00', '0.00', '0.00', '4.00'],
    ['whole_home', 'home', '1.00', '0.00', '0.00', '1.00'],
  ]);
  expect(costs.rooms.map(({ utilities: [use] }) => use?.used)).toEqual([10_000, 5000, null, 4000, 1000]);
});

test('C2.16 rooms bear common areas by use and fixed charges evenly, one that used nothing yet too; it is the total', async () => {
  const home = await flat();
  await keepPolicy(home, { fixed: 'evenly', common: 'by-use', common_rooms: '{kitchen}' });
  const costs = await billing.costs(home.userId, undefined);
  // Kitchen and the rest of the home are 5.00, eleven days begun are 11.00; cents that are left go to the dearest.
  expect(sharesOf(costs)).toEqual([
    ['asha', 'own', '10.00', '3.34', '3.67', '17.01'],
    ['ben', 'own', '5.00', '1.66', '3.67', '10.33'],
    ['cleo', 'own', '0.00', '0.00', '3.66', '3.66'],
    ['kitchen', 'common', '4.00', '-4.00', '0.00', '0.00'],
    ['whole_home', 'home', '1.00', '-1.00', '0.00', '0.00'],
  ]);
  expect(costs.utilities).toMatchObject([{ total: '31.00', fixed: '11.00', apart: '0.00', unborne: [] }]);
});

test('a draft stands in place of what is kept, part by part, and is not kept', async () => {
  const home = await flat();
  await keepPolicy(home, { fixed: 'evenly', common: 'by-use', common_rooms: '{kitchen}' });
  const draft = await billing.costs(home.userId, undefined, { common: 'apart', commonRooms: ['kitchen', 'cleo'] });
  expect(draft.policy).toEqual({ fixed: 'evenly', common: 'apart', commonRooms: ['kitchen', 'cleo'] });
  expect(sharesOf(draft).map(([room, kind]) => [room, kind])).toContainEqual(['cleo', 'common']);
  expect((await billing.costs(home.userId, undefined)).policy.commonRooms).toEqual(['kitchen']);
});

test('where all rooms are common, what is to be shared stays apart and is named', async () => {
  const home = await flat();
  await keepPolicy(home, { fixed: 'evenly', common: 'evenly', common_rooms: '{kitchen,asha,ben,cleo}' });
  const { utilities, rooms } = await billing.costs(home.userId, undefined);
  expect(utilities[0]).toMatchObject({ apart: '11.00', unborne: ['common', 'fixed'] });
  expect(rooms.map(({ utilities: [use] }) => use?.total)).toEqual(['10.00', '5.00', '0.00', '4.00', '1.00']);
});

test('by the way of the page: a draft is read from the address, and what is no policy is refused by name', async () => {
  const home = await flat();
  const app = stage.http((http, { sql, authenticate }) =>
    billingRoutes(http, {
      billing,
      database: stage.database,
      authenticate,
      takeAllowance: createTakeAllowance(sql),
      now: () => now,
    }),
  );
  const headers = await stage.session(home.userId);
  const ask = (query: Record<string, string>) => app.inject({ url: '/api/v1/bills/costs', query, headers });
  const answer = await ask({ fixed: 'by-use', commonRooms: '["kitchen","Hall, upstairs"]' });
  expect(billCosts.parse(answer.json()).policy).toEqual({
    fixed: 'by-use',
    common: 'apart',
    commonRooms: ['kitchen', 'Hall, upstairs'],
  });
  for (const wrong of [{ fixed: 'by-floor' }, { commonRooms: 'kitchen' }, { commonRooms: '{"a":1}' }]) {
    const refused = await ask(wrong);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      code: 'query-invalid',
      detail: expect.stringContaining(Object.keys(wrong)[0] ?? ''),
    });
  }
});

test('without a tariff there is nothing to share', async () => {
  const home = await stage.seed.home('UTC');
  expect(await billing.costs(home.userId, undefined)).toMatchObject({
    currency: null,
    utilities: [],
    rooms: [],
    alwaysOn: null,
  });
});

test('C1.1 of another household it is forbidden', async () => {
  const [home, stranger] = [await stage.seed.home(), await stage.seed.home()];
  await expect(billing.costs(stranger.userId, home.household)).rejects.toMatchObject({ code: 'forbidden' });
});
