import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byUtility } from '#catalogue/index.ts';
import type { BillChanges } from '#subjects/bills/contract/billing.ts';
import { exact, minorDigits, sumOf, textOf } from '#subjects/bills/domain/tariff/exact.ts';
import type { Intent } from '../intent.ts';
import { ToolRefusal } from '../tools/tool.ts';
import { assistantTools, replyToIntent } from '../topics.ts';
import { readBillChange, sumBills } from './bill-facts.ts';
import { bills, changes, costs, filed, heater, soFar } from './testing-money-facts.ts';
import { yearOf } from './costs.ts';
import { asks, inForce, periodsPlan } from './testing-money.ts';

/** Whatever one tells is as it declares it. */
const run = async (name: string, args: unknown, given: Parameters<typeof asks>[0] = {}) => {
  const tool = assistantTools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  const outcome = await tool.run(asks(given), args);
  tool.facts.parse(outcome.facts);
  return outcome;
};
const refusalOf = async (promise: () => ReturnType<typeof run>): Promise<string> => {
  try {
    await promise();
  } catch (error) {
    if (error instanceof ToolRefusal) return error.message;
    throw error;
  }
  throw new Error('it was answered');
};

test('each has a name of its own, a description and described arguments, and one alone acts', () => {
  expect(assistantTools.map(({ name }) => name).toSorted()).toEqual([
    'alerts',
    'bill',
    'bill_change',
    'closed_bills',
    'co2',
    'compare',
    'compare_with_published',
    'cost_of_one_use',
    'costs',
    'devices',
    'explain_term',
    'flows',
    'meters',
    'now',
    'payments',
    'peak',
    'runs',
    'saving_by_cheaper_hours',
    'search_faq',
    'search_posts',
    'share',
    'switch_device',
    'tariff',
    'tips',
    'usage',
    'usual',
    'why_changed',
  ]);
  expect(assistantTools.filter(({ acts }) => acts).map(({ name }) => name)).toEqual(['switch_device']);
  for (const { description, args } of assistantTools) {
    expect(description).not.toBe('');
    for (const one of Object.values(args.shape)) expect((one as { description?: string }).description).toBeTruthy();
  }
});

