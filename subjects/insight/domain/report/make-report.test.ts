import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysOf } from '#catalogue/local-day.ts';
import { exact, sumOf } from '#subjects/bills/domain/tariff/exact.ts';
import { shareCents } from './cents.ts';
import { makeReport } from './make-report.ts';
import { periodAt, periodKinds, periodOf, shiftPeriod } from './period.ts';
import { steadyFacts } from './testing-report.ts';

const cents = (text: string | null): number => Math.round(Number(text) * 100);
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

test('a period is named as it is found by its name, and periods of a kind follow each other without a gap', () => {
  const day = fc.date({ min: new Date('1971-01-10'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.constantFrom(...periodKinds), (date, kind) => {
      const local = date.toISOString().slice(0, 10);
      const period = periodAt(kind, local);
      expect(period.start <= local && local < period.end).toBe(true);
      expect(periodOf(period.name)).toEqual(period);
      expect(shiftPeriod(period, 1).start).toBe(period.end);
      expect(shiftPeriod(shiftPeriod(period, 1), -1)).toEqual(period);
    }),
  );
  expect(periodOf('2026-W53')).toMatchObject({ start: '2026-12-28', end: '2027-01-04' });
  expect(['2027-W53', '2026-W00', '2026-13', '2026-00', '1969', '2026-W5', '', '2026-11-20'].map(periodOf)).toEqual(
    Array.from({ length: 8 }, () => null),
  );
});

test('cents sum to what was rounded, and none is further than a cent from its own', () => {
  const amount = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((n) => exact(n, 1_000_000));
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 60 }), (amounts) => {
      const shared = shareCents(amounts, 2);
      const sum = shared.reduce((all, one) => all + one, 0n);
      expect(Math.abs(Number(sum) - Number(sumOf(amounts)) * 100)).toBeLessThanOrEqual(0.500001);
      shared.forEach((one, i) => expect(Math.abs(Number(one) - Number(amounts[i]) * 100)).toBeLessThan(1.000001));
    }),
  );
});

const anyUse = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 300, maxLength: 300 });

test('whatever was used and paid, utilities, days and rooms sum to the total to the cent, and the days of note are its own', () => {
  fc.assert(
    fc.property(
      anyUse,
      fc.integer({ min: 1, max: 999_999 }),
      fc.integer({ min: 0, max: 99_999 }),
      fc.constantFrom('2026-W47', '2026-10', '2026-W48'),
      (uses, rate, fixed, period) => {
        const report = makeReport(
          steadyFacts({
            period,
            rate: rate / 1_000_000,
            fixed: fixed / 10_000,
            usedOn: (device, day) => uses[(Date.parse(day) / 86_400_000 + (device === 'oven' ? 131 : 0)) % 300] ?? 0,
          }),
        );
        const { money, utilities = [], bars = [], rooms = [], best = null, oddest = null } = report ?? {};
        expect(total(utilities.map(({ cost }) => cents(cost?.total ?? null)))).toBe(cents(money?.total ?? null));
        expect(total(bars.map((bar) => cents(bar.total)))).toBe(cents(money?.total ?? null));
        expect(total(rooms.map(({ use }) => cents(use)))).toBe(
          cents(money?.total ?? null) - cents(money?.fixed ?? null),
        );
        expect(total(rooms.map(({ used }) => used))).toBe(total(utilities.map(({ used }) => used)));
        for (const { total: all, fixed: standing, parts } of bars)
          expect(total(parts.map(({ use }) => cents(use))) + cents(standing)).toBe(cents(all));
        const days = daysOf(report?.start ?? '', report?.end ?? '');
        expect([best, oddest].filter((one) => one && !days.includes(one.day))).toEqual([]);
        const barOfBest = bars.find(({ start }) => start === best?.day);
        expect(best?.amount ?? null).toBe(barOfBest?.total ?? null);
      },
    ),
    { numRuns: 40 },
  );
});

test('of a period without readings there is no report, nor of one that nothing was heard in', () => {
  expect(makeReport(steadyFacts({ usedOn: () => null }))).toBeNull();
  expect(makeReport({ ...steadyFacts(), homeDays: [] })).toBeNull();
});

