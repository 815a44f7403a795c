import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import { createBilling } from '#subjects/bills/service/index.ts';
import { enterPlans, hourly } from '#subjects/bills/service/testing-bills.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { type HomeAdvice, readHomeAdvice } from '../../contract/worth-doing.ts';
import { createReadRuns } from './priced-runs.ts';
import { adviceRoutes } from './index.ts';

const now = Date.UTC(2026, 10, 9, 1);
const dayS = 86_400;
const utc = (day: string): number => Date.parse(day) / 1000;
const end = utc('2026-11-09');

/** Power by the kW and day, and two prices of energy. */
const powerPlan: TariffPlan = {
  name: 'By power',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  schedules: { day: { periods: [{ period: 'night', hours: ['00:00-08:00'] }, { period: 'day' }] } },
  charges: [
    { id: 'power', kind: 'capacity', per: 'day', rate: '0.10' },
    { id: 'use', kind: 'use', schedule: 'day', rates: { night: '0.10', day: '0.30' } },
  ],
};
/** The same use at half the price, for every home of Spain. */
const offer: TariffPlan = {
  name: { en: 'Half', es: 'Mitad', hi: 'आधा' },
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  charges: [{ id: 'use', kind: 'use', rate: '0.05' }],
};

let stage: Stage;
let app: FastifyInstance;
let ada: SeededHome;
beforeAll(async () => {
  stage = await openStage(() => now);
  app = stage.http((http, deps) =>
    adviceRoutes(http, {
      ...deps,
      sql: stage.sql,
      billing: createBilling({ sql: stage.sql, now: () => now, offers: [{ country: 'ES', plan: offer }] }),
      now: () => now,
    }),
  );
  ada = await stage.seed.home('UTC');
  await stage.seed.owner`update households set country = 'ES', time_zone_chosen = true where id = ${ada.household}`;
  const mains = await ada.device('Mains', 'whole_home', 'electricity');
  const washer = await ada.device('Washing machine', 'kitchen', 'electricity');
  await stage.seed
    .owner`update meters set parent_meter_id = ${mains.meterId} where household_id = ${ada.household} and id = ${washer.meterId}`;
  // 100 Wh an hour for thirteen months; at seven in the evening a wash of 800 Wh.
  const isWash = (at: number) => (at / 3600) % 24 === 19;
  const from = utc('2025-10-20');
  await stage.send(
    ada,
    hourly(washer.key, from, end, 0).map((one) => ({ ...one, value: isWash(one.at) ? 800 : 0 })),
  );
  await stage.send(
    ada,
    hourly(mains.key, from, end, 100).map((one) => ({ ...one, value: isWash(one.at) ? 900 : 100 })),
  );
  await closeDays(stage.sql, end);
  await enter(powerPlan, '5.5');
}, 120_000);
afterAll(() => stage.end());

const enter = async (plan: TariffPlan, kW: string | null) => {
  await stage.seed.owner`delete from tariffs where household_id = ${ada.household}`;
  await enterPlans(stage, ada, '2025-01-01', [plan]);
  if (kW !== null)
    await stage.seed
      .owner`update tariffs set facts = ${JSON.stringify({ kW })}::text::jsonb where household_id = ${ada.household}`;
};
const ask = async (person: { userId: string }, query = '') =>
  app.inject({ url: `/api/v1/advice${query}`, headers: await stage.session(person.userId) });
const read = async (): Promise<HomeAdvice['advice']> => readHomeAdvice.answer.parse((await ask(ada)).json()).advice;
const answer = (advice: string, state: 'made' | 'declined') => stage.seed.owner`
  insert into home_changes (household_id, name, utility, day, advice, state)
  values (${ada.household}, 'Answered', 'electricity', '2026-11-09', ${advice}, ${state})`;

