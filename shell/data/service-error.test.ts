import { expect, test } from 'vitest';
import { errorCodes } from '#catalogue/error-codes.ts';
import en from '#locales/en/errors.json';
import es from '#locales/es/errors.json';
import hi from '#locales/hi/errors.json';
import { pause, retryDelayMs } from './service-error.ts';

test.each([
  ['en', en],
  ['es', es],
  ['hi', hi],
])('C1.4 every error of the service has its words (%s)', (_language, words) => {
  expect(Object.keys(words).toSorted()).toEqual([...Object.keys(errorCodes), 'network'].toSorted());
});

test('attempts come further apart, up to half a minute, and never all at once', () => {
  expect([0, 1, 2, 3].map((failures) => retryDelayMs(failures, 0.5))).toEqual([500, 1000, 2000, 4000]);
  expect(retryDelayMs(20, 1)).toBe(37_500);
  expect(retryDelayMs(0, 0)).not.toBe(retryDelayMs(0, 1));
});

test('a pause ends at once when nobody waits any more', async () => {
  const stop = new AbortController();
  const waiting = pause(60_000, stop.signal);
  stop.abort();
  await waiting;
  await pause(60_000, stop.signal);
});
