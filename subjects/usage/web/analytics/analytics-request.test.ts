import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, startOfDay } from '#shell/text/local-day.ts';
import { freePeriod, groupings, readRequest, withKind, writeRequest } from './analytics-request.ts';
import {
  addMonths,
  bucketOf,
  comparisons,
  daysIn,
  earlierPeriod,
  instantOf,
  maxDays,
  periodBehind,
  type Period,
  periodAt,
  shiftPeriod,
  startsOf,
} from './period.ts';

const today = '2026-11-20';
const read = (search: string) => readRequest(new URLSearchParams(search), today);

test('C2.1 without a word in the address the page shows the last seven days beside the seven before', () => {
  expect(read('')).toEqual({
    period: periodAt('week', today),
    comparison: 'previous',
    grouping: 'utility',
    utility: null,
    room: null,
    measure: 'use',
    leak: null,
  });
  expect(writeRequest(read(''), today).toString()).toBe('');
});

test('C3.6 the filters stand in the address: water usage, electricity, kitchen, bedroom', () => {
  expect(read('utility=water&room=kitchen')).toMatchObject({ utility: 'water', room: 'kitchen' });
  expect(read('utility=electricity&room=bedroom')).toMatchObject({ utility: 'electricity', room: 'bedroom' });
});

test('what the address should not hold is passed over', () => {
  expect(read('period=century&at=2026-02-31&compare=x&by=y&utility=steam&measure=time')).toEqual(read(''));
  expect(read('at=2030-01-01').period).toEqual(periodAt('week', today));
  expect(read('period=custom&from=2026-13-01&to=x').period.kind).toBe('custom');
  expect(read('period=custom&from=0000-00-00&to=9999-99-99').period.kind).toBe('custom');
});

test('a free period is put in order, ends today at the latest, and is never longer than can be answered', () => {
  const anyDay = fc.integer({ min: -9000, max: 900 }).map((n) => addDays(today, n));
  fc.assert(
    fc.property(anyDay, anyDay, (from, to) => {
      const period = freePeriod(from, to, today);
      expect(daysIn(period)).toBeGreaterThanOrEqual(1);
      expect(daysIn(period)).toBeLessThanOrEqual(maxDays);
      expect(period.to <= addDays(today, 1)).toBe(true);
    }),
  );
});

test('every request that can be asked for comes back from its address as it was', () => {
  const anyDay = fc.integer({ min: -700, max: 0 }).map((n) => addDays(today, n));
  const period = fc.oneof(
    fc
      .tuple(fc.constantFrom('day', 'week', 'month', 'year'), anyDay)
      .map(([kind, day]) => periodAt(kind as 'day', day)),
    fc.tuple(anyDay, anyDay).map(([from, to]) => freePeriod(from, to, today)),
  );
  const request = fc.record({
    period,
    comparison: fc.constantFrom(...comparisons),
    grouping: fc.constantFrom(...groupings),
    utility: fc.constantFrom('electricity' as const, 'water' as const, null),
    room: fc.constantFrom('kitchen', 'Büro & Bad', null),
    measure: fc.constantFrom('use' as const, 'money' as const),
    leak: fc.constantFrom('3f1c', null),
  });
  fc.assert(
    fc.property(request, (one) => {
      expect(readRequest(writeRequest(one, today), today)).toEqual(one);
    }),
  );
});

test('another kind of period is the one around the day that was looked at last', () => {
  const march = { ...read(''), period: periodAt('month', '2026-03-10') };
  expect(withKind(march, 'day', today).period).toEqual(periodAt('day', '2026-03-31'));
  expect(withKind(march, 'custom', today).period).toEqual({ kind: 'custom', from: '2026-03-01', to: '2026-04-01' });
  const thisMonth = { ...read(''), period: periodAt('month', today) };
  expect(withKind(thisMonth, 'day', today).period).toEqual(periodAt('day', today));
});

const madrid = 'Europe/Madrid';
const day = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('2000-01-01', n % 11_000));
const kind = fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const);
const period = fc.oneof(
  fc.tuple(kind, day).map(([one, at]): Period => periodAt(one, at)),
  fc
    .tuple(day, fc.integer({ min: 1, max: 1096 }))
    .map(([from, length]): Period => ({ kind: 'custom', from, to: addDays(from, length) })),
);

test('C7.15 a week is the last 7 local days, a year the last 12 calendar months', () => {
  expect(periodAt('week', '2026-11-20')).toEqual({ kind: 'week', from: '2026-11-14', to: '2026-11-21' });
  expect(periodAt('month', '2026-02-11')).toEqual({ kind: 'month', from: '2026-02-01', to: '2026-03-01' });
  expect(periodAt('year', '2026-11-20')).toEqual({ kind: 'year', from: '2025-12-01', to: '2026-12-01' });
});

