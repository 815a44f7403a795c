import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockShape, keepShape, lastDue, mayGo } from './retention.ts';

const on = (...at: string[]) => at.map((one) => ({ at: new Date(one) }));
const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, day) => ({ at: new Date(new Date(from).getTime() + day * 86_400_000) }));

describe('what may go', () => {
  test('after 400 days of one a day, 7 daily, 4 weekly and 12 monthly stay', () => {
    const all = days('2026-01-01T02:15:00Z', 400);
    const gone = new Set(mayGo(all, { daily: 7, weekly: 4, monthly: 12 }));
    const left = all.filter((one) => !gone.has(one)).map(({ at }) => at.toISOString().slice(0, 10));
    expect(left.slice(-7)).toEqual([
      '2027-01-29',
      '2027-01-30',
      '2027-01-31',
      '2027-02-01',
      '2027-02-02',
      '2027-02-03',
      '2027-02-04',
    ]);
    expect(left).toContain('2026-12-31');
    expect(left).toContain('2026-03-31');
    expect(left).not.toContain('2026-02-28');
    expect(left.length).toBeLessThanOrEqual(7 + 4 + 12);
  });

  test('the newest always stays, nothing goes twice, and day by day comes to the same', () => {
    const kept = fc.record({ daily: fc.nat(9), weekly: fc.nat(5), monthly: fc.nat(5) });
    fc.assert(
      fc.property(kept, fc.integer({ min: 1, max: 90 }), (keep, count) => {
        let left: { at: Date }[] = [];
        for (const one of days('2026-02-01T12:00:00Z', count)) {
          left.push(one);
          const gone = new Set(mayGo(left, keep));
          expect(gone.has(one)).toBe(false);
          left = left.filter((other) => !gone.has(other));
        }
        expect(left.length).toBeLessThanOrEqual(Math.max(1, keep.daily + keep.weekly + keep.monthly));
        expect(left.length).toBeGreaterThanOrEqual(Math.max(1, Math.min(count, keep.daily)));
      }),
    );
  });

  test('all: nothing', () => expect(mayGo(on('2020-01-01', '2026-01-01'), 'all')).toEqual([]));
});

test('what is kept is read from words', () => {
  expect(keepShape.parse('7 daily, 4 weekly,12 monthly')).toEqual({ daily: 7, weekly: 4, monthly: 12 });
  expect(keepShape.parse('all')).toBe('all');
  for (const wrong of ['', '7', '7 days', '0 daily', 'daily 7', '7 daily; 4 weekly'])
    expect(keepShape.safeParse(wrong).success).toBe(false);
  expect(clockShape.parse('03:15')).toBe(195);
  for (const wrong of ['3:15', '24:00', '03:60', 'noon']) expect(clockShape.safeParse(wrong).success).toBe(false);
});

describe('when one is due', () => {
  test.each([
    ['2026-06-10T03:14', '03:15', 24, '2026-06-09T03:15'],
    ['2026-06-10T03:15', '03:15', 24, '2026-06-10T03:15'],
    ['2026-06-10T14:00', '03:15', 6, '2026-06-10T09:15'],
    ['2026-06-10T02:00', '03:15', 6, '2026-06-09T21:15'],
    ['2026-06-10T02:20', '23:15', 1, '2026-06-10T02:15'],
    ['2026-03-29T12:00', '02:30', 24, '2026-03-29T03:30'],
    ['2026-10-25T12:00', '02:30', 24, '2026-10-25T02:30'],
  ])('at %s, by %s every %i hours: since %s', (now, at, hours, since) => {
    expect(lastDue(new Date(now), clockShape.parse(at), hours)).toEqual(new Date(since));
  });
});
