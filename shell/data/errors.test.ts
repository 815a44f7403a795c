import { errorCodes } from '#catalogue/error-codes.ts';
import { expect, test } from 'vitest';
import en from '#locales/en/errors.json';
import es from '#locales/es/errors.json';
import hi from '#locales/hi/errors.json';

test.each([
  ['en', en],
  ['es', es],
  ['hi', hi],
])('C1.4 every error of the service has its words (%s)', (_language, words) => {
  expect(Object.keys(words).toSorted()).toEqual([...Object.keys(errorCodes), 'network'].toSorted());
});
