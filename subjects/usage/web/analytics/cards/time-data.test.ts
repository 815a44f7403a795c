import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Amount, addRow } from '../../amount.ts';
import { anyParts, home, monthlyTrend, partOf, weeklyUsage } from '../../testing.ts';
import { instantOf, periodAt, startsOf } from '../period.ts';
import { others } from '../groups.ts';
import { type TimeInput, type TimeWords, timeData } from './time-data.ts';
import { extremes, shadeBounds, yearDays } from './year-card.tsx';

const zone = 'Europe/Madrid';
const words: TimeWords = {
  placeHeading: 'Day',
  label: (start) => start,
  name: (start) => start,
  utility: (utility) => utility,
  before: (utility) => `${utility} before`,
  group: (utility, key) => `${utility} ${key}`,
  write: (_, used) => ({ value: used, text: used === null ? 'no readings' : String(used) }),
  unit: () => 'x',
  ahead: '–',
};
const week = periodAt('week', '2026-11-20');
const starts = startsOf(week, 'day', zone);
const input = (change: Partial<TimeInput>): TimeInput => ({
  rows: [],
  starts,
  end: instantOf(week.to, zone),
  earlier: null,
  grouping: 'utility',
  utilities: ['electricity', 'water'],
  latest: home,
  now: Date.parse('2026-11-25T12:00:00Z'),
  timeZone: zone,
  ...change,
});
const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);

test('grouping keeps every place’s total: by utility, by room and by device are one sum', () => {
  fc.assert(
    fc.property(anyParts(starts), fc.constantFrom('room' as const, 'device' as const), (rows, grouping) => {
      const plain = timeData(input({ rows }), words);
      const grouped = timeData(input({ rows, grouping }), words);
      starts.forEach((_, at) => {
        for (const panel of [0, 1]) {
          const of = (data: typeof plain) =>
            sum(data.series.filter((one) => one.panel === panel).map(({ values }) => values[at] ?? null));
          expect(of(grouped)).toBe(of(plain));
        }
      });
    }),
  );
});

test('an earlier period that is longer loses nothing: its last places follow', () => {
  const february = periodAt('month', '2026-02-10');
  const january = periodAt('month', '2026-01-10');
  const earlierStarts = startsOf(january, 'day', zone);
  fc.assert(
    fc.property(anyParts(earlierStarts, 1), (rows) => {
      const data = timeData(
        input({
          starts: startsOf(february, 'day', zone),
          earlier: { rows, starts: earlierStarts },
          utilities: ['water'],
        }),
        words,
      );
      expect(data.places).toHaveLength(31);
      const total = rows.filter(({ utility }) => utility === 'water').reduce((all, { used }) => all + used, 0);
      expect(sum(data.series.filter(({ look }) => look.role === 'before').flatMap(({ values }) => values))).toBe(total);
    }),
  );
});

test('C3.3 C7.15 the week and the months are those of the contract’s shapes, gaps open', () => {
  const rows = [
    partOf('2026-11-14', 'kitchen', 'electricity', 8000),
    partOf('2026-11-14', 'bedroom', 'electricity', 3400),
    partOf('2026-11-20', 'kitchen', 'water', 421_000),
    partOf('2026-11-18', 'kitchen', 'water', 0, { coveredS: 0 }),
  ];
  const valuesOf = (data: ReturnType<typeof timeData>, panel: number) =>
    data.series.find((one) => one.panel === panel)?.values.map((value) => (value === null ? null : value / 1000));
  const data = timeData(input({ rows }), words);
  const points = weeklyUsage(rows, '2026-11-20', 'en-GB');
  expect(valuesOf(data, 0)).toEqual(points.map(({ electricity }) => electricity));
  expect(valuesOf(data, 1)).toEqual(points.map(({ water }) => water));
  const year = periodAt('year', '2026-11-20');
  const months = startsOf(year, 'month', zone);
  const byMonth = [partOf('2026-03-01', 'kitchen', 'electricity', 182_000)];
  const trend = timeData(input({ rows: byMonth, starts: months, end: instantOf(year.to, zone) }), words);
  expect(valuesOf(trend, 0)).toEqual(monthlyTrend(byMonth, '2026-11-20').map(({ electricity }) => electricity));
});

test('C7.15 a gap is said to be one; what is still to come is not, and the day that runs is unfinished', () => {
  const now = Date.parse('2026-11-18T12:00:00Z');
  const data = timeData(
    input({ rows: [partOf('2026-11-14', 'kitchen', 'water', 5)], now, utilities: ['water'] }),
    words,
  );
  expect(data.series[0]?.texts).toEqual(['5', 'no readings', 'no readings', 'no readings', 'no readings', '–', '–']);
  const states = data.places.map(({ isUnfinished, isAhead }) => (isUnfinished ? 'runs' : isAhead ? 'ahead' : 'over'));
  expect(states.join(' ')).toBe('over over over over runs ahead ahead');
});

