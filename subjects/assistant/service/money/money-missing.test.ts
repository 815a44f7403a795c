import { describe, expect, test } from 'vitest';
import type { Utility } from '#catalogue/index.ts';
import type { BillSoFar } from '#subjects/bills/contract/billing.ts';
import type { Intent } from '../intent.ts';
import { replyToIntent } from '../topics.ts';
import { bills, changes, filed, soFar } from './testing-money-facts.ts';
import { asks } from './testing-money.ts';

const textOf = async (intent: Intent, given: Parameters<typeof asks>[0] = {}): Promise<string> =>
  (await replyToIntent(asks(given), intent)).text.replace(/[\u00a0\u2009\u202f]/g, ' ');

const open = (more: Partial<BillSoFar>) => ({ sources: { soFar: async () => ({ ...soFar, ...more }) } });
const bill = (ask: 'so-far' | 'forecast' | 'block' | 'budget', utility: Utility | null = null) =>
  ({ about: 'bill', ask, utility }) as const;
const price = { ...(soFar.cost as NonNullable<BillSoFar['cost']>) };
const { amounts } = soFar;
const fault = {
  utility: 'water',
  code: 'price-missing',
  charge: 'water',
  of: 'pool',
  from: '2026-11-01',
  to: '2026-11-03',
  used: 900_000,
} as const;
const part = { utility: null, room: null, device: null };

