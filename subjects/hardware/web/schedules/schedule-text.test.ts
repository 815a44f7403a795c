import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFormat, regionalOf } from '#shell/text/format.ts';
import { clockText, daysText, minuteOf, weekdays } from './schedule-api.ts';

const format = createFormat('en', regionalOf(null));

test('days are written Monday first, and not at all when it is every one', () => {
  expect(weekdays(format).map(({ short }) => short)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  expect(daysText(0b1100000, format)).toBe('Sat and Sun');
  expect(daysText(0b1111111, format)).toBeNull();
});

test('a minute of the day is written as a clock shows it, and read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => {
      expect(minuteOf(clockText(minute))).toBe(minute);
    }),
  );
  for (const wrong of ['', '24:00', '7', '12:60']) expect(minuteOf(wrong)).toBeNull();
});
