import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import type { Language } from '#catalogue/index.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { type BillCosts, billCosts } from '#subjects/bills/contract/bill-costs.ts';
import { type BillChanges, billChanges, type BillSoFar, billSoFar } from '#subjects/bills/contract/billing.ts';
import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import { billingRoutes, createBilling } from '#subjects/bills/service/index.ts';
import { enterPlans, enterTariff, hourly } from '#subjects/bills/service/testing-bills.ts';
import type { Usage } from '#subjects/usage/service/index.ts';
import { type Asking, createOpenAsking } from '../asking.ts';
import type { Intent } from '../intent.ts';
import { findFaq } from '../talk/faq.ts';
import { assistantTools, replyToIntent } from '../topics.ts';

const now = Date.UTC(2026, 11, 16, 12);
let stage: Stage;
let app: FastifyInstance;
let usage: Usage;
let home: SeededHome & { readonly heater: string };
const billing = () => createBilling({ sql: stage.sql, now: () => now });
const utc = (text: string): number => Date.parse(text) / 1000;

/** Mains with a heater below it: 500 and 100 Wh an hour in October, 700 and 300 after; the price rises with November. */
const heatedHome = async (): Promise<typeof home> => {
  const made = await stage.seed.home('UTC');
  const mains = await made.device('Mains', 'whole_home', 'electricity');
  const heater = await made.device('Heater', 'bedroom', 'electricity');
  const tap = await made.device('Tap', 'kitchen', 'water');
  await stage.seed.owner`update meters set parent_meter_id = ${mains.meterId} where id = ${heater.meterId}`;
  const [from, change, to] = [utc('2026-10-01'), utc('2026-11-01'), now / 1000];
  await stage.send(made, [...hourly(mains.key, from, change, 500), ...hourly(mains.key, change, to, 700)]);
  await stage.send(made, [...hourly(heater.key, from, change, 100), ...hourly(heater.key, change, to, 300)]);
  await stage.send(made, hourly(tap.key, from, to, 9000));
  const taxed = { electricity_standing: '30', electricity_tax_percent: '10', water_rate: '2' };
  await enterTariff(stage, made, '2026-01-01', { ...taxed, electricity_rate: '0.20' });
  await enterTariff(stage, made, '2026-11-01', { ...taxed, electricity_rate: '0.25' });
  return { ...made, heater: heater.deviceId };
};

beforeAll(async () => {
  stage = await openStage(() => now);
  app = stage.http((http, deps) => {
    usage = deps.usage;
    billingRoutes(http, {
      billing: billing(),
      database: stage.database,
      authenticate: deps.authenticate,
      takeAllowance: createTakeAllowance(stage.sql),
      now: () => now,
    });
  });
  home = await heatedHome();
});
afterAll(() => stage.end());

const asks = async (person: SeededHome, language: Language = 'en'): Promise<Asking> => {
  const open = createOpenAsking({ database: stage.database, usage, billing: billing(), now: () => now });
  const asking = await open({ sub: person.userId }, undefined, language);
  if (!asking) throw new Error('the person has a household');
  return asking;
};
const textOf = async (intent: Intent, language: Language = 'en'): Promise<string> =>
  (await replyToIntent(await asks(home, language), intent)).text.replace(/[\u00a0\u2009\u202f]/g, ' ');
const get = async (path: string): Promise<unknown> =>
  (await app.inject({ url: `/api/v1/bills${path}`, headers: await stage.session(home.userId) })).json();
const factsOf = async (name: string, args: unknown) =>
  assistantTools.find((tool) => tool.name === name)?.run(await asks(home), args);

