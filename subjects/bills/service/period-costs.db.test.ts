import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { CostBucket } from '../contract/bill-costs.ts';
import { textOf, zero } from '../domain/tariff/exact.ts';
import type { TariffPlan } from '../domain/tariff/plan.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { type Billing, createBilling } from './household-bills.ts';
import type { PeriodCosts } from './read-period-costs.ts';
import { billsOf, enterPlans, hourly } from './testing-bills.ts';

const now = Date.parse('2026-11-22T13:00:00Z');
const timeZone = 'Europe/Madrid';
let stage: Stage;
let billing: Billing;
beforeAll(async () => {
  stage = await openStage(() => now);
  billing = createBilling({ sql: stage.sql, now: () => now });
});
afterAll(() => stage.end());

const utc = (text: string): number => Date.parse(text) / 1000;

const standing = { id: 'standing', kind: 'fixed', per: 'day', amount: '0.50' } as const;
const tax = { id: 'tax', kind: 'tax', percent: '21', of: 'all' } as const;

/** Hours of two prices, of which one goes by steps of a cycle's use. */
const plan: TariffPlan = {
  name: 'Day and night',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  schedules: { day: { periods: [{ period: 'day', hours: ['08:00-22:00'] }, { period: 'night' }] } },
  charges: [
    {
      id: 'energy',
      kind: 'use',
      schedule: 'day',
      rates: {
        day: { per: 'cycle', tables: [{ steps: [{ upTo: '90', rate: '0.20' }, { rate: '0.41' }] }] },
        night: '0.10',
      },
    },
    standing,
    tax,
  ],
};

const water: TariffPlan = {
  ...plan,
  name: 'Water',
  utility: 'water',
  unit: 'm3',
  schedules: {},
  charges: [{ id: 'water', kind: 'use', rate: '2' }, tax],
};

const flatPlan = (rate: string, currency = 'EUR'): TariffPlan => ({
  ...plan,
  currency,
  schedules: {},
  charges: [{ id: 'energy', kind: 'use', rate }, standing],
});

interface Measured extends SeededHome {
  readonly mains: string;
  readonly car: string;
}

/** From the middle of September on: a car below the mains, and water, no two hours alike. */
const measured = async (): Promise<Measured> => {
  const home = await stage.seed.home(timeZone);
  const mains = await home.device('Mains', 'whole_home', 'electricity');
  const car = await home.device('Car', 'garage', 'electricity');
  const tap = await home.device('Tap', 'kitchen', 'water');
  await stage.seed.owner`update meters set parent_meter_id = ${mains.meterId} where id = ${car.meterId}`;
  const [from, to] = [utc('2026-09-15T00:00:00Z'), now / 1000];
  const uneven = (key: string, least: number, step: number) =>
    hourly(key, from, to, 0).map((one, i) => ({ ...one, value: least + ((i * step) % 700) }));
  await stage.send(home, uneven(mains.key, 900, 37));
  await stage.send(home, uneven(car.key, 0, 53));
  await stage.send(home, uneven(tap.key, 2000, 71));
  return { ...home, mains: mains.deviceId, car: car.deviceId };
};

const costsOf = (home: SeededHome, start: LocalDay, end: LocalDay): Promise<PeriodCosts> =>
  billing.periodCosts(home.userId, home.household, { start, end });

const cents = (amount: string): number => Math.round(Number(amount) * 100);

const centsByDevice = ({ utilities }: PeriodCosts): Map<string, number> =>
  new Map(utilities.flatMap(({ devices }) => devices).map(({ deviceId, cost }) => [deviceId, cents(cost)]));

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

