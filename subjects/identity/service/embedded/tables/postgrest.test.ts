import { expect, test } from 'vitest';
import { postgrestTypes } from './lite-app.ts';
import { postgrestError } from './table-errors.ts';

test.each([
  ['23514', 400],
  ['P0001', 400],
  ['22P02', 400],
  ['23502', 400],
  ['23P01', 400],
  ['23503', 409],
  ['23505', 409],
  ['42501', 403],
  ['PT429', 429],
  ['42P01', 404],
  ['40001', 500],
  ['53100', 503],
  ['57014', 500],
  ['08006', 503],
])('mend 2: SQLSTATE %s is told with status %i', async (code, status) => {
  const response = postgrestError({ code, message: 'words' }, false);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ code, message: 'words', details: null, hint: null });
});

test('mend 2: a visitor without the right is asked to sign in', () => {
  expect(postgrestError({ code: '42501', message: 'words' }, true).status).toBe(401);
});

test('mend 4: numbers are numbers, whatever their written zeros', () => {
  expect(['1.50', '0.000', '-12', '1e3'].map(postgrestTypes.numeric.parse)).toEqual([1.5, 0, -12, 1000]);
  expect(postgrestTypes.numeric.parse('NaN')).toBe('NaN');
});

test('mend 4: instants carry a T and a whole offset', () => {
  const { timestamptz, timestamp } = postgrestTypes;
  expect(timestamptz.parse('2026-03-01 11:00:00.25+00')).toBe('2026-03-01T11:00:00.25+00:00');
  expect(timestamptz.parse('2026-03-01 16:30:00+05:30')).toBe('2026-03-01T16:30:00+05:30');
  expect(timestamp.parse('2026-03-01 11:00:00')).toBe('2026-03-01T11:00:00');
});