test('many devices: the largest are named, the others stand together, what is unmetered last', () => {
  const rows = Array.from({ length: 9 }, (_, i) => ({
    ...partOf('2026-11-14', 'kitchen', 'electricity', 1000 - i),
    deviceId: `d${i}`,
  }));
  const data = timeData(
    input({
      rows: [...rows, partOf('2026-11-14', 'whole_home', 'electricity', 7)],
      grouping: 'device',
      utilities: ['electricity'],
    }),
    words,
  );
  expect(data.series.map(({ name }) => name.replace('electricity ', ''))).toEqual([
    'd0',
    'd1',
    'd2',
    'd3',
    'd4',
    others,
    'unmetered',
  ]);
  expect(sum(data.series.map(({ values }) => values[0] ?? null))).toBe(rows.reduce((all, { used }) => all + used, 7));
});

test('estimated parts travel with their values', () => {
  const rows = [partOf('2026-11-14', 'kitchen', 'water', 500, { estimated: 200 })];
  const whole = rows.reduce<Amount | null>(addRow, null);
  const [series] = timeData(input({ rows, utilities: ['water'] }), words).series;
  expect([series?.values[0], series?.estimated?.[0]]).toEqual([whole?.used, whole?.estimated]);
});

test('the year holds every day once; its extremes are days that are over', () => {
  const days = startsOf(periodAt('year', '2026-11-20'), 'day', zone);
  const rows = [
    partOf('2026-01-30', 'kitchen', 'electricity', 14_200),
    partOf('2026-05-24', 'kitchen', 'electricity', 4_440),
    partOf('2026-11-20', 'kitchen', 'electricity', 10),
  ];
  const year = yearDays(rows, 'electricity', days);
  expect(year).toHaveLength(365);
  expect(sum(year.map(({ used }) => used))).toBe(18_650);
  expect(extremes(year, '2026-11-20')).toEqual({
    most: { day: '2026-01-30', used: 14_200 },
    least: { day: '2026-05-24', used: 4_440 },
  });
  expect(extremes([], '2026-11-20')).toBeNull();
});

test('shades: bounds rise, and each value falls in one of at most four', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.double({ min: 0, max: 5000, noNaN: true }), { nil: null })), (values) => {
      const bounds = shadeBounds(values);
      expect(bounds).toEqual([...new Set(bounds)].sort((a, b) => a - b));
      expect(bounds.length).toBeLessThanOrEqual(3);
    }),
  );
});

test('the five minutes that are not over have no rate yet: they would look like a fall', () => {
  const day = periodAt('day', '2026-11-20');
  const fine = startsOf(day, '5m', zone);
  const rows = fine.slice(0, 3).map((start) => partOf(start, 'kitchen', 'electricity', 20));
  const now = Date.parse(fine[2] ?? '') + 60_000;
  const of = (isRate: boolean) =>
    timeData(
      input({ rows, starts: fine, end: instantOf(day.to, zone), now, isRate, utilities: ['electricity'] }),
      words,
    ).series[0]?.values.slice(0, 3);
  expect(of(true)).toEqual([20, 20, null]);
  expect(of(false)).toEqual([20, 20, 20]);
});

test('usual days are quiet: only what is far above them has the last shade', () => {
  const usual = Array.from({ length: 60 }, (_, i) => 8 + (i % 5) / 2);
  const bounds = shadeBounds([...usual, 31]);
  const last = bounds.at(-1) ?? 0;
  expect(usual.filter((value) => value >= last)).toEqual([]);
  expect(31).toBeGreaterThanOrEqual(last);
});

test('what is yet to come is empty but for the period before: none of its days follows where the future is', () => {
  const november = periodAt('month', '2026-11-18');
  const october = periodAt('month', '2026-10-18');
  const earlierStarts = startsOf(october, 'day', zone);
  const data = timeData(
    input({
      rows: [partOf('2026-11-03', 'kitchen', 'water', 5)],
      starts: startsOf(november, 'day', zone),
      end: instantOf(november.to, zone),
      earlier: { rows: earlierStarts.map((day) => partOf(day, 'kitchen', 'water', 7)), starts: earlierStarts },
      now: Date.parse('2026-11-18T12:00:00Z'),
      utilities: ['water'],
    }),
    words,
  );
  expect(data.places).toHaveLength(30);
  const [own, before] = data.series;
  expect(own?.values.slice(18)).toEqual(Array(12).fill(null));
  expect(before?.values.slice(18)).toEqual(Array(12).fill(7));
  expect(data.places[20]).toMatchObject({ name: '2026-11-21', before: '2026-10-21', isAhead: true });
});

test('each place stands beside what it cost and what was before; of a day that runs no difference is told', () => {
  const now = Date.parse('2026-11-18T12:00:00Z');
  const before = startsOf(periodAt('week', '2026-11-13'), 'day', zone);
  const data = timeData(
    input({
      rows: ['2026-11-14', '2026-11-18'].map((day) => partOf(day, 'kitchen', 'water', 50)),
      other: [partOf('2026-11-14', 'kitchen', 'water', 3)],
      earlier: { rows: before.map((day) => partOf(day, 'kitchen', 'water', 100)), starts: before },
      now,
      utilities: ['water'],
    }),
    { ...words, other: (_, used) => (used === undefined ? '' : `€${used}`), change: (share) => `${share * 100}%` },
  );
  expect(data.series[0]?.also?.slice(0, 2)).toEqual(['€3', '']);
  expect(data.series[0]?.changes).toEqual(['-50%', '', '', '', '', '', '']);
});