describe('advice of a year', () => {
  test('a power that is too high, and a better tariff: what the engine says of the same twelve months, to the cent', async () => {
    const said = await read();
    // 0.9 kW at most, and a quarter more: 1.5 kW are offered. 4 kW less for 365 days at 0.10 are 146.00, in a month 12.17.
    expect(said.find(({ advice }) => advice === 'power-too-high')).toMatchObject({
      money: { perMonth: '12.17', currency: 'EUR' },
      effort: 'call',
      figures: { contracted: 5.5, peak: 0.9, fitting: 1.5 },
    });
    // A year: 5.5 kW 200.75; by night 0.8 kWh at 0.10, by day 2.4 kWh at 0.30 a day, 292.00. At 0.05: 58.40.
    expect(said.find(({ advice }) => advice === 'better-tariff')).toMatchObject({
      money: { perMonth: '36.20' },
      figures: { own: '492.75', other: '58.40', 'tariff-es': 'Mitad' },
    });
    expect(said).toHaveLength(2);
    expect(said[1]?.told).toEqual({
      title: 'Contract 1.5 kW instead of 5.5',
      why: 'In twelve months you needed 0.9 kW at most, by the quarter-hour. 1.5 kW leaves a quarter to spare; the amount is from your tariff.',
      name: 'Less contracted power',
    });
    const hindi = readHomeAdvice.answer.parse((await ask(ada, '?language=hi')).json()).advice;
    expect(hindi[0]?.told.title).toBe('दूसरा टैरिफ़: आधा');
    expect(hindi[0]?.told.why).toContain('€492.75');
  });

  test('what was answered makes room for the next: runs of a machine that could wait until the cheap hours', async () => {
    await answer('better-tariff', 'declined');
    await answer('power-too-high', 'made');
    const said = await read();
    // 0.8 kWh a day at 0.10 instead of 0.30.
    expect(said).toMatchObject([
      {
        advice: 'cheaper-hours',
        device: 'Washing machine',
        effort: 'habit',
        money: { perMonth: '4.87' },
        told: {
          title: 'Washing machine: run it from 00:00',
          why: 'Its 28 runs of 28 days cost €6.72; at the cheapest hours of the same days €2.24.',
        },
        figures: { runs: 28, days: 28, hour: 0, cost: '6.72', cheapest: '2.24' },
      },
    ]);
    await stage.seed.owner`delete from home_changes where household_id = ${ada.household}`;
  });

  test('it is worked out once a day, and anew when a tariff changes', async () => {
    const kept = () => stage.seed.owner<{ ground: string }[]>`select ground from private.home_advice`;
    const [before] = await kept();
    await read();
    expect(await kept()).toEqual([before]);
    await enter({ ...powerPlan, name: 'By another power' }, '0.7');
    const said = await read();
    expect((await kept())[0]?.ground).not.toBe(before?.ground);
    expect(said.some(({ advice }) => advice === 'power-too-high')).toBe(false);
    // Less than was needed on every day: half a kilowatt more is offered, 0.3 kW for 36.5 cents a day over a year.
    await answer('better-tariff', 'declined');
    await answer(`cheaper-hours:${said.find((one) => one.meterId !== null)?.meterId ?? '1'}`, 'declined');
    expect((await read()).find(({ advice }) => advice === 'power-too-low')).toMatchObject({
      money: { perMonth: '-0.91' },
      figures: { contracted: 0.7, peak: 0.9, fitting: 1, daysOver: 365 },
    });
  });

  test('a home of another country, or with one price for all hours and no power, is told of none of it', async () => {
    await stage.seed.owner`delete from home_changes where household_id = ${ada.household}`;
    await stage.seed.owner`update households set country = 'PT' where id = ${ada.household}`;
    await enter({ ...offer, name: 'One price' }, null);
    expect(await read()).toEqual([]);
    const stranger = await stage.seed.home('UTC');
    expect((await ask(stranger, `?household=${ada.household}`)).statusCode).toBe(403);
    expect((await ask(stranger)).json()).toMatchObject({ advice: [] });
  });

  test('a year of which too little is known tells nothing of it', async () => {
    const late = await stage.seed.home('UTC');
    await stage.seed.owner`update households set country = 'ES', time_zone_chosen = true where id = ${late.household}`;
    const mains = await late.device('Mains', 'whole_home', 'electricity');
    await stage.send(late, hourly(mains.key, end - 100 * dayS, end, 100));
    await enterPlans(stage, late, '2025-01-01', [powerPlan]);
    await stage.seed.owner`update tariffs set facts = '{"kW": "9"}' where household_id = ${late.household}`;
    const { advice } = readHomeAdvice.answer.parse((await ask(late)).json());
    expect(advice).toEqual([]);
  });
});

