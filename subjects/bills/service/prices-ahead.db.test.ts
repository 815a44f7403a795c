/** What a home is told of prices before they come: once, and over when they are. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import type { TariffPlan } from '../domain/tariff/plan.ts';
import { type Billing, createBilling } from './household-bills.ts';
import { nextLook } from './close-bills.ts';
import { enterPlans, steadyHomeOf } from './testing-bills.ts';

const utc = (text: string): number => Date.parse(text) / 1000;
let now = utc('2026-11-16T12:00:00Z');
let stage: Stage;
let billing: Billing;
beforeAll(async () => {
  stage = await openStage(() => now * 1000);
  billing = createBilling({ sql: stage.sql, now: () => now * 1000 });
});
afterAll(() => stage.end());

const look = async (home: SeededHome, at: string) => {
  now = utc(at);
  await stage.seed
    .owner`update private.billing_due set due_at = to_timestamp(${now}) where household_id = ${home.household}`;
  await billing.closeDue();
  return stage.seed.owner<{ kind: string; figures: Record<string, string | number>; ended: boolean }[]>`
    select kind, figures, ended_at is not null as ended from notices where household_id = ${home.household} order by noticed_at, kind`;
};

const inBlocks: TariffPlan = {
  name: 'Blocks',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  charges: [
    {
      id: 'use',
      kind: 'use',
      blocks: { per: 'cycle', tables: [{ steps: [{ upTo: '650', rate: '0.10' }, { rate: '0.20' }] }] },
    },
  ],
};

test('a dearer block ahead is told once, beside the budget, and switched off by its rule', async () => {
  now = utc('2026-11-20T12:00:00Z');
  // 24 kWh a day: 650 are passed on the 28th.
  const home = await steadyHomeOf(stage, 'UTC', utc('2026-10-01T00:00:00Z'), now);
  await enterPlans(stage, home, '2026-10-01', [inBlocks]);
  const told = await look(home, '2026-11-20T12:00:00Z');
  expect(told).toMatchObject([
    {
      kind: 'block-ahead',
      ended: false,
      figures: {
        start: '2026-11-01',
        end: '2026-12-01',
        day: '2026-11-28',
        rate: '0.10',
        nextRate: '0.20',
        currency: 'EUR',
        unit: 'kWh',
      },
    },
  ]);
  const figures = told[0]?.figures ?? {};
  // What would have to be left is what lies beyond the block's beginning; each kWh of it costs 0.10 more.
  expect(figures).toMatchObject({ more: '7.00', less: 70_000 });
  expect(Number(figures['more'])).toBeCloseTo((Number(figures['less']) / 1000) * 0.1, 1);
  expect(await look(home, '2026-11-20T18:00:00Z')).toHaveLength(1);
  await stage.seed
    .owner`insert into budgets (household_id, utility, amount) values (${home.household}, 'electricity', 1)`;
  expect((await look(home, '2026-11-20T19:00:00Z')).filter(({ ended }) => !ended).map(({ kind }) => kind)).toEqual([
    'block-ahead',
    'budget-passed',
  ]);
  await stage.seed
    .owner`insert into private.rule_settings (household_id, kind, is_on) values (${home.household}, 'block-ahead', false)`;
  await stage.seed.owner`delete from notices where household_id = ${home.household}`;
  expect((await look(home, '2026-11-20T20:00:00Z')).map(({ kind }) => kind)).toEqual(['budget-passed']);
});

const byColour: TariffPlan = {
  name: 'Colours',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  schedules: {
    days: {
      colours: 'made',
      periods: [
        { period: 'dear', colour: 'red', hours: ['06:00-22:00'] },
        { period: 'usual', hours: ['06:00-22:00'] },
        { period: 'cheap' },
      ],
    },
  },
  charges: [{ id: 'use', kind: 'use', schedule: 'days', rates: { dear: '0.76', usual: '0.16', cheap: '0.12' } }],
};

test('a red day is told in the evening before, lasts through the next one, and is over after it', async () => {
  now = utc('2026-11-16T12:00:00Z');
  const home = await steadyHomeOf(stage, 'UTC', utc('2026-11-10T00:00:00Z'), utc('2026-11-16T12:00:00Z'));
  await enterPlans(stage, home, '2026-01-01', [byColour]);
  const paint = (day: string, colour: string) => stage.seed.owner`
    insert into day_colours (household_id, series, day, colour) values (${home.household}, 'made', ${day}, ${colour})`;
  for (let i = 0; i < 48; i += 1) await paint(new Date(Date.UTC(2026, 9, 1 + i)).toISOString().slice(0, 10), 'blue');
  await paint('2026-11-18', 'red');
  await paint('2026-11-19', 'red');
  await paint('2026-11-20', 'blue');
  expect(await look(home, '2026-11-17T12:00:00Z')).toEqual([]);
  const first = await look(home, '2026-11-17T17:30:00Z');
  expect(first).toMatchObject([
    {
      kind: 'price-peak',
      ended: false,
      figures: {
        start: '2026-11-18',
        end: '2026-11-19',
        day: '2026-11-18',
        rate: '0.76',
        usualRate: '0.16',
        hours: '06:00–22:00',
        cheapHours: '00:00–03:00',
      },
    },
  ]);
  expect(await look(home, '2026-11-18T18:00:00Z')).toMatchObject([
    { ended: false, figures: { start: '2026-11-18', day: '2026-11-19' } },
  ]);
  expect(await look(home, '2026-11-19T20:00:00Z')).toMatchObject([{ ended: false }]);
  expect(await look(home, '2026-11-20T03:00:00Z')).toMatchObject([{ kind: 'price-peak', ended: true }]);
});

test('a home whose prices differ from day to day is looked at in the evening', () => {
  const tariffs = [{ id: '1', revision: 1, utility: 'electricity', validFrom: '2026-01-01', plan: byColour }] as never;
  const snapshot = {
    today: '2026-11-16',
    timeZone: 'Europe/Madrid',
    tariffs,
    budgets: [],
    bills: [],
    rule: { kind: 'day', day: 1 },
    firstDay: '2026-11-01',
    lastReadingDay: '2026-11-16',
  } as never;
  const at = (text: string) => new Date(nextLook(snapshot, Date.parse(text))).toISOString();
  expect(at('2026-11-16T15:00:00Z')).toBe('2026-11-16T16:02:00.000Z');
  expect(at('2026-11-16T16:10:00Z')).toBe('2026-11-16T19:10:00.000Z');
});
