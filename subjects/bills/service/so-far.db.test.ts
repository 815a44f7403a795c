import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { type Billing, createBilling } from './household-bills.ts';
import { billsOf, enterPlans, enterTariff, hourly, simplePlan, steadyHomeOf } from './testing-bills.ts';

const utc = (text: string): number => Date.parse(text) / 1000;

let now = utc('2026-12-02T12:00:00Z');
let stage: Stage;
let billing: Billing;
beforeAll(async () => {
  stage = await openStage(() => now * 1000);
  billing = createBilling({ sql: stage.sql, now: () => now * 1000 });
});
afterAll(() => stage.end());

const steadyHome = (zone: string, from: string, to: string): Promise<SeededHome & { key: string }> =>
  steadyHomeOf(stage, zone, utc(from), utc(to));

describe('C2.16 the open cycle so far', () => {
  test('to the cent, with its lines, what is left, and what it is likely to come to', async () => {
    now = utc('2026-11-16T12:00:00Z');
    const home = await steadyHome('UTC', '2026-10-01T00:00:00Z', '2026-11-16T12:00:00Z');
    await enterTariff(stage, home, '2026-01-01', {
      electricity_rate: '0.25',
      electricity_standing: '30',
      electricity_tax_percent: '10',
    });
    const soFar = await billing.soFar(home.userId, undefined);
    expect(soFar).toMatchObject({
      origin: 'measured',
      start: '2026-11-01',
      end: '2026-12-01',
      daysGone: 15,
      daysLeft: 15,
      currency: 'EUR',
      // 372 kWh at 0.25 = 93.00, 16 of 30 days of 30.00 = 16.00, 10% = 10.90.
      cost: { total: '119.90', unpricedDays: 0 },
      amounts: { electricity: { used: 372_000, cost: '119.90' }, water: { used: 0, cost: '0.00' } },
      coverage: 1,
      // 720 kWh = 180.00, 30.00, 21.00.
      likely: { low: '231.00', high: '231.00', basedOnDays: 46 },
      // 15 days each: 360 kWh = 90.00 and half of 30.00, in a cycle of 31 days 14.52; 10%.
      compared: {
        days: 15,
        amount: '115.50',
        lastCycle: { start: '2026-10-01', end: '2026-10-16', amount: '114.97' },
        lastYear: null,
      },
    });
    expect(await billsOf(stage, home)).toHaveLength(1);
  });

  test('last year’s cycle is compared over as many days', async () => {
    now = utc('2026-11-11T00:00:00Z');
    const home = await steadyHome('UTC', '2026-11-01T00:00:00Z', '2026-11-11T00:00:00Z');
    const { key } = await home.device('Old', 'hall', 'electricity');
    await stage.send(home, hourly(key, utc('2025-11-01T00:00:00Z'), utc('2025-11-20T00:00:00Z'), 2_000));
    await enterTariff(stage, home, '2025-01-01');
    const { compared } = await billing.soFar(home.userId, undefined);
    expect(compared).toMatchObject({
      days: 10,
      amount: '48.00',
      lastYear: { start: '2025-11-01', end: '2025-11-11', amount: '96.00' },
    });
  });

  test('without a tariff it has use and no price; without readings neither', async () => {
    now = utc('2026-11-16T12:00:00Z');
    const home = await steadyHome('UTC', '2026-11-01T00:00:00Z', '2026-11-16T12:00:00Z');
    expect(await billing.soFar(home.userId, undefined)).toMatchObject({
      cost: null,
      currency: null,
      amounts: { electricity: { used: 372_000, estimated: 0, cost: '0' } },
      likely: null,
      compared: null,
    });
    const empty = await stage.seed.home();
    await enterTariff(stage, empty, '2026-01-01');
    expect(await billing.soFar(empty.userId, undefined)).toMatchObject({
      origin: 'none',
      coverage: null,
      cost: { total: '0.00' },
    });
  });

  test('C1.1 of another household it is forbidden', async () => {
    const [home, stranger] = [await stage.seed.home(), await stage.seed.home()];
    await expect(billing.soFar(stranger.userId, home.household)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('a cycle whose days to come have no price is not told what it may come to', async () => {
    now = utc('2026-11-16T12:00:00Z');
    const home = await steadyHome('UTC', '2026-10-01T00:00:00Z', '2026-11-16T12:00:00Z');
    const plan = simplePlan('electricity', 'EUR', ['0.25', '30', '10']);
    const charges = plan.charges.map((charge) => (charge.kind === 'use' ? { ...charge, until: '2026-11-20' } : charge));
    await enterPlans(stage, home, '2026-01-01', [{ ...plan, charges }]);
    expect(await billing.soFar(home.userId, undefined)).toMatchObject({
      cost: { total: '119.90', unpricedDays: 0 },
      likely: null,
      likelyMissing: 'price-missing',
    });
  });

  test('days before the first tariff have no price, and those to come are told all the same', async () => {
    now = utc('2026-11-16T12:00:00Z');
    const home = await steadyHome('UTC', '2026-10-01T00:00:00Z', '2026-11-16T12:00:00Z');
    await enterTariff(stage, home, '2026-11-06', { electricity_rate: '0.25' });
    expect(await billing.soFar(home.userId, undefined)).toMatchObject({
      cost: { unpricedDays: 5 },
      likely: { expected: '150.00' },
      likelyMissing: null,
    });
  });
});
