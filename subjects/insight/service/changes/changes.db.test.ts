import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { enterPlans } from '#subjects/bills/service/testing-bills.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { type HomeChanges, readHomeChanges } from '../../contract/changes.ts';
import { changeRoutes } from './index.ts';

const dayS = 86_400;
const hourS = 3600;
const end = Date.UTC(2026, 10, 9) / 1000;
const pastDays = 160;
const changeAt = end - 42 * dayS;
const dayOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);
const now = (end + hourS) * 1000;

let stage: Stage;
let app: FastifyInstance;
let ada: SeededHome;
let boiler: number;
beforeAll(async () => {
  stage = await openStage(() => now);
  app = stage.http((http, deps) =>
    changeRoutes(http, {
      ...deps,
      sql: stage.sql,
      takeAllowance: createTakeAllowance(stage.sql),
      now: () => now,
    }),
  );
  ada = await stage.seed.home('UTC');
  const main = await ada.device('Mains', 'whole_home', 'electricity');
  const inside = await ada.device('Boiler', 'bathroom', 'electricity');
  boiler = inside.meterId;
  await stage.seed
    .owner`update meters set parent_meter_id = ${main.meterId} where household_id = ${ada.household} and id = ${boiler}`;
  const hours = Array.from({ length: pastDays * 24 }, (_, i) => end - pastDays * dayS + i * hourS);
  // The boiler uses 200 Wh an hour, with a little up and down by day, and a quarter less since the change.
  const ofBoiler = (at: number) => Math.round((200 + 10 * Math.sin(at / dayS)) * (at < changeAt ? 1 : 0.75));
  await stage.send(
    ada,
    hours.map((at) => ({ meter: inside.key, at, value: ofBoiler(at), spanS: hourS })),
  );
  await stage.send(
    ada,
    hours.map((at) => ({ meter: main.key, at, value: ofBoiler(at) + 500, spanS: hourS })),
  );
  await closeDays(stage.sql, end);
  await enterPlans(stage, ada, '2026-01-01', [
    {
      name: 'One price',
      utility: 'electricity',
      currency: 'EUR',
      unit: 'kWh',
      charges: [{ id: 'use', kind: 'use', rate: '0.2' }],
    },
  ]);
});
afterAll(() => stage.end());

const ask = async (person: { userId: string }, query = '', path = '/api/v1/changes') =>
  app.inject({ url: `${path}${query}`, headers: await stage.session(person.userId) });
const read = async (): Promise<HomeChanges> => readHomeChanges.answer.parse((await ask(ada)).json());
const add = async (name: string, meterId: number | null, day: string, advice: string | null = null, state = 'made') =>
  stage.seed.owner`
    insert into home_changes (household_id, name, utility, meter_id, day, advice, state)
    values (${ada.household}, ${name}, 'electricity', ${meterId}, ${day}, ${advice}, ${state})`;

describe('what a change saved', () => {
  test('is told at its own meter in kilowatt-hours and money, day beside expected day', async () => {
    await add('Boiler to 50 °C', boiler, dayOf(changeAt));
    const [change] = (await read()).changes;
    expect(change).toMatchObject({ name: 'Boiler to 50 °C', device: 'Boiler', state: 'saved', weeks: null });
    const { perMonth, money, share, days } = change?.result ?? {};
    expect(share?.expected).toBeCloseTo(0.25, 1);
    // A quarter of 4.8 kWh a day, at 0.20.
    expect((perMonth?.expected ?? 0) / 1000).toBeGreaterThan(34);
    expect((perMonth?.expected ?? 0) / 1000).toBeLessThan(39);
    expect(money).toMatchObject({ currency: 'EUR' });
    expect(money?.expected).toBeCloseTo(((perMonth?.expected ?? 0) / 1000) * 0.2, 1);
    expect(money?.low).toBeLessThan(money?.expected ?? 0);
    expect(days).toHaveLength(42);
    expect(days?.[0]?.day).toBe(dayOf(changeAt));
  });

  test('one of last week is too early; one before anything was measured has no past', async () => {
    await add('Last week', null, dayOf(end - 5 * dayS));
    await add('Long ago', null, dayOf(end - (pastDays - 10) * dayS));
    const { changes } = await read();
    expect(changes.map(({ name, state, result }) => [name, state, result === null])).toEqual([
      ['Last week', 'too-early', true],
      ['Boiler to 50 °C', 'saved', false],
      ['Long ago', 'no-past', true],
    ]);
  });

  test('is a table too; nobody else is told', async () => {
    const file = await ask(ada, '', '/api/v1/changes.csv');
    expect(file.headers['content-type']).toContain('text/csv');
    const [head, ...rows] = file.body.trim().split('\r\n');
    expect(head).toContain('first_day,name,utility,device,state,saved_per_month');
    expect(rows).toHaveLength(3);
    expect(rows.find((row) => row.includes('Boiler to'))).toMatch(/,saved,\d+,\d+,\d+,Wh,[\d.]+,[\d.]+,[\d.]+,EUR,42$/);
    const stranger = await stage.seed.home('UTC');
    expect((await ask(stranger, `?household=${ada.household}`)).statusCode).toBe(403);
  });
});

test('advice that was declined is told beside them', async () => {
  await add('Always on', null, dayOf(end), 'always-on', 'declined');
  expect((await read()).declined).toMatchObject([{ advice: 'always-on', name: 'Always on' }]);
});