describe('what the use of a period cost', () => {
  let home: Measured;
  beforeAll(async () => {
    home = await measured();
    await enterPlans(stage, home, '2026-01-01', [plan, water]);
  });

  test('the whole open cycle is what the page of its costs says', async () => {
    const page = await billing.costs(home.userId, home.household);
    const { currency, utilities, cycles } = await costsOf(home, '2026-11-01', '2026-11-23');
    expect(currency).toBe(page.currency);
    expect(cycles).toEqual([{ start: '2026-11-01', end: '2026-11-23' }]);
    expect(utilities.map(({ devices }) => devices)).toEqual(page.utilities.map(({ devices }) => devices));
    expect(utilities).toMatchObject([
      { utility: 'electricity', unpricedDays: 0, missing: [] },
      { utility: 'water', unpricedDays: 0, missing: [] },
    ]);
  });

  test('a closed cycle comes to its bill, but for what is fixed', async () => {
    await billing.bringUpToDate(home.userId, home.household);
    const bill = (await billsOf(stage, home)).find(({ start }) => start === '2026-10-01');
    const { utilities } = await costsOf(home, '2026-10-01', '2026-11-01');
    // 31 days at 0.50, and 21 % of it.
    expect(sumOf(utilities.map(({ cost }) => cents(cost)))).toBe(cents(bill?.total ?? '') - cents('18.755'));
    expect(utilities.map(({ devices }) => sumOf(devices.map(({ used }) => used)))).toEqual([bill?.wh, bill?.ml]);
  });

  const periods = (from: LocalDay, to: LocalDay) =>
    fc
      .uniqueArray(fc.integer({ min: 1, max: daysBetween(from, to) - 1 }), { minLength: 1, maxLength: 4 })
      .map((cuts) => [from, ...cuts.sort((a, b) => a - b).map((days) => addDays(from, days)), to]);

  test.each([
    ['a cycle', '2026-10-01', '2026-11-01'],
    ['days of three cycles', '2026-09-20', '2026-11-23'],
  ])('%s in parts is the whole of it, to a cent a part', async (_, from, to) => {
    const whole = centsByDevice(await costsOf(home, from, to));
    const isWhole = async (days: readonly LocalDay[]): Promise<void> => {
      const parts: Map<string, number>[] = [];
      for (const [i, end] of days.slice(1).entries())
        parts.push(centsByDevice(await costsOf(home, days[i] ?? from, end)));
      for (const [device, cost] of whole) {
        const sum = sumOf(parts.map((part) => part.get(device) ?? 0));
        // Each part, and each cycle of the whole, is rounded by itself.
        expect(Math.abs(sum - cost)).toBeLessThanOrEqual(parts.length + 3);
      }
    };
    await fc.assert(fc.asyncProperty(periods(from, to), isWhole), { numRuns: 12 });
  });

  test('a day pays the mean price of the steps of its cycle, in the hours of its own clock', async () => {
    const day = await costsOf(home, '2026-10-25', '2026-10-26');
    const [electricity] = (await costsOf(home, '2026-10-01', '2026-11-01')).utilities;
    const car = day.utilities[0]?.devices.find(({ deviceId }) => deviceId === home.car);
    // The day on which clocks go back has 25 hours, of which 11 are of the night.
    const hours = Array.from({ length: 25 }, (_, i) => {
      const at = utc('2026-10-24T22:00:00Z') + i * 3600;
      const index = (at - utc('2026-09-15T00:00:00Z')) / 3600;
      return { used: (index * 53) % 700, isDay: i >= 9 && i < 23 };
    });
    expect(car?.used).toBe(sumOf(hours.map(({ used }) => used)));
    const month = Array.from({ length: 745 }, (_, i) => {
      const at = utc('2026-09-30T22:00:00Z') + i * 3600;
      const index = (at - utc('2026-09-15T00:00:00Z')) / 3600;
      const clock = (new Date(at * 1000).getUTCHours() + (at < utc('2026-10-25T01:00:00Z') ? 2 : 1)) % 24;
      return clock >= 8 && clock < 22 ? 900 + ((index * 37) % 700) : 0;
    });
    const byDay = sumOf(month) / 1000;
    const mean = (90 * 0.2 + (byDay - 90) * 0.41) / byDay;
    const usedBy = (isDay: boolean): number =>
      sumOf(hours.filter((one) => one.isDay === isDay).map(({ used }) => used));
    const euros = ((usedBy(true) * mean + usedBy(false) * 0.1) / 1000) * 1.21;
    expect(Math.abs(cents(car?.cost ?? '') - euros * 100)).toBeLessThan(1);
    expect(cents(electricity?.cost ?? '')).toBeGreaterThan(cents(day.utilities[0]?.cost ?? ''));
  });

  test('what has not begun yet is not in it, nor what is before the first reading', async () => {
    const { utilities, cycles } = await costsOf(home, '2026-11-22', '2026-12-25');
    expect(cycles).toEqual([{ start: '2026-11-01', end: '2026-11-23' }]);
    expect(utilities).toEqual((await costsOf(home, '2026-11-22', '2026-11-23')).utilities);
    expect((await costsOf(home, '2026-03-01', '2026-03-08')).utilities.flatMap(({ devices }) => devices)).toEqual([]);
  });
});