describe('C2.8 what the assistant says of money is what the pages say, to the cent', () => {
  test('the open cycle and what it may come to', async () => {
    const route: BillSoFar = billSoFar.parse(await get('/so-far'));
    const text = await textOf({ about: 'bill', ask: 'forecast', utility: null });
    expect(text).toContain(`heading for [€${route.likely?.expected}](/billing#so-far)`);
    expect(text).toContain(`So far it is [€${route.cost?.total}](/billing#so-far).`);
    // 372 hours of 700 Wh at 0.25, 16 of 31 days of 30.00, 10 %; 372 × 9 L at 2 a cubic metre.
    expect(route).toMatchObject({
      cost: { total: '95.34' },
      amounts: { electricity: { cost: '88.64' }, water: { cost: '6.70' } },
    });
    expect((await factsOf('bill', {}))?.facts).toMatchObject({
      soFar: { total: { EUR: route.cost?.total } },
      wholeCycleLikely: { expected: { EUR: route.likely?.expected }, low: { EUR: route.likely?.low } },
    });
  });

  test('the latest bill, why it changed, and the causes by size', async () => {
    const { sources } = await asks(home);
    const [latest, earlier] = await sources.bills(2);
    const route: BillChanges = billChanges.parse(await get(`/${latest?.id}/changes`));
    // 504 kWh at 0.25 and 372 at 0.20, 30.00 a month, 10 %; 720 and 744 hours of 9 L at 2.
    expect([latest?.total, earlier?.total, route.difference]).toEqual(['184.56', '128.23', '56.33']);
    expect(await textOf({ about: 'closed-bill', period: null, utility: null, ask: 'amount' })).toContain(
      `came to [€184.56](/billing#bill-${latest?.id})`,
    );
    const change = await factsOf('bill_change', {});
    const facts = change?.facts as unknown as { parts: { amount: { EUR: string } }[] } | undefined;
    const parts = (facts?.parts ?? []).map(({ amount }) => amount.EUR);
    const told = route.utilities.flatMap((one) => one.parts.map(({ amount }) => amount));
    expect([...parts].sort()).toEqual([...told].sort());
    expect(Math.round(parts.reduce((sum, one) => sum + Number(one) * 100, 0))).toBe(5633);
    expect(await textOf({ about: 'bill-change', against: 'before' }, 'es')).toContain('Electricidad: Heater: ');
  });

  test('what devices cost, and what is always on', async () => {
    const route: BillCosts = billCosts.parse(await get('/costs'));
    const electricity = route.utilities.find(({ utility }) => utility === 'electricity');
    const heater = electricity?.devices.find(({ deviceId }) => deviceId === home.heater);
    const part = { utility: null, room: null, device: home.heater };
    expect(await textOf({ about: 'costs', ask: 'total', part, period: null })).toContain(
      `Heater: [€${heater?.cost}](/billing#costs)`,
    );
    expect(await textOf({ about: 'costs', ask: 'always-on', part, period: null })).toContain(
      `[€${route.alwaysOn?.cost}](/billing#costs)`,
    );
    const found = await factsOf('costs', { by: 'device' });
    expect(found?.facts).toMatchObject({ fixedChargesOfNone: { EUR: electricity?.fixed } });
    expect(found?.result.table?.rows[0]?.[0]).toBe('Mains (unmetered)');
  });

  test('C1.1 a stranger has nothing of it', async () => {
    const stranger = await stage.seed.home('UTC');
    const { text } = await replyToIntent(await asks(stranger), { about: 'bill', ask: 'so-far', utility: null });
    expect(text).toContain('There is no tariff for this billing period yet');
    expect(text).not.toMatch(/\d/);
  });
});

describe('prices of a market', () => {
  const plan: TariffPlan = {
    name: 'By the hour',
    utility: 'electricity',
    currency: 'EUR',
    unit: 'kWh',
    charges: [{ id: 'energy', kind: 'use', market: { series: 'pool', plus: '0.01' } }],
  };

  test('as the household imported them, else as they are there for all', async () => {
    const other = await stage.seed.home('UTC');
    await enterPlans(stage, other, '2026-01-01', [plan]);
    const { owner } = stage.seed;
    await owner`insert into market_prices (series, starts_at, step_s, price)
      select 'pool', h, 3600, 0.1 from generate_series('2026-12-16T00:00Z'::timestamptz, '2026-12-16T23:00Z', '1 hour') h`;
    await owner`insert into price_points (household_id, series, starts_at, step_s, price)
      values (${other.household}, 'pool', '2026-12-16T12:00Z', 3600, 0.25)`;
    const { text } = await replyToIntent(await asks(other), { about: 'tariff', ask: 'now', utility: null });
    expect(text.replaceAll('\u00a0', ' ')).toBe(
      'Electricity costs [€0.26 per kWh](/billing/prices#tariffs) now. That holds until 13:00; then it is [€0.11 per kWh](/billing/prices#tariffs).',
    );
    const dearest = await replyToIntent(await asks(other), { about: 'tariff', ask: 'dearest-hours', utility: null });
    expect(dearest.text).toContain('from 12:00 to 13:00');
  });

  test('by the colour of the day, which begins at six', async () => {
    const other = await stage.seed.home('UTC');
    const periods = [
      { period: 'red', colour: 'red' },
      { period: 'blue', colour: 'blue' },
    ];
    const coloured: TariffPlan = {
      ...plan,
      schedules: { colour: { dayStarts: '06:00', colours: 'days', periods } },
      charges: [{ id: 'energy', kind: 'use', schedule: 'colour', rates: { red: '0.7', blue: '0.1' } }],
    };
    await enterPlans(stage, other, '2026-01-01', [coloured]);
    const { owner } = stage.seed;
    await owner`insert into market_colours (series, day, colour) values
      ('days', '2026-12-15', 'blue'), ('days', '2026-12-16', 'blue'), ('days', '2026-12-17', 'blue')`;
    await owner`insert into day_colours (household_id, series, day, colour) values (${other.household}, 'days', '2026-12-16', 'red')`;
    const asking = await asks(other);
    const { text } = await replyToIntent(asking, { about: 'tariff', ask: 'now', utility: null });
    expect(text.replaceAll('\u00a0', ' ')).toContain(
      'costs [€0.70 per kWh](/billing/prices#tariffs) (Red) now. That holds until 17 December',
    );
    const cheapest = await replyToIntent(asking, { about: 'tariff', ask: 'cheapest-hours', utility: null });
    expect(cheapest.text).toContain('Cheapest today: from 00:00 to 06:00');
  });
});

test.each(['en', 'es', 'hi'] as const)(
  'C9.2 each published question is found by its own words: %s',
  async (language) => {
    const entries = await (await asks(home, language)).sources.faq(language);
    expect(entries.length).toBeGreaterThan(10);
    expect(entries.map((one) => findFaq(entries, one.question, language)?.key)).toEqual(entries.map(({ key }) => key));
  },
);