test('the period before and the one after touch this one, leave no day out and hold none twice', () => {
  fc.assert(
    fc.property(period, (one) => {
      expect(shiftPeriod(one, -1).to).toBe(one.from);
      expect(shiftPeriod(one, 1).from).toBe(one.to);
      expect(shiftPeriod(shiftPeriod(one, 1), -1)).toEqual(one);
    }),
  );
});

test('what a period is compared with ends before it begins, is of its kind and about as long', () => {
  fc.assert(
    fc.property(period, fc.constantFrom(...comparisons), (one, comparison) => {
      const earlier = earlierPeriod(one, comparison);
      fc.pre(earlier !== null);
      expect(earlier.kind).toBe(one.kind);
      expect(earlier.from < one.from && earlier.to <= addDays(one.to, -1)).toBe(true);
      expect(Math.abs(daysIn(earlier) - daysIn(one))).toBeLessThanOrEqual(3);
    }),
  );
});

test('a year before: weeks keep their weekdays, months their month, the 29th of February its neighbour', () => {
  const earlier = (one: Period) => earlierPeriod(one, 'year');
  const week = earlier(periodAt('week', '2026-11-20'));
  expect(new Date(week?.from ?? '').getUTCDay()).toBe(new Date('2026-11-14').getUTCDay());
  expect(earlier(periodAt('month', '2028-02-10'))).toEqual({ kind: 'month', from: '2027-02-01', to: '2027-03-01' });
  expect(earlier(periodAt('day', '2028-02-29'))).toEqual({ kind: 'day', from: '2027-02-28', to: '2027-03-01' });
  expect(earlierPeriod(periodAt('week', '2026-11-20'), 'none')).toBeNull();
});

test('buckets begin where the one before ends: a period is cut without a rest, also when clocks change', () => {
  fc.assert(
    fc.property(
      period,
      fc.boolean(),
      fc.constantFrom(madrid, 'Asia/Kolkata', 'America/Los_Angeles'),
      (one, grouped, zone) => {
        const starts = startsOf(one, bucketOf(one, grouped), zone).map((start) => instantOf(start, zone));
        expect(starts[0]).toBeLessThanOrEqual(instantOf(one.from, zone));
        expect(starts.at(-1)).toBeLessThan(instantOf(one.to, zone));
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
        expect(starts.length).toBeLessThanOrEqual(300);
      },
    ),
    { numRuns: 60 },
  );
});

test('a day has 276, 288 or 300 five minutes, and 23 to 25 hours, as clocks go', () => {
  const count = (at: string, bucket: '5m' | 'hour') => startsOf(periodAt('day', at), bucket, madrid).length;
  expect(['2026-03-29', '2026-06-01', '2026-10-25'].map((at) => count(at, '5m'))).toEqual([276, 288, 300]);
  expect(['2026-03-29', '2026-06-01', '2026-10-25'].map((at) => count(at, 'hour'))).toEqual([23, 24, 25]);
  expect(startsOf(periodAt('day', '2026-11-20'), '5m', madrid)[0]).toBe('2026-11-19T23:00:00Z');
});

test('weeks of a long period begin on Mondays, as the service cuts them', () => {
  const long: Period = { kind: 'custom', from: '2026-07-01', to: '2026-11-21' };
  expect(bucketOf(long, false)).toBe('week');
  const starts = startsOf(long, 'week', madrid);
  expect(starts[0]).toBe('2026-06-29');
  expect(starts.every((start) => new Date(start).getUTCDay() === 1)).toBe(true);
});

test('months are added by the calendar, and stay in their month', () => {
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  expect(addMonths('2025-12-01', 1)).toBe('2026-01-01');
  expect(startOfDay(addMonths('2026-03-01', 1), madrid) - startOfDay('2026-03-01', madrid)).toBe(743 * 3_600_000);
});

test('behind a bar lies its month, its week or its day, and a part of none is left out', () => {
  const zone = 'Europe/Madrid';
  const year = periodAt('year', today);
  expect(periodBehind('2026-03-01', 'month', year, zone)).toEqual(periodAt('month', '2026-03-01'));
  const spring = { kind: 'custom', from: '2026-02-04', to: '2026-06-10' } as const;
  expect(periodBehind('2026-02-02', 'week', spring, zone)).toEqual({ ...spring, to: '2026-02-09' });
  expect(periodBehind('2026-06-08', 'week', spring, zone)).toEqual({ ...spring, from: '2026-06-08' });
  expect(periodBehind('2026-11-18', 'day', periodAt('week', today), zone)).toEqual(periodAt('day', '2026-11-18'));
  const twoDays = { kind: 'custom', from: '2026-11-18', to: '2026-11-20' } as const;
  expect(periodBehind('2026-11-18T23:00:00Z', 'hour', twoDays, zone)).toEqual(periodAt('day', '2026-11-19'));
  expect(periodBehind('2026-11-19T12:00:00Z', 'hour', periodAt('day', '2026-11-19'), zone)).toBeNull();
  expect(periodBehind('2026-11-19T12:00:00Z', '5m', periodAt('day', '2026-11-19'), zone)).toBeNull();
});