const costsOverTime = (home: SeededHome, start: LocalDay, end: LocalDay, bucket: CostBucket, by?: 'utility') =>
  billing.costsOverTime(home.userId, home.household, { start, end, bucket, by: by ?? 'device' });

const exactSum = (amounts: readonly string[]): string =>
  textOf(
    amounts.reduce((sum, one) => sum.add(one), zero),
    2,
  );

describe('what use costs over time', () => {
  let home: Measured;
  beforeAll(async () => {
    home = await measured();
    await enterPlans(stage, home, '2026-01-01', [plan, water]);
  });

  test.each([
    ['day', 'utility'],
    ['day', undefined],
    ['week', undefined],
    ['month', 'utility'],
  ] as const)('a cycle by %s and %s, with what is fixed, is its bill to the last cent', async (bucket, by) => {
    await billing.bringUpToDate(home.userId, home.household);
    const bill = (await billsOf(stage, home)).find(({ start }) => start === '2026-10-01');
    const { rows, fixed, currency } = await costsOverTime(home, '2026-10-01', '2026-11-01', bucket, by);
    expect(currency).toBe('EUR');
    expect(exactSum([...rows.map(({ cost }) => cost), ...fixed.map(({ amount }) => amount)])).toBe(bill?.total);
    // 31 days at 0.50, and 21 % of it; the cent that the bill's lines were rounded by.
    expect(Math.abs(Number(exactSum(fixed.map(({ amount }) => amount))) - 18.755)).toBeLessThan(0.02);
    expect(rows.every(({ unpriced }) => unpriced === 0)).toBe(true);
  });

  test('hours, days and months are cut by the local clock, and a part of a cycle is that part of it', async () => {
    const costOf = (rows: readonly { cost: string }[]): number => sumOf(rows.map(({ cost }) => Number(cost)));
    const month = await costsOverTime(home, '2026-10-01', '2026-11-01', 'day');
    const hours = await costsOverTime(home, '2026-10-25', '2026-10-26', 'hour');
    expect(new Set(hours.rows.map(({ start }) => start)).size).toBe(25);
    expect(hours.rows[0]?.start).toBe('2026-10-24T22:00:00Z');
    const sunday = month.rows.filter(({ start }) => start === '2026-10-25');
    expect(costOf(hours.rows)).toBeCloseTo(costOf(sunday), 4);
    const weeks = await costsOverTime(home, '2026-09-21', '2026-11-02', 'week', 'utility');
    expect([...new Set(weeks.rows.map(({ start }) => start))].at(-1)).toBe('2026-10-26');
    expect(Number(hours.fixed[0]?.amount)).toBeCloseTo(0.605, 3);
  });

  test('what the days until today cost is what the page of the open cycle says', async () => {
    const page = await billing.costs(home.userId, home.household);
    const { rows, fixed } = await costsOverTime(home, '2026-11-01', '2026-12-01', 'day');
    const all = [...rows.map(({ cost }) => cost), ...fixed.map(({ amount }) => amount)];
    expect(exactSum(all)).toBe(exactSum(page.utilities.map(({ total }) => total)));
  });

  test('use before the first tariff, or without a market’s price, is told and costs nothing here', async () => {
    const late = await measured();
    await enterPlans(stage, late, '2026-10-11', [flatPlan('1')]);
    const { rows } = await costsOverTime(late, '2026-10-10', '2026-10-12', 'day', 'utility');
    const of = (day: LocalDay) => rows.find(({ start, utility }) => start === day && utility === 'electricity');
    expect(of('2026-10-10')).toMatchObject({ cost: '0' });
    expect(of('2026-10-10')?.unpriced).toBeGreaterThan(20_000);
    expect(of('2026-10-11')).toMatchObject({ unpriced: 0 });
    expect(rows.find(({ utility }) => utility === 'water')?.unpriced).toBeGreaterThan(0);

    const market = await measured();
    const charge = { id: 'energy', kind: 'use', market: { series: 'pool' } } as const;
    await enterPlans(stage, market, '2026-01-01', [{ ...plan, schedules: {}, charges: [charge] }]);
    const answer = await costsOverTime(market, '2026-11-09', '2026-11-10', 'day', 'utility');
    expect(answer.missing).toEqual(['pool']);
    const [electricity] = answer.rows;
    const use = await costsOf(market, '2026-11-09', '2026-11-10');
    expect(electricity?.unpriced).toBe(sumOf((use.utilities[0]?.devices ?? []).map(({ used }) => used)));
  });

  test('without a tariff there is no currency, and of another household it is forbidden', async () => {
    const [bare, stranger] = [await stage.seed.home(), await stage.seed.home()];
    expect(await costsOverTime(bare, '2026-10-01', '2026-11-01', 'day')).toMatchObject({ currency: null, rows: [] });
    const question = { start: '2026-10-01', end: '2026-11-01', bucket: 'day', by: 'device' } as const;
    await expect(billing.costsOverTime(stranger.userId, home.household, question)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('days that have no such price are told', () => {
  test('those before the first tariff, and a utility without any', async () => {
    const home = await measured();
    await enterPlans(stage, home, '2026-10-11', [flatPlan('1')]);
    const { utilities } = await costsOf(home, '2026-10-01', '2026-11-01');
    expect(utilities).toMatchObject([
      { utility: 'electricity', pricedDays: 21, unpricedDays: 10 },
      { utility: 'water', pricedDays: 0, unpricedDays: 31, cost: '0.00' },
    ]);
    const [priced] = (await costsOf(home, '2026-10-11', '2026-11-01')).utilities;
    expect(utilities[0]?.cost).toBe(priced?.cost);
    expect(utilities[0]?.devices[0]?.used).toBeGreaterThan(priced?.devices[0]?.used ?? 0);
  });

  test('those of another currency', async () => {
    const home = await measured();
    await enterPlans(stage, home, '2026-01-01', [flatPlan('9', 'GBP')]);
    await enterPlans(stage, home, '2026-11-01', [flatPlan('1')]);
    const { currency, utilities } = await costsOf(home, '2026-10-30', '2026-11-04');
    expect(currency).toBe('EUR');
    const [november] = (await costsOf(home, '2026-11-01', '2026-11-04')).utilities;
    expect(utilities[0]).toMatchObject({ unpricedDays: 2, cost: november?.cost });
    expect((await costsOf(home, '2026-10-01', '2026-11-01')).currency).toBe('GBP');
  });

  test('each tariff of a cycle counts on its own days', async () => {
    const home = await measured();
    await enterPlans(stage, home, '2026-01-01', [flatPlan('1')]);
    await enterPlans(stage, home, '2026-11-10', [flatPlan('3')]);
    const of = async (start: LocalDay, end: LocalDay) => (await costsOf(home, start, end)).utilities[0];
    const [before, after] = [await of('2026-11-09', '2026-11-10'), await of('2026-11-10', '2026-11-11')];
    const usedBy = (one: typeof before): number => sumOf((one?.devices ?? []).map(({ used }) => used)) / 1000;
    expect(Math.abs(Number(before?.cost) - usedBy(before))).toBeLessThan(0.02);
    expect(Math.abs(Number(after?.cost) - 3 * usedBy(after))).toBeLessThan(0.02);
  });

  test('prices of a market that are not known', async () => {
    const home = await measured();
    const market: TariffPlan = {
      ...plan,
      schedules: {},
      charges: [{ id: 'energy', kind: 'use', market: { series: 'pool' } }],
    };
    await enterPlans(stage, home, '2026-01-01', [market]);
    const { utilities } = await costsOf(home, '2026-11-09', '2026-11-10');
    expect(utilities[0]).toMatchObject({ cost: '0.00', missing: ['pool'] });
  });

  test('without a tariff there is no cost, and of another household it is forbidden', async () => {
    const [home, stranger] = [await stage.seed.home(), await stage.seed.home()];
    expect(await costsOf(home, '2026-10-01', '2026-11-01')).toMatchObject({ currency: null, utilities: [] });
    const days = { start: '2026-10-01', end: '2026-11-01' };
    await expect(billing.periodCosts(stranger.userId, home.household, days)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