test('without a tariff nothing is said in money', () => {
  const report = makeReport(
    steadyFacts({ rate: null, usedOn: (device, day) => (device === 'oven' && day === '2026-11-18' ? 9000 : 1000) }),
  );
  expect(report?.money).toBeNull();
  expect(JSON.stringify(report)).not.toMatch(/"(amount|total|use|difference)":"/);
  expect(report?.oddest).toMatchObject({
    day: '2026-11-18',
    utility: 'electricity',
    used: 10_000,
    usualUsed: 2000,
    mostly: { name: 'oven', used: 8000 },
  });
});

test('a week that is not over is told so far, and is held against nothing in money', () => {
  const report = makeReport(steadyFacts({ today: '2026-11-19' }));
  expect(report?.isOver).toBe(false);
  expect(report?.money).toMatchObject({ total: '2.00', before: null, difference: null, range: null });
  expect(report?.utilities[0]).toMatchObject({ change: 0, difference: null, movers: [] });
});

test('where days were not measured nothing is compared, and the range holds what they were', () => {
  const wild = (day: string): number => 1000 + 700 * Math.sin(Date.parse(day) / 86_400_000);
  const missing = ['2026-11-17', '2026-11-18'];
  const whole = makeReport(steadyFacts({ usedOn: (_, day) => wild(day) }));
  const report = makeReport(steadyFacts({ usedOn: (_, day) => (missing.includes(day) ? null : wild(day)) }));
  const truth = cents(whole?.money?.total ?? null);
  expect(report?.money?.difference).toBeNull();
  expect(cents(report?.money?.range?.low ?? null)).toBeLessThanOrEqual(truth);
  expect(cents(report?.money?.range?.high ?? null)).toBeGreaterThanOrEqual(truth);
  expect(report?.utilities[0]).toMatchObject({ change: null, movers: [] });
  expect(report?.utilities[0]?.coverage).toBeCloseTo(5 / 7);
});

test('what has no price is told, and not compared', () => {
  const report = makeReport(steadyFacts({ unpricedOn: ['2026-11-18'] }));
  expect(report?.money).toMatchObject({ isPartly: true, difference: null });
});

test('a utility that no tariff prices is told by its use alone, and what is priced is compared all the same', () => {
  const facts = steadyFacts({ usedOn: (_, day) => (day >= '2026-11-16' ? 2000 : 1000) });
  const water = { utility: 'water', used: 5000 } as const;
  const withWater = (cost: typeof facts.cost) => ({
    ...cost,
    rows: [...cost.rows, ...cost.rows.map((row) => ({ ...row, ...water, cost: '0', unpriced: 5000 }))],
  });
  const report = makeReport({
    ...facts,
    homeDays: [...facts.homeDays, ...facts.homeDays.map((day) => ({ ...day, ...water }))],
    cost: withWater(facts.cost),
    costBefore: withWater(facts.costBefore),
    costEarlier: withWater(facts.costEarlier),
  });
  expect(report?.money).toMatchObject({ total: '6.30', difference: '2.80', usual: '3.50', isPartly: false });
  expect(report?.utilities).toMatchObject([{ utility: 'electricity' }, { utility: 'water', used: 35_000, cost: null }]);
  expect(report?.bars[0]?.parts).toMatchObject([{ use: '0.80' }, { utility: 'water', used: 5000, use: null }]);
});

test('the device that made the difference is named with it; a day like any other is not odd', () => {
  const more = makeReport(
    steadyFacts({ usedOn: (device, day) => (device === 'oven' && day >= '2026-11-16' ? 3000 : 1000) }),
  );
  expect(more?.money).toMatchObject({ difference: '2.80' });
  expect(more?.utilities[0]?.movers).toMatchObject([
    { name: 'oven', used: 21_000, usedBefore: 7000, difference: '2.80' },
  ]);
  const steady = makeReport(steadyFacts());
  expect([steady?.oddest, steady?.best, steady?.worth]).toEqual([null, null, null]);
});

test('days on which nobody was at home are told, and none of them is the best', () => {
  const facts = steadyFacts({
    period: '2026-10',
    rate: 0.2,
    usedOn: (_, day) => (day <= '2026-10-03' ? 100 : 4000 + 10 * Number(day.slice(8))),
  });
  expect(makeReport(facts)?.best?.day).toBe('2026-10-01');
  const away = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-20'].map((day) => ({ day, isSaid: false }));
  const report = makeReport({ ...facts, away });
  expect(report?.away).toEqual([{ from: '2026-10-01', to: '2026-10-03', isSaid: false }]);
  expect(report?.best?.day).toBe('2026-10-04');
});
