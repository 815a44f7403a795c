import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import { exact, sumOf, textOf, zero } from '../tariff/exact.ts';
import {
  type AccountEntry,
  type AccountInput,
  accountStart,
  agreedInstalments,
  contractYear,
  debtEnds,
  dueDays,
  entryKinds,
  evenInstalment,
  type Instalment,
  type PayingWay,
  runAccount,
  wayOn,
  weeklyRecoveries,
} from './payment-account.ts';

const monthly: Instalment = {
  amount: '70',
  everyMonths: 1,
  dueDay: 31,
  firstDue: '2028-01-31',
  isAutomatic: true,
  yearStart: '2028-01-01',
};
const way = (rest: Partial<PayingWay> = {}): PayingWay => ({
  validFrom: '2028-01-01',
  kind: 'after-bill',
  instalment: null,
  recovery: null,
  emergencyCredit: null,
  ...rest,
});
const instalments = (rest: Partial<Instalment> = {}, validFrom = '2028-01-01'): PayingWay =>
  way({ kind: 'instalments', validFrom, instalment: { ...monthly, ...rest } });
const entry = (day: string, kind: AccountEntry['kind'], amount: string): AccountEntry => ({ day, kind, amount });
const run = (rest: Partial<AccountInput>) => {
  const state = runAccount({
    ways: [],
    entries: [],
    billed: [],
    start: '2028-01-01',
    today: '2028-12-31',
    digits: 2,
    ...rest,
  });
  return { ...state, balance: textOf(state.balance), debt: textOf(state.debt) };
};

describe('days on which an instalment is due', () => {
  test('the 31st is the last day of a shorter month, of February in a leap year too', () => {
    expect(dueDays(monthly, { start: '2028-01-01', end: '2028-05-01' })).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ]);
    expect(dueDays({ ...monthly, firstDue: '2027-01-31' }, { start: '2027-02-01', end: '2027-03-01' })).toEqual([
      '2027-02-28',
    ]);
  });

  test('of a quarter, from the first one on, on days that a clock is put forward or back too', () => {
    const quarterly = { everyMonths: 3, dueDay: 26, firstDue: '2028-03-26' };
    expect(dueDays(quarterly, { start: '2028-01-01', end: '2029-01-01' })).toEqual([
      '2028-03-26',
      '2028-06-26',
      '2028-09-26',
      '2028-12-26',
    ]);
  });

  test('days of a period and of the next are days of both', () => {
    const day = fc.integer({ min: 0, max: 2000 }).map((n) => addDays('2026-01-01', n));
    fc.assert(
      fc.property(
        day,
        day,
        day,
        fc.constantFrom(1, 2, 3, 6),
        fc.integer({ min: 1, max: 31 }),
        (a, b, c, everyMonths, dueDay) => {
          const [start = a, middle = b, end = c] = [a, b, c].sort();
          const rule = { everyMonths, dueDay, firstDue: '2026-02-01' };
          const all = dueDays(rule, { start, end });
          expect([...dueDays(rule, { start, end: middle }), ...dueDays(rule, { start: middle, end })]).toEqual(all);
          expect(all).toEqual([...new Set(all)].sort());
        },
      ),
    );
  });

  test('an amount that changed holds from its day on; what is not automatic is not taken for paid', () => {
    const ways = [instalments(), instalments({ amount: '80', firstDue: '2028-03-31' }, '2028-03-01')];
    expect(agreedInstalments(ways, { start: '2028-01-01', end: '2028-04-01' }).map(({ amount }) => amount)).toEqual([
      '70',
      '70',
      '80',
    ]);
    expect(
      agreedInstalments([instalments({ isAutomatic: false })], { start: '2028-01-01', end: '2028-04-01' }),
    ).toEqual([]);
  });
});

test.each([
  ['2026-03-01', '2028-02-29', '2027-03-01', '2028-03-01'],
  ['2026-03-01', '2028-03-01', '2028-03-01', '2029-03-01'],
  ['2024-02-29', '2027-06-01', '2027-02-28', '2028-02-29'],
])('the year of a contract that began on %s holds %s', (yearStart, day, start, end) => {
  expect(contractYear(yearStart, day)).toEqual({ start, end });
});

test('who said nothing pays after each bill, until a way begins', () => {
  const ways = [way({ validFrom: '2028-06-01', kind: 'prepaid' })];
  expect(wayOn(ways, '2028-05-31')).toBeNull();
  expect(wayOn(ways, '2028-06-01')?.kind).toBe('prepaid');
});

