import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#shell/text/local-day.ts';
import { freePeriod, groupings, readRequest, withKind, writeRequest } from './analytics-request.ts';
import { comparisons, daysIn, maxDays, periodAt } from './period.ts';

const today = '2026-11-20';
const read = (search: string) => readRequest(new URLSearchParams(search), today);

test('C2.1 without a word in the address the page shows the last seven days beside the seven before', () => {
  expect(read('')).toEqual({
    period: periodAt('week', today),
    comparison: 'previous',
    grouping: 'utility',
    utility: null,
    room: null,
    day: null,
    leak: null,
  });
  expect(writeRequest(read(''), today).toString()).toBe('');
});

test('C3.6 the filters stand in the address: water usage, electricity, kitchen, bedroom', () => {
  expect(read('utility=water&room=kitchen')).toMatchObject({ utility: 'water', room: 'kitchen' });
  expect(read('utility=electricity&room=bedroom')).toMatchObject({ utility: 'electricity', room: 'bedroom' });
});

test('what the address should not hold is passed over', () => {
  expect(read('period=century&at=2026-02-31&compare=x&by=y&utility=steam&day=2020-01-01')).toEqual(read(''));
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
    day: fc.constant(null),
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
