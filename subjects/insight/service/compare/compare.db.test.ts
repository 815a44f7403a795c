import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { hourly } from '#subjects/bills/service/testing-bills.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { type ComparedHome, readComparison } from '../../contract/compare.ts';
import { compareRoutes } from './index.ts';

const now = Date.UTC(2026, 10, 20, 9);
const utc = (day: string): number => Date.parse(day) / 1000;

let stage: Stage;
let app: FastifyInstance;
let ada: SeededHome;
beforeAll(async () => {
  stage = await openStage(() => now);
  app = stage.http((http, deps) =>
    compareRoutes(http, { ...deps, takeAllowance: createTakeAllowance(stage.sql), now: () => now }),
  );
  ada = await stage.seed.home('UTC');
  const mains = await ada.device('Mains', 'whole_home', 'electricity');
  const main = await ada.device('Main', 'whole_home', 'water');
  // 300 Wh an hour, and 200 from October on; nothing was heard of on four days of September. Water: 12.5 L an hour since July.
  await stage.send(ada, hourly(mains.key, utc('2025-10-01'), utc('2026-09-04'), 300));
  await stage.send(ada, hourly(mains.key, utc('2026-09-08'), utc('2026-10-01'), 300));
  await stage.send(ada, hourly(mains.key, utc('2026-10-01'), utc('2026-11-20'), 200));
  await stage.send(ada, hourly(main.key, utc('2026-07-01'), utc('2026-11-20'), 12_500));
  await closeDays(stage.sql, now / 1000);
});
afterAll(() => stage.end());

const ask = async (person: { userId: string }, query = '', path = '/api/v1/comparison') =>
  app.inject({ url: `${path}${query}`, headers: await stage.session(person.userId) });
const read = async (): Promise<ComparedHome> => readComparison.answer.parse((await ask(ada)).json());
const live = (country: string | null, residents: number | null, dwelling: string | null) =>
  stage.seed
    .owner`update households set country = ${country}, residents = ${residents}, dwelling = ${dwelling} where id = ${ada.household}`;

test('a home is held against the same month a year before and its best one, with the days that are missing told', async () => {
  const [electricity, water] = (await read()).utilities;
  expect(electricity).toMatchObject({
    utility: 'electricity',
    latest: { start: '2026-10-01', state: 'measured', perDay: 4800, days: 31, daysKnown: 31 },
    yearBefore: { start: '2025-10-01', state: 'measured', perDay: 7200 },
    best: { start: '2026-10-01' },
  });
  expect(electricity?.months).toHaveLength(13);
  expect(electricity?.months.at(-2)).toMatchObject({ state: 'estimated', daysKnown: 26, days: 30, perDay: 7200 });
  expect(electricity?.year).toMatchObject({ state: 'estimated', daysKnown: 361 });
  expect(water).toMatchObject({ utility: 'water', yearBefore: null, latest: { perDay: 300_000 } });
  expect(water?.year).toMatchObject({ state: 'estimated', days: 365, daysKnown: 142 });
});

test('what was published stands beside it with its source; what the home has not said is asked for', async () => {
  await live(null, null, null);
  expect((await read()).utilities.map(({ missing }) => missing)).toEqual(['country', 'country']);
  await live('DE', null, null);
  expect((await read()).utilities.map(({ missing }) => missing)).toEqual(['residents', 'residents']);
  await live('DE', 2, null);
  const [electricity, water] = (await read()).utilities;
  expect([electricity?.missing, water?.missing]).toEqual(['dwelling', null]);
  expect(water?.published).toMatchObject({ perDay: 242_000, value: 121, unit: 'L/day', per: 'person', is: 'mean' });
  await live('DE', 2, 'flat');
  expect((await read()).utilities[0]?.published).toMatchObject({
    perDay: expect.closeTo(2_000_000 / 365.25, 3),
    scope: 'no-heat',
    source: { title: 'co2online, Stromspiegel', year: 2023 },
  });
  await live('ZZ', 2, 'flat');
  expect((await read()).utilities.map(({ missing, published }) => [missing, published])).toEqual([
    ['unpublished', null],
    ['unpublished', null],
  ]);
});

test('how many live there is taken from a tariff that asked, until the home says it', async () => {
  await live('DE', null, 'flat');
  await stage.seed.owner`
    insert into tariffs (household_id, utility, valid_from, currency, plan, facts)
    values (${ada.household}, 'water', '2026-01-01', 'EUR', '{"name":"W","utility":"water","currency":"EUR","unit":"m3","charges":[]}', '{"persons": 4}')`;
  expect((await read()).residents).toBe(4);
  await live('DE', 2, 'flat');
  expect((await read()).residents).toBe(2);
});

test('is a table too; nobody else is told, and only its owner says how many live there', async () => {
  const file = await ask(ada, '', '/api/v1/comparison.csv');
  const [head, ...rows] = file.body.trim().split('\r\n');
  expect(head).toContain('utility,what,first_day,end,mean_day,mean_day_per_person');
  expect(rows).toHaveLength(13 + 1 + 1 + 4 + 1 + 1);
  expect(rows).toContain('electricity,month,2026-10-01,2026-11-01,4800,2400,Wh,measured,31,31,,');
  expect(rows.at(-1)).toBe('water,published,,,242000,121000,mL,,,,"BDEW, Trinkwassergebrauch",2023');
  const stranger = await stage.seed.home('UTC');
  expect((await ask(stranger, `?household=${ada.household}`)).statusCode).toBe(403);
  const say = (person: SeededHome) =>
    stage.database.asUser(
      { sub: person.userId, role: 'authenticated' },
      (sql) => sql`update households set residents = 5, dwelling = 'house' where id = ${ada.household} returning id`,
    );
  expect(await say(stranger)).toEqual([]);
  expect(await say(ada)).toHaveLength(1);
  await expect(live('DE', 0, null)).rejects.toThrow(/residents/);
  await expect(live('DE', 1, 'tent')).rejects.toThrow(/dwelling/);
});