describe('an account', () => {
  test('is what was paid less what was billed', () => {
    const state = run({
      ways: [instalments()],
      entries: [entry('2028-01-01', 'opening', '-12.50'), entry('2028-02-03', 'refund', '5')],
      billed: [{ day: '2028-02-01', amount: '61.20' }],
      today: '2028-02-29',
    });
    // -12.50 + 70 + 70 - 61.20 - 5.
    expect(state).toMatchObject({ balance: '61.3', debt: '0', owedSince: null });
  });

  test('says since when something is owed: what is paid covers the oldest first', () => {
    const billed = ['2028-02-01', '2028-03-01', '2028-04-01'].map((day) => ({ day, amount: '50' }));
    const since = (paid: string) => run({ billed, entries: [entry('2028-04-02', 'payment', paid)] }).owedSince;
    expect([since('49.99'), since('50'), since('149.99'), since('150')]).toEqual([
      '2028-02-01',
      '2028-03-01',
      '2028-04-01',
      null,
    ]);
  });

  test('of prepaid use: of each top-up the part is taken off that pays the debt, to its last cent and no further', () => {
    const ways = [way({ kind: 'prepaid', recovery: { percent: '33.3' } })];
    const entries = [entry('2028-01-01', 'arrears', '10'), entry('2028-01-02', 'top-up', '20')];
    expect(run({ ways, entries })).toMatchObject({ balance: '13.34', debt: '3.34', owedSince: '2028-01-01' });
    expect(run({ ways, entries: [...entries, entry('2028-01-03', 'top-up', '20')] })).toMatchObject({
      balance: '30',
      debt: '0',
      owedSince: null,
    });
  });

  test('of prepaid use: by the week, and what is paid beside it goes to the debt', () => {
    const ways = [way({ kind: 'prepaid', recovery: { weekly: '4' } })];
    const entries = [
      entry('2028-01-01', 'arrears', '10'),
      entry('2028-01-02', 'top-up', '50'),
      entry('2028-01-10', 'payment', '3'),
    ];
    const on = (today: string) => [run({ ways, entries, today }).balance, run({ ways, entries, today }).debt];
    expect(on('2028-01-07')).toEqual(['50', '10']);
    expect(on('2028-01-08')).toEqual(['46', '6']);
    expect(on('2028-01-10')).toEqual(['46', '3']);
    expect(on('2028-01-22')).toEqual(['43', '0']);
  });

  const cents = (min: number, max: number) => fc.integer({ min, max }).map((n) => textOf(exact(n, 100), 2));
  const anyDay = fc.integer({ min: 0, max: 400 }).map((n) => addDays('2027-12-01', n));
  const anyEntry = fc
    .tuple(anyDay, fc.constantFrom(...entryKinds.filter((kind) => kind !== 'opening')), cents(1, 20_000))
    .map(([day, kind, amount]) => entry(day, kind, amount));
  const anyWays = fc.constantFrom<PayingWay[]>(
    [],
    [instalments({ amount: '33.33' })],
    [instalments(), way({ kind: 'prepaid', validFrom: '2028-04-10', recovery: { percent: '12.5' } })],
    [way({ kind: 'prepaid', recovery: { weekly: '3.65' } }), way({ validFrom: '2028-09-01' })],
  );
  const anyAccount = fc.record({
    ways: anyWays,
    entries: fc.array(anyEntry, { maxLength: 25 }),
    billed: fc.array(fc.record({ day: anyDay, amount: cents(0, 20_000) }), { maxLength: 14 }),
    today: anyDay,
  });

  test('keeps every cent: all entries and instalments less all bills are what is left, whatever their order', () => {
    fc.assert(
      fc.property(anyAccount, fc.infiniteStream(fc.nat()), ({ ways, entries, billed, today }, random) => {
        const start = accountStart(ways, entries, [], today) ?? today;
        const state = runAccount({ ways, entries, billed, start, today, digits: 2 });
        const counts = ({ day }: { day: string }) => day >= start && day <= today;
        const signed = entries
          .filter(counts)
          .map(({ kind, amount }) => (kind === 'arrears' || kind === 'refund' ? exact(amount).neg() : exact(amount)));
        const agreed = agreedInstalments(ways, { start, end: addDays(today, 1) }).map(({ amount }) => exact(amount));
        const bills = billed.filter(counts).map(({ amount }) => exact(amount).neg());
        expect(textOf(state.balance.sub(state.debt))).toBe(textOf(sumOf([...signed, ...agreed, ...bills])));
        expect(state.debt.compare(0)).toBeGreaterThanOrEqual(0);
        const shuffled = entries
          .map((one) => ({ one, at: random.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
        const again = runAccount({ ways, entries: shuffled, billed: billed.toReversed(), start, today, digits: 2 });
        expect([textOf(again.balance), textOf(again.debt), again.owedSince]).toEqual([
          textOf(state.balance),
          textOf(state.debt),
          state.owedSince,
        ]);
      }),
    );
  });

  test('an entry and its opposite leave nothing, whatever else there is', () => {
    const isCounted = ({ day }: AccountEntry, today: string) => day >= '2027-12-01' && day <= today;
    fc.assert(
      fc.property(anyAccount, anyDay, cents(1, 20_000), ({ ways, entries, billed, today }, day, amount) => {
        const total = (all: readonly AccountEntry[]) => {
          const state = runAccount({ ways, entries: all, billed, start: '2027-12-01', today, digits: 2 });
          return textOf(state.balance.sub(state.debt));
        };
        const pairs: [AccountEntry, AccountEntry][] = [
          [entry(day, 'payment', amount), entry(day, 'refund', amount)],
          [entry(day, 'top-up', amount), entry(day, 'correction', `-${amount}`)],
          [entry(day, 'arrears', amount), entry(day, 'payment', amount)],
        ];
        for (const [one, opposite] of pairs) {
          expect(total([...entries, one, opposite])).toBe(total(entries));
          expect(total([...entries, one]) === total(entries)).toBe(!isCounted(one, today));
        }
      }),
    );
  });
});

describe('the first day that counts', () => {
  const bills = ['2028-01-01', '2028-02-01', '2028-03-01'].map((start, i) => ({
    start,
    end: ['2028-02-01', '2028-03-01', '2028-04-01'][i] ?? start,
  }));
  const start = (ways: PayingWay[], ...entries: AccountEntry[]) => accountStart(ways, entries, bills, '2028-04-20');
  const afterBill = way({ validFrom: '2028-03-10' });

  test.each<[string, string | undefined, PayingWay[], AccountEntry[]]>([
    ['nothing is said', undefined, [], []],
    ['an opening balance', '2028-03-15', [instalments()], [entry('2028-03-15', 'opening', '5')]],
    ['the bill that the first payment is for', '2028-02-01', [], [entry('2028-03-12', 'payment', '50')]],
    ['on the day of the bill too', '2028-02-01', [], [entry('2028-03-01', 'payment', '50')]],
    ['the last bill, where none was paid yet', '2028-03-01', [afterBill], []],
    ['a payment before the first bill', '2028-01-20', [], [entry('2028-01-20', 'payment', '50')]],
    [
      'an old debt, which holds what was unpaid',
      '2028-03-02',
      [afterBill],
      [entry('2028-03-02', 'arrears', '90'), entry('2028-03-12', 'payment', '50')],
    ],
    ['instalments, whatever bills there were', '2028-02-15', [instalments({}, '2028-02-15')], []],
    [
      'money back before the first payment',
      '2028-02-01',
      [],
      [entry('2028-03-05', 'refund', '5'), entry('2028-03-12', 'payment', '50')],
    ],
    [
      'paid after a bill, and prepaid since',
      '2028-01-01',
      [way({ kind: 'prepaid', validFrom: '2028-03-01' })],
      [entry('2028-02-10', 'payment', '50')],
    ],
    [
      'prepaid, whatever was topped up before',
      '2028-04-15',
      [way({ kind: 'prepaid', validFrom: '2028-04-15' })],
      [entry('2028-04-10', 'top-up', '20')],
    ],
    [
      'prepaid from today on, with a payment on the day',
      '2028-04-20',
      [way({ kind: 'prepaid', validFrom: '2028-04-20' })],
      [entry('2028-04-10', 'correction', '-3'), entry('2028-04-20', 'payment', '50')],
    ],
    [
      'instalments, whatever was given back before',
      '2028-02-15',
      [instalments({}, '2028-02-15')],
      [entry('2028-02-10', 'refund', '20')],
    ],
    [
      'an old debt before what is prepaid',
      '2028-04-10',
      [way({ kind: 'prepaid', validFrom: '2028-04-15' })],
      [entry('2028-04-10', 'arrears', '90')],
    ],
    [
      'money back before an old debt',
      '2028-03-02',
      [],
      [entry('2028-01-05', 'refund', '5'), entry('2028-03-02', 'arrears', '90')],
    ],
    ['the last bill, whenever the way began', '2028-03-01', [way({ validFrom: '2028-01-10' })], []],
    [
      'money back long before the first payment',
      '2028-02-01',
      [],
      [entry('2028-01-05', 'refund', '5'), entry('2028-03-12', 'payment', '50')],
    ],
    [
      'after each bill, where another way begins later',
      '2028-03-01',
      [afterBill, way({ kind: 'prepaid', validFrom: '2028-05-01' })],
      [],
    ],
    ['nothing but a way that begins later', '2028-05-01', [way({ kind: 'prepaid', validFrom: '2028-05-01' })], []],
    [
      'a payment before a way that begins later',
      '2028-03-01',
      [way({ kind: 'prepaid', validFrom: '2028-05-01' })],
      [entry('2028-04-10', 'payment', '50')],
    ],
  ])('%s', (_what, expected, ways, entries) => {
    expect(start(ways, ...entries)).toBe(expected);
    expect(start(ways, ...entries.toReversed())).toBe(expected);
  });
});

describe('what is to come', () => {
  test('the instalment that comes out even: what will be left over, off those that are left', () => {
    const even = (at: string, left: number) => {
      const amount = evenInstalment(
        Array.from({ length: left }, () => ({ amount: '70' })),
        exact(at),
        2,
      );
      return amount && textOf(amount, 2);
    };
    expect([even('84', 4), even('-84', 4), even('10', 3), even('900', 4), even('84', 0)]).toEqual([
      '49.00',
      '91.00',
      '66.67',
      '0.00',
      null,
    ]);
  });

  test('when a debt ends: by the week by the calendar, by a share of what is topped up by what is used', () => {
    const weekly = way({ kind: 'prepaid', recovery: { weekly: '4' } });
    const of = (debt: string, balance = '0') => ({ balance: exact(balance), debt: exact(debt) });
    expect(debtEnds(of('10'), weekly, '2028-01-01', null)).toBe('2028-01-22');
    expect(debtEnds(of('8'), weekly, '2028-01-08', null)).toBe('2028-01-22');
    const share = way({ kind: 'prepaid', recovery: { percent: '25' } });
    // Of 4.00 topped up a day, 3.00 are used and 1.00 pays the debt.
    expect(debtEnds(of('10'), share, '2028-01-01', exact('3'))).toBe('2028-01-11');
    // 100.00 last for 41 days, before anything is topped up; what is owed on the meter is topped up at once.
    expect(debtEnds(of('40', '100'), share, '2028-01-01', exact('2.40'))).toBe(addDays('2028-01-01', 91));
    expect(debtEnds(of('40', '-24'), share, '2028-01-01', exact('2.40'))).toBe(addDays('2028-01-01', 40));
    expect(debtEnds(of('40', '-200'), share, '2028-01-01', exact('2.40'))).toBe('2028-01-01');
    expect(debtEnds(of('10'), share, '2028-01-01', null)).toBeNull();
    expect(debtEnds(of('10'), way({ kind: 'prepaid' }), '2028-01-01', exact('3'))).toBeNull();
  });

  test('a debt that is said to end by the week does end then, and not a week before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.integer({ min: 100, max: 3_000 }),
        fc.nat(300),
        (cents, weekly, after) => {
          const prepaid = way({ kind: 'prepaid', recovery: { weekly: textOf(exact(weekly, 100)) } });
          const today = addDays('2028-01-01', after);
          const state = { balance: zero, debt: exact(cents, 100) };
          const ends = debtEnds(state, prepaid, today, null) ?? '';
          const taken = (until: string) =>
            sumOf(
              weeklyRecoveries([prepaid], { start: addDays(today, 1), end: addDays(until, 1) }).map(({ amount }) =>
                exact(amount),
              ),
            );
          expect(taken(ends).compare(exact(cents, 100))).toBeGreaterThanOrEqual(0);
          expect(taken(addDays(ends, -1)).compare(exact(cents, 100))).toBeLessThan(0);
        },
      ),
    );
  });
});
