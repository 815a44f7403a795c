import fc from 'fast-check';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { ForecastDay } from './forecast/expect-days.ts';

/** Any day of eleven years. */
export const anyDay = fc.integer({ min: 0, max: 4000 }).map((n) => addDays('2020-01-01', n));

// Days of use for tests of the forecast.

/** A Monday. */
export const firstDay: LocalDay = '2026-06-01';

/** So many whole days from `firstDay`. */
export const daysUsing = (count: number, usedOn: (i: number) => number, from = firstDay): ForecastDay[] =>
  Array.from({ length: count }, (_, i) => ({ day: addDays(from, i), used: usedOn(i), coverage: 1 }));

/** Any history of 30 to 420 days that is heard well enough, and a day within the cycle of its last month. */
export const anyHistory = fc
  .array(fc.tuple(fc.nat(50_000), fc.constantFrom(1, 1, 1, 1, 1, 1, 0.95, 0.4, 0)), { minLength: 30, maxLength: 420 })
  .map((all) => all.map(([used, coverage], i) => ({ day: addDays(firstDay, i), used, coverage })));
