import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import { billingCycles, budgetStage, cycleOf, type CycleRule } from './billing-cycle.ts';
import { anyDay } from '../testing-days.ts';

const byDay = (day: number): CycleRule => ({ kind: 'day', day });
const billingDay = fc.integer({ min: 1, max: 28 }).map(byDay);
const monthDay = fc.integer({ min: 0, max: 335 }).map((n) => dayOfYear(n));
const dayOfYear = (n: number): string => {
  const [, month = '01', day = '01'] = addDays('2026-01-01', n).split('-');
  return `${month}-${Number(day) > 28 ? '28' : day}`;
};
const anyRule: fc.Arbitrary<CycleRule> = fc.oneof(
  billingDay,
  fc
    .uniqueArray(monthDay, { minLength: 1, maxLength: 6 })
    .map((dates) => ({ kind: 'dates' as const, dates: dates.sort() })),
  fc.uniqueArray(anyDay, { minLength: 1, maxLength: 20 }).map((dates) => ({ kind: 'reads' as const, dates })),
);

test('a cycle goes from billing day to billing day, over the end of a year and a short month', () => {
  expect(cycleOf('2026-11-20', byDay(5))).toEqual({
    start: '2026-11-05',
    end: '2026-12-05',
    cycleDays: 30,
    cycleMonths: 1,
  });
  expect(cycleOf('2026-01-04', byDay(5))).toEqual({
    start: '2025-12-05',
    end: '2026-01-05',
    cycleDays: 31,
    cycleMonths: 1,
  });
  expect(cycleOf('2028-02-28', byDay(28))).toEqual({
    start: '2028-02-28',
    end: '2028-03-28',
    cycleDays: 29,
    cycleMonths: 1,
  });
});

test('cycles follow each other without a gap, hold every day once, and the last holds today', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 800 }), billingDay, (from, length, day) => {
      const today = addDays(from, length);
      const cycles = billingCycles(from, today, day);
      const first = cycles[0];
      expect(first && first.start <= from && from < first.end).toBe(true);
      const open = cycles.at(-1);
      expect(open && open.start <= today && today < open.end).toBe(true);
      cycles.forEach((cycle, i) => {
        expect(cycle.end).toBe(cycles[i + 1]?.start ?? cycle.end);
        expect(daysBetween(cycle.start, cycle.end)).toBe(cycle.cycleDays);
      });
    }),
  );
});

test('a new billing day leaves closed bills as they are: the cycle beside is cut short, or takes up a short rest', () => {
  const closed = [
    { start: '2026-08-01', end: '2026-09-01' },
    { start: '2026-09-01', end: '2026-10-01' },
  ];
  const after = (day: number) =>
    billingCycles('2026-08-10', '2026-11-20', byDay(day), closed).map(({ start, end }) => `${start} ${end}`);
  expect(after(15)).toEqual([
    '2026-08-01 2026-09-01',
    '2026-09-01 2026-10-01',
    '2026-10-01 2026-10-15',
    '2026-10-15 2026-11-15',
    '2026-11-15 2026-12-15',
  ]);
  expect(after(3)).toEqual([
    '2026-08-01 2026-09-01',
    '2026-09-01 2026-10-01',
    '2026-10-01 2026-11-03',
    '2026-11-03 2026-12-03',
  ]);
});

test('whatever the closed bills are, cycles hold every day once, keep those bills, and the last holds today', () => {
  fc.assert(
    fc.property(
      anyDay,
      fc.integer({ min: 60, max: 700 }),
      billingDay,
      billingDay,
      fc.nat({ max: 20 }),
      (from, length, before, now, count) => {
        const today = addDays(from, length);
        const closed = billingCycles(from, today, before).slice(0, -1).slice(0, count);
        const cycles = billingCycles(from, today, now, closed);
        const open = cycles.at(-1);
        expect(open && open.start <= today && today < open.end).toBe(true);
        cycles.slice(1).forEach((cycle, i) => expect(cycle.start).toBe(cycles[i]?.end));
        for (const bill of closed)
          expect(cycles.some(({ start, end }) => start === bill.start && end === bill.end)).toBe(true);
        for (const cycle of cycles) expect(daysBetween(cycle.start, cycle.end)).toBeLessThan(31 + 31 + 8);
      },
    ),
  );
});

test('days of the year: bills for two months, over the end of the year', () => {
  const rule: CycleRule = { kind: 'dates', dates: ['01-05', '03-05', '05-05', '07-05', '09-05', '11-05'] };
  expect(cycleOf('2026-01-04', rule)).toEqual({
    start: '2025-11-05',
    end: '2026-01-05',
    cycleDays: 61,
    cycleMonths: 2,
  });
  expect(cycleOf('2026-11-05', rule)).toMatchObject({ start: '2026-11-05', end: '2027-01-05' });
});

test('readings of the meter: the last cycle stays open until the next is entered', () => {
  const rule: CycleRule = { kind: 'reads', dates: ['2026-01-08', '2026-03-11', '2026-05-07'] };
  const cycles = billingCycles('2025-12-20', '2026-08-01', rule);
  expect(cycles.map(({ start, end, cycleMonths }) => [start, end, cycleMonths])).toEqual([
    // As long as the middle of those that are known.
    ['2025-11-07', '2026-01-08', 2],
    ['2026-01-08', '2026-03-11', 2],
    ['2026-03-11', '2026-05-07', 2],
    // The usual end has gone by: it goes on until somebody reads the meter.
    ['2026-05-07', '2026-08-02', 3],
  ]);
  expect(cycleOf('2026-05-20', rule)).toMatchObject({ start: '2026-05-07', end: '2026-07-08' });
});

test('whatever the rule, cycles follow each other, hold every day once, and the last holds today', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 800 }), anyRule, (from, length, rule) => {
      const today = addDays(from, length);
      const cycles = billingCycles(from, today, rule);
      expect(cycles[0] && cycles[0].start <= from && from < cycles[0].end).toBe(true);
      cycles.forEach((cycle, i) => {
        expect(cycle.end).toBe(cycles[i + 1]?.start ?? cycle.end);
        expect(cycle.start < cycle.end && cycle.cycleDays > 0 && cycle.cycleMonths > 0).toBe(true);
      });
      const open = cycles.at(-1);
      expect(open && open.start <= today && today < open.end).toBe(true);
    }),
  );
});

test.each([
  ['nothing to tell', '40', '29.99', '40.00', null],
  ['nobody can tell what it will come to', '40', '29.99', null, null],
  ['it is on course to be passed', '40', '10', '40.01', 'budget-course'],
  ['three quarters are spent', '40', '30.00', '39', 'budget-most'],
  ['three quarters are spent, and it will be passed', '40', '30.00', '50', 'budget-most'],
  ['all of it is spent', '40', '40.00', null, 'budget-passed'],
])('%s', (_what, budget, soFar, likely, stage) => {
  expect(budgetStage(budget, soFar, likely)).toBe(stage);
});