describe('facts are to be said and exact', () => {
  test('bill', async () => {
    const { facts, result } = await run('bill', {});
    expect(facts).toMatchObject({
      isClosed: false,
      cycle: { from: '2026-11-01', until: '2026-11-30' },
      dayOfCycle: 16,
      soFar: { total: { say: '€119.90', EUR: '119.90' }, water: { say: '€26.40', EUR: '26.40' } },
      used: { electricity: { kWh: '340' }, water: { L: '13200' } },
      wholeCycleLikely: { expected: { EUR: '231.00' }, basedOnDays: 46, water: { expected: { EUR: '51.00' } } },
      nextBlocks: [
        {
          utility: 'water',
          unit: 'm3',
          now: { from: '6', to: '15' },
          next: { from: '15', to: null },
          expectedOn: '2026-11-19',
        },
      ],
      budgets: [{ utility: 'electricity', spent: { EUR: '93.50' }, budget: { EUR: '150' }, spentShare: '62%' }],
    });
    expect(result).toMatchObject({ tool: 'bill', link: '/billing#so-far', table: { rows: expect.any(Array) } });
  });

  test('closed_bills', async () => {
    const { facts, result } = await run('closed_bills', { from: '2026-09-01', until: '2026-10-31' });
    expect(facts).toMatchObject({
      bills: [
        { cycle: { from: '2026-10-01' }, total: { EUR: '91.46' } },
        { cycle: { until: '2026-09-30' }, total: { EUR: '79.24' } },
      ],
      sums: [{ bills: 2, total: { EUR: '170.70' }, averageBill: { EUR: '85.35' } }],
    });
    expect(result.tool).toBe('bill');
    const one = await run('closed_bills', { from: '2026-09-01', until: '2026-10-31', count: 1 });
    expect(one.facts).toMatchObject({ leftOut: 1, sums: [{ bills: 2, total: { EUR: '170.70' } }] });
    expect(one.facts['bills']).toHaveLength(1);
    const latest = await run('closed_bills', { count: 1 });
    expect(latest.facts).toMatchObject({ sums: [{ bills: 1, total: { EUR: bills[0]?.total } }] });
  });

  test('bill_change', async () => {
    const { facts, result } = await run('bill_change', {});
    expect(facts).toMatchObject({
      bill: { total: { EUR: '91.46' } },
      earlier: { total: { EUR: '79.24' } },
      difference: { EUR: '12.22' },
      daysMore: 1,
      parts: [
        { kind: 'device', device: 'Water *heater*', amount: { EUR: '8.40' }, usedMore: { kWh: '42' } },
        {},
        {},
        {},
        {},
      ],
    });
    expect(result.link).toBe('/billing#bill-bill-2026-10-01');
  });

  test('costs', async () => {
    expect((await run('costs', { by: 'device' })).facts).toMatchObject({
      fixedChargesOfNone: { EUR: '6.05' },
      devices: [
        { device: 'Mains', isRest: true, cost: { EUR: '50.00' } },
        { device: 'Water *heater*', isRest: false, cost: { EUR: '37.45' } },
      ],
      alwaysOn: { power: expect.stringContaining('200'), inThirtyDays: { EUR: '34.32' } },
    });
    expect((await run('costs', { by: 'room' })).facts).toMatchObject({
      rooms: [{ room: 'whole_home' }, { room: 'bathroom' }],
    });
  });

  test('costs of a period', async () => {
    const { facts, result } = await run('costs', { by: 'device', from: '2026-11-02', until: '2026-11-08' });
    expect(facts).toMatchObject({
      period: { from: '2026-11-02', until: '2026-11-08' },
      of: expect.stringContaining('fixed charges are not in it'),
      total: { EUR: '15.30' },
      devices: [{ cost: { EUR: '7.10' } }, { cost: { EUR: '5.20' } }, { cost: { EUR: '3.00' } }],
    });
    expect(facts).not.toHaveProperty('alwaysOn');
    expect(result.link).toContain('/analytics?period=custom&from=2026-11-02&to=2026-11-08');
    expect(await refusalOf(() => run('costs', { by: 'room', from: '2026-11-02' }))).toContain('go together');
    expect(await refusalOf(() => run('costs', { by: 'room', from: '2025-01-02', until: '2026-11-02' }))).toContain(
      'at most 400 days',
    );
  });

  test('tariff', async () => {
    const { facts } = await run('tariff', { utility: 'electricity' });
    expect(facts).toMatchObject({
      tariffs: [
        {
          utility: 'electricity',
          inForceSince: '2026-07-10',
          isExample: false,
          unit: 'kWh',
          priceNow: { beforeTaxes: { EUR: '0.1786' }, withTaxes: { EUR: '0.2269' }, periods: ['P1'] },
          changesAt: { to: { beforeTaxes: { EUR: '0.1402' } } },
          cheapestToday: [{ from: '00:00', to: '08:00' }],
          dearestToday: [
            { from: '10:00', to: '14:00' },
            { from: '18:00', to: '22:00' },
          ],
        },
      ],
    });
  });

  test('search_faq', async () => {
    const faq = async () => [
      { key: 'a', category: 'basics' as const, question: 'How do I connect a meter?', answer: 'So.' },
    ];
    const { facts } = await run('search_faq', { query: 'connect my meter' }, { sources: { faq } });
    expect(facts).toEqual({ question: 'How do I connect a meter?', answer: 'So.', link: '/contact#faq-a' });
    expect(await refusalOf(() => run('search_faq', { query: 'pancakes' }, { sources: { faq } }))).toContain(
      'How do I connect a meter?',
    );
  });
});

describe('what there is not is refused with what there is', () => {
  test('no tariff, no bill, no such time', async () => {
    const noPrice = { sources: { soFar: async () => ({ ...soFar, cost: null, currency: null }) } };
    expect(await refusalOf(() => run('bill', {}, noPrice))).toContain('No tariff is in force');
    const onlyElectricity = { sources: { tariffs: async () => [inForce(periodsPlan)] } };
    expect(await refusalOf(() => run('tariff', { utility: 'water' }, onlyElectricity))).toBe(
      'No tariff is in force for water.',
    );
    expect(await refusalOf(() => run('closed_bills', { from: '2020-01-01', until: '2020-12-31' }))).toBe(
      'No bill is closed for that time. There are 3 closed bills, from 2026-08-01 to 2026-10-31.',
    );
    const noBills = { sources: { bills: async () => [] } };
    expect(await refusalOf(() => run('bill_change', {}, noBills))).toContain('No bill is closed yet');
  });

  test('arguments that are none', async () => {
    expect(await refusalOf(() => run('costs', { by: 'cat' }))).toContain('by');
    expect(await refusalOf(() => run('closed_bills', { sql: 'drop table' }))).toContain('sql');
  });
});

const cents = (most: number) => fc.integer({ min: -most, max: most }).map((minor) => textOf(exact(minor, 100), 2));
const amount = fc.integer({ min: 1, max: 900_000 }).map((minor) => textOf(exact(minor, 100), 2));
const sum = (amounts: readonly string[]): string => textOf(sumOf(amounts.map((one) => exact(one))), minorDigits('EUR'));