test('what is always on, a leak and a shower are told with their money; declining is taken back', async () => {
  const bob = await stage.seed.home('UTC');
  await stage.seed.owner`update households set time_zone_chosen = true where id = ${bob.household}`;
  const mains = await bob.device('Mains', 'whole_home', 'electricity');
  const shower = await bob.device('Shower', 'bathroom', 'water');
  const tap = await bob.device('Garden', 'garden', 'water');
  await stage.send(bob, hourly(mains.key, end - 40 * dayS, end, 500));
  // A shower of ten minutes at 12 L/min each morning of the last week, read every ten seconds.
  const showers = [7, 6, 5, 4, 3, 2, 1].flatMap((day) =>
    Array.from({ length: 62 }, (_, i) => ({
      meter: shower.key,
      at: end - day * dayS + 7 * 3600 + i * 10,
      spanS: 10,
      value: i === 0 || i === 61 ? 0 : 2000,
    })),
  );
  await stage.send(bob, showers);
  const price = (utility: 'electricity' | 'water', unit: 'kWh' | 'm3', rate: string): TariffPlan => ({
    name: 'Mine',
    utility,
    currency: 'EUR',
    unit,
    charges: [{ id: 'use', kind: 'use', rate }],
  });
  await enterPlans(stage, bob, '2026-01-01', [price('electricity', 'kWh', '0.2'), price('water', 'm3', '5')]);
  const said = async () => readHomeAdvice.answer.parse((await ask(bob)).json()).advice;
  const [alwaysOn, fixture] = await said();
  expect(alwaysOn).toMatchObject({ key: 'always-on', effort: 'minutes', figures: { watts: 500, published: 164 } });
  // What is above 164 W, at 0.20 a kilowatt-hour.
  expect(Number(alwaysOn?.money.perMonth)).toBeCloseTo(0.336 * 24 * 30 * 0.2, 1);
  expect(fixture).toMatchObject({ key: `fast-fixture:${shower.meterId}`, figures: { litres: 12, standard: 8 } });
  // A third of 120 L a day: 40 L at 5 a cubic metre.
  expect(Number(fixture?.money.perMonth)).toBeCloseTo(0.04 * 30 * 5, 1);

  await stage.seed.owner`
    insert into notices (household_id, kind, meter_id, since, noticed_at, mail_at, figures)
    values (${bob.household}, 'running-water', ${tap.meterId}, '2026-11-07', '2026-11-07', '2026-11-07', '{"floorMlPerHour": 12000}')`;
  expect((await said()).map(({ advice }) => advice)).toEqual(['always-on', 'running-leak']);
  // 12 litres an hour are 8.64 m3 in thirty days.
  expect(Number((await said())[1]?.money.perMonth)).toBeCloseTo(43.2, 1);
  await stage.seed.owner`
    insert into home_changes (household_id, name, utility, day, advice, state)
    values (${bob.household}, 'Always on', 'electricity', '2026-11-09', 'always-on', 'declined')`;
  expect((await said()).map(({ advice }) => advice)).toEqual(['running-leak', 'fast-fixture']);
  await stage.seed.owner`delete from home_changes where household_id = ${bob.household}`;
  expect((await said())[0]?.key).toBe('always-on');
});

test('runs of each meter, beside what they cost, and would have cost at the cheapest hours', async () => {
  await enter(powerPlan, null);
  const billing = createBilling({ sql: stage.sql, now: () => now });
  const runs = await createReadRuns({ sql: stage.sql, billing, now: () => now })(
    ada.userId,
    ada.household,
    'electricity',
  );
  // 28 washes of 800 Wh at 0.30, which at night cost 0.10.
  const washer = [...runs.values()].find(({ used }) => used === 22_400);
  expect(washer).toMatchObject({ days: 28, currency: 'EUR', runs: 28 });
  expect(washer?.cost).toBeCloseTo(6.72, 6);
  expect(washer?.moved?.cheapest).toBeCloseTo(2.24, 6);
  const eve = await stage.seed.home('UTC');
  await expect(
    createReadRuns({ sql: stage.sql, billing, now: () => now })(eve.userId, ada.household, 'electricity'),
  ).rejects.toMatchObject({ code: 'forbidden' });
});
