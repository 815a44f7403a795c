import fc from 'fast-check';
import { addDays } from '#catalogue/local-day.ts';

/** Any day of eleven years. */
export const anyDay = fc.integer({ min: 0, max: 4000 }).map((n) => addDays('2020-01-01', n));
