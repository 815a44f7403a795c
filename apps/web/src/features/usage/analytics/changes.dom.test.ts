import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EarlierFigures } from './analytics-figures.ts';
import { changeOf, lengthsDiffer, partsSoFar, totalOf } from './changes.ts';
import { coverageOf } from './coverage.ts';
import { cutOf } from './fetch-analytics.ts';
import { earlierPeriod, periodAt, startsOf } from './period.ts';
import { anyParts, figuresOf, partOf } from './testing.ts';

const zone = 'Europe/Madrid';
const week = periodAt('week', '2026-11-20');
const before = periodAt('week', '2026-11-13');
const daily = (from: string[], used: number) => from.map((day) => partOf(day, 'kitchen', 'electricity', used));
const whole = (rows: EarlierFigures['rows'], rest: Partial<EarlierFigures> = {}): EarlierFigures => ({
  period: before,
  rows,
  parts: rows,
  toDate: null,
  ...rest,
});

test('a period that is over is compared as a whole', () => {
  const parts = daily(startsOf(week, 'day', zone), 1100);
  const earlier = whole(daily(startsOf(before, 'day', zone), 1000));
  const change = changeOf(figuresOf({ parts, earlier }), 'electricity');
  expect(change).toMatchObject({ kind: 'change', before: 7000 });
  expect(change.kind === 'change' && change.share).toBeCloseTo(0.1);
  expect(changeOf(figuresOf({ parts, earlier }), 'water')).toEqual({ kind: 'nothing' });
});

test('an earlier period with gaps is told, not compared', () => {
  const parts = daily(startsOf(week, 'day', zone), 1100);
  const earlier = whole(daily(startsOf(before, 'day', zone).slice(3), 1000));
  expect(changeOf(figuresOf({ parts, earlier }), 'electricity')).toEqual({ kind: 'gap' });
});

test('of the earlier period only as much counts as this one has lasted, its last hour in proportion', () => {
  const now = Date.parse('2026-11-20T11:30:00Z');
  const cut = cutOf(week, before, now, zone);
  expect(cut).toEqual({ day: '2026-11-13', at: Date.parse('2026-11-13T11:30:00Z') });
  const hours = startsOf(periodAt('day', '2026-11-13'), 'hour', zone).map((start) =>
    partOf(start, 'kitchen', 'electricity', 100),
  );
  const earlier = whole([], { toDate: { days: daily(['2026-11-09'], 6000), hours, cutAt: cut?.at ?? 0 } });
  // Midnight in Madrid is 23:00 in UTC: twelve and a half hours.
  expect(totalOf(partsSoFar(earlier), 'electricity')?.used).toBe(6000 + 1250);
});

test('cutting never adds, and cutting at the end leaves all', () => {
  const starts = startsOf(periodAt('day', '2026-10-25'), 'hour', zone);
  const begin = Date.parse(starts[0] ?? '');
  fc.assert(
    fc.property(anyParts(starts, 0), fc.double({ min: 0, max: 1, noNaN: true }), (hours, share) => {
      const at = (part: number) => whole([], { toDate: { days: [], hours, cutAt: begin + part * 25 * 3_600_000 } });
      const used = (part: number) => totalOf(partsSoFar(at(part)), 'water')?.used ?? 0;
      expect(used(share)).toBeLessThanOrEqual(used(1));
      expect(used(1)).toBe(totalOf(hours, 'water')?.used ?? 0);
      expect(used(0)).toBe(0);
    }),
  );
});

test('a month that is not over is compared with the same days of a shorter one, or with all of it', () => {
  const march = periodAt('month', '2026-03-30');
  const february = earlierPeriod(march, 'previous');
  expect(february).toEqual({ kind: 'month', from: '2026-02-01', to: '2026-03-01' });
  const at = (text: string) => cutOf(march, february ?? march, Date.parse(text), zone);
  expect(at('2026-03-10T08:00:00Z')?.day).toBe('2026-02-10');
  expect(at('2026-03-30T08:00:00Z')).toBeNull();
  expect(at('2026-04-02T08:00:00Z')).toBeNull();
});

test('on the days when clocks change a cut stays within its day', () => {
  // 24.5 hours into the day of 25: the Sunday before had 24.
  const long = periodAt('day', '2026-10-25');
  const cut = cutOf(long, periodAt('day', '2026-10-24'), Date.parse('2026-10-25T22:30:00Z'), zone);
  expect(cut).toEqual({ day: '2026-10-24', at: Date.parse('2026-10-24T22:00:00Z') });
});

test('months of other lengths are said to be so', () => {
  const request = { ...figuresOf({}).request, period: periodAt('month', '2026-03-10') };
  const earlier = whole([], { period: periodAt('month', '2026-02-10') });
  expect(lengthsDiffer(figuresOf({ request, earlier }))).toEqual({ own: 31, before: 28 });
  expect(lengthsDiffer(figuresOf({ earlier: whole([]) }))).toBeNull();
});

test('coverage is measured seconds of all that there were; estimates and imports are shares of the use', () => {
  const starts = startsOf(week, 'day', zone);
  const full = starts.map((day) => partOf(day, 'kitchen', 'electricity', 1000));
  expect(coverageOf(figuresOf({ parts: full }))).toEqual({ covered: 1, estimated: 0, imported: 0 });
  const half = full.map((row, i) => (i < 3 ? { ...row, coveredS: 0, estimated: 1000 } : row));
  const { covered, estimated } = coverageOf(figuresOf({ parts: [...half.slice(0, 3), ...half.slice(3)] }));
  // Before its first day a device owes nothing; that day itself may have begun late.
  expect(covered).toBe(1);
  expect(estimated).toBeCloseTo(3 / 7);
  const gap = full.filter((_, i) => i !== 3);
  expect(coverageOf(figuresOf({ parts: gap })).covered).toBeCloseTo(6 / 7);
  expect(coverageOf(figuresOf({ parts: [] })).covered).toBeNull();
});