/** Amounts of an English answer, without their links and days. */
const amountsOf = (text: string): number[] =>
  [...text.matchAll(/€([\d,]+(?:\.\d+)?)/g)].map(([, digits = '']) => Number(digits.replaceAll(',', '')));

const questions: readonly Intent[] = [
  { about: 'bill', ask: 'so-far', utility: null },
  { about: 'bill', ask: 'forecast', utility: null },
  { about: 'bill', ask: 'budget', utility: null },
  { about: 'closed-bill', ask: 'total', period: null, utility: null },
  { about: 'closed-bill', ask: 'dearest', period: null, utility: 'water' },
  { about: 'closed-bill', ask: 'amount', period: null, utility: null },
  { about: 'costs', ask: 'devices', part: { utility: null, room: null, device: null }, period: null },
  { about: 'costs', ask: 'always-on', part: { utility: null, room: null, device: null }, period: null },
];

test('every amount that an answer says is one that its sources hold, or the exact sum of its bills', async () => {
  const given = fc.record({ a: amount, b: amount, c: amount, d: amount, e: amount, f: amount });
  await fc.assert(
    fc.asyncProperty(given, fc.constantFrom(...questions), async ({ a, b, c, d, e, f }, intent) => {
      const amounts = byUtility((utility) => ({ ...soFar.amounts[utility], cost: utility === 'electricity' ? a : b }));
      const cost = {
        ...soFar.cost,
        total: sum([a, b]),
        lines: [],
        unpricedDays: 0,
        faults: [],
      };
      const likely = soFar.likely && { ...soFar.likely, low: c, expected: d, high: e };
      const twoBills = [filed('2026-10-01', '2026-11-01', a, b), filed('2026-09-01', '2026-10-01', c, d)].map(
        (bill) => ({
          ...bill,
          total: sum(Object.values(bill.amounts).map((one) => one.cost)),
        }),
      );
      const { text } = await replyToIntent(
        asks({
          sources: {
            soFar: async () => ({ ...soFar, amounts, cost, likely }),
            bills: async () => twoBills,
            budgets: async () => [{ utility: 'electricity', amount: f }],
            costs: async () => ({ ...costs, alwaysOn: { watts: 90, cost: e, month: f } }),
          },
        }),
        intent,
      );
      const usual = ['180', '37.45', '50', '6.05'];
      const sums = sumBills(twoBills, null).map((one) => one.amount);
      const held = [
        a,
        b,
        c,
        d,
        e,
        f,
        yearOf(f, 'EUR'),
        // What is left of the budget.
        sum([f, `-${a}`]),
        cost.total,
        ...twoBills.map(({ total }) => total),
        ...sums,
        ...usual,
      ].map(Number);
      for (const said of amountsOf(text)) expect(held).toContain(said);
      expect(amountsOf(text).length).toBeGreaterThan(0);
    }),
  );
});

test('the parts of an explained change sum to the difference, whatever is told of it', async () => {
  const kinds = fc.constantFrom(
    'days',
    'price',
    'hours',
    'block',
    'peak',
    'limit',
    'usage',
    'always-on',
    'other',
    'device',
  );
  const part = fc
    .record({ kind: kinds, amount: cents(50_000), used: fc.integer({ min: -9000, max: 9000 }) })
    .map((one) => (one.kind === 'device' ? { ...one, device: heater } : one));
  const arbitrary = fc.record({ parts: fc.array(part, { maxLength: 8 }), difference: cents(90_000) });
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ parts, difference }) => {
      const told: BillChanges = {
        ...changes,
        difference,
        utilities: [{ utility: 'electricity', difference: sum(parts.map((one) => one.amount)), parts }],
      };
      const asking = asks({ sources: { changes: async () => told } });
      const found = await readBillChange(asking.sources, 'before');
      if ('missing' in found) throw new Error('there is a bill before it');
      expect(sum(found.parts.map((one) => one.amount))).toBe(difference);
      const sizes = found.parts.map((one) => Math.abs(Number(one.amount)));
      expect(sizes).toEqual(sizes.toSorted((x, y) => y - x));
      const { results } = await replyToIntent(asking, { about: 'bill-change', against: 'before' });
      const rows = (results[0]?.table?.rows ?? []).map((row) => String(row.at(-1)).replace(/[€,+]/g, ''));
      expect(sum(rows.slice(0, -1))).toBe(sum([rows.at(-1) ?? '0']));
    }),
  );
});