describe('what is missing is said, each in its own words', () => {
  test('no tariff: what was used, and where prices are entered', async () => {
    const none = open({ cost: null, currency: null, likely: null });
    const text = await textOf(bill('so-far'), none);
    expect(text).toContain(
      'There is no tariff for this billing period yet, so the cost is not known. Used so far: 340 kWh and 13,200 L.',
    );
    expect(text).toContain('[Billing page](/billing/prices#tariffs)');
    expect(await textOf(bill('forecast'), { ...none, language: 'es' })).toContain(
      'Todavía no hay tarifa para este periodo',
    );
    expect(await textOf(bill('budget'), { ...none, language: 'hi' })).toContain('इस अवधि का अभी कोई टैरिफ़ नहीं है');
  });

  test('no readings', async () => {
    expect(await textOf(bill('so-far'), open({ origin: 'none' }))).toContain('There are no readings yet');
  });

  test('a utility without a price is not free', async () => {
    const lines = price.lines.filter(({ utility }) => utility === 'electricity');
    const text = await textOf(
      bill('so-far', 'water'),
      open({ cost: { ...price, lines }, amounts: { ...amounts, water: { ...amounts.water, cost: '0.00' } } }),
    );
    expect(text).toContain('The water used in this billing period has no price yet. Used so far: 13,200 L.');
    expect(text).not.toContain('0.00');
  });

  test.each([
    ['history-short', 'A forecast needs seven whole days of readings'],
    ['coverage-low', 'the meters were silent for too much of the last 28 days'],
    ['price-missing', 'There is no forecast until all prices are in'],
  ] as const)('no forecast: %s', async (likelyMissing, words) => {
    const given = open({ likely: null, likelyMissing });
    const text = await textOf(bill('forecast'), given);
    expect(text).toContain(words);
    expect(text).toContain('So far it is [€119.90](/billing#so-far).');
    expect(await textOf(bill('block'), given)).toContain(words);
    expect(await textOf(bill('so-far'), given)).toContain('It is not a bill yet: it ends on 30 November 2026.');
  });

  test('estimated parts, silent meters, days and series without a price, bills that wait', async () => {
    const text = await textOf(
      bill('so-far'),
      open({
        amounts: { ...amounts, electricity: { ...amounts.electricity, estimated: 5000 } },
        coverage: 0.62,
        cost: { ...price, unpricedDays: 2, faults: [fault] },
        waiting: [{ start: '2026-10-01', end: '2026-11-01', faults: [fault] }],
      }),
    );
    expect(text).toContain('900 L is not included: prices of “pool” are missing.');
    expect(text).toContain('2 days have no price and are not counted.');
    expect(text).toContain('5.00 kWh of the usage is estimated.');
    expect(text).toContain('Meters sent readings for only 62% of the time.');
    expect(text).toContain('The bill of 1 – 31 October 2026 is not closed yet');
  });

  test('the figures of the demo household are said to be simulated', async () => {
    expect(await textOf(bill('so-far'), { kind: 'demo' })).toContain('simulated figures of the demo household');
    expect(
      await textOf(
        { about: 'closed-bill', period: null, utility: null, ask: 'amount' },
        { kind: 'demo', language: 'es' },
      ),
    ).toContain('cifras simuladas del hogar de demostración');
  });

  test('no budget, no block ahead', async () => {
    expect(await textOf(bill('budget'), { sources: { budgets: async () => [] } })).toContain('There is no budget yet.');
    expect(await textOf(bill('block', 'electricity'))).toBe('There is no further block in this billing period.');
  });

  test('no closed bill at all, or none of that time: what there is', async () => {
    const none = { sources: { bills: async () => [] } };
    const intent = { about: 'closed-bill', period: null, utility: null, ask: 'amount' } as const;
    expect(await textOf(intent, none)).toBe(
      'There is no closed bill yet: the first one comes when this billing period ends, after 30 November 2026. That billing period is still open: [€119.90](/billing#so-far) so far.',
    );
    expect(await textOf({ about: 'bill-change', against: 'before' }, none)).toContain('There is no closed bill yet');
    const period = { from: '2025-11-01', to: '2025-12-01', name: null, isAssumed: false };
    expect(await textOf({ ...intent, period })).toBe(
      'There is no closed bill for 1 – 30 November 2025. There are 3 closed bills, of 1 August – 31 October 2026.',
    );
    const now = { from: '2026-11-01', to: '2026-12-01', name: 'this-month', isAssumed: false } as const;
    expect(await textOf({ ...intent, period: now }, { language: 'es' })).toContain(
      'Ese periodo sigue abierto: [119,90 €](/billing#so-far)',
    );
  });

  test('nothing to hold a bill against; an earlier one that was hardly measured', async () => {
    const alone = {
      sources: { changes: async () => ({ ...changes, against: null, difference: null, utilities: [] }) },
    };
    expect(await textOf({ about: 'bill-change', against: 'year' }, alone)).toBe(
      'There is no bill from a year before in the same currency to compare 1 – 31 October 2026 with.',
    );
    const partial = bills.map((one) => (one.start === '2026-09-01' ? { ...one, coverage: 0.49 } : one));
    expect(
      await textOf({ about: 'bill-change', against: 'before' }, { sources: { bills: async () => partial } }),
    ).toContain('cover only 49% of the earlier bill’s time');
  });

  test('the bill of a month that is named is told, not the latest one; where there is none it is said', async () => {
    const asked: string[] = [];
    const sources: NonNullable<Parameters<typeof asks>[0]>['sources'] = {
      changes: async (own, earlier, against) => {
        asked.push([own.start, ...earlier.map(({ start }) => start), against].join(' '));
        return { ...changes, against: null, difference: null, utilities: [] };
      },
    };
    const month = (from: string, to: string) => ({ from, to, name: null, isAssumed: false });
    const [august, september] = [month('2026-08-01', '2026-09-01'), month('2026-09-01', '2026-10-01')];
    expect(await textOf({ about: 'bill-change', against: 'before', period: august }, { sources })).toBe(
      'There is no earlier bill in the same currency to compare 1 – 31 August 2026 with.\n\nYour bill of 1 – 31 August 2026 came to [€105.15](/billing#bill-bill-2026-08-01); the table shows each line.\n\n_It is worked out from your readings and tariffs; it is not your supplier’s bill._',
    );
    // The later one is told beside the earlier one.
    await textOf({ about: 'bill-change', against: september, period: august }, { sources });
    expect(asked.map((one) => one.replace('2026-10-01 ', ''))).toEqual([
      '2026-08-01 2026-09-01 2026-08-01 before',
      '2026-09-01 2026-08-01 before',
    ]);
    const july = month('2026-07-01', '2026-08-01');
    const none =
      'There is no closed bill for 1 – 31 July 2026. There are 3 closed bills, of 1 August – 31 October 2026.';
    expect(await textOf({ about: 'bill-change', against: 'before', period: july })).toBe(none);
    expect(await textOf({ about: 'bill-change', against: july, period: august })).toBe(none);
  });

  test('a utility that only one of two bills has a tariff for is a cause', async () => {
    const half = { ...changes, utilities: changes.utilities.slice(0, 1) };
    expect(
      await textOf({ about: 'bill-change', against: 'before' }, { sources: { changes: async () => half } }),
    ).toContain('1 smaller part is in the table.');
    const none = { ...changes, utilities: [] };
    expect(
      await textOf({ about: 'bill-change', against: 'before' }, { sources: { changes: async () => none } }),
    ).toContain('A utility that only one of the two bills has a tariff for. [+€12.22]');
  });

  test('no costs without a tariff; nothing always on within the first week', async () => {
    const none = {
      household: soFar.household,
      start: '2026-11-01',
      today: '2026-11-16',
      currency: null,
      utilities: [],
      policy: { fixed: 'apart', common: 'apart', commonRooms: [] },
      rooms: [],
      alwaysOn: null,
    } as const;
    const empty = {
      sources: {
        costs: async () => ({ ...none, utilities: [], rooms: [], policy: { ...none.policy, commonRooms: [] } }),
      },
    };
    expect(await textOf({ about: 'costs', ask: 'rooms', part, period: null }, empty)).toContain(
      'There is no tariff for this billing period yet',
    );
    const young = {
      sources: {
        costs: async () => ({
          ...none,
          currency: 'EUR',
          utilities: [],
          rooms: [],
          policy: { ...none.policy, commonRooms: [] },
        }),
      },
    };
    expect(await textOf({ about: 'costs', ask: 'always-on', part, period: null }, young)).toContain(
      'that needs a week of electricity readings',
    );
    expect(await textOf({ about: 'costs', ask: 'devices', part, period: null }, young)).toContain(
      'Usage has cost nothing so far',
    );
  });

  test('a bill that few of its days were heard for', async () => {
    const rest = {
      coverage: 0.4,
      unpricedDays: 1,
      amounts: {
        electricity: { used: 100_000, estimated: 0, cost: '10.00' },
        water: { used: 1_000_000, estimated: 500_000, cost: '0.00' },
      },
    };
    const poor = [filed('2026-10-01', '2026-11-01', '10.00', '0.00', rest)];
    const text = await textOf(
      { about: 'closed-bill', period: null, utility: null, ask: 'amount' },
      { sources: { bills: async () => poor } },
    );
    expect(text).toContain(
      '1 day has no price and is not counted. 500 L of the usage is estimated. Meters sent readings for only 40% of the time.',
    );
  });
});
