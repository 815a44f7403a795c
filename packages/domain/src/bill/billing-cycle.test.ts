import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billingCycles, cycleOf } from './billing-cycle.ts';
import { addDays, daysBetween } from './local-day.ts';
import { anyDay } from './testing-days.ts';

const billingDay = fc.integer({ min: 1, max: 28 });

test('a cycle goes from billing day to billing day, over the end of a year and a short month', () => {
  expect(cycleOf('2026-11-20', 5)).toEqual({ start: '2026-11-05', end: '2026-12-05', monthDays: 30 });
  expect(cycleOf('2026-01-04', 5)).toEqual({ start: '2025-12-05', end: '2026-01-05', monthDays: 31 });
  expect(cycleOf('2028-02-28', 28)).toEqual({ start: '2028-02-28', end: '2028-03-28', monthDays: 29 });
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
        expect(daysBetween(cycle.start, cycle.end)).toBe(cycle.monthDays);
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
    billingCycles('2026-08-10', '2026-11-20', day, closed).map(({ start, end }) => `${start} ${end}`);
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
