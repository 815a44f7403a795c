import { describe, expect, test } from 'vitest';
import { errorCodes, problem } from '#catalogue/error-codes.ts';
import { upgradeGuestBody } from '#subjects/identity/contract/account.ts';
import { createTokenBody } from '#subjects/identity/contract/tokens.ts';
import { rejectionCodes } from '#subjects/readings/contract/readings.ts';
import { usageQuery } from '#subjects/usage/contract/usage.ts';
import { readingsAnswer } from '#subjects/readings/contract/readings.ts';
import { streamEvents } from '#subjects/usage/contract/usage.ts';

describe('codes', () => {
  test.each(Object.entries({ ...errorCodes, ...rejectionCodes }))(
    '%s has words, and a name that a locale can hold',
    (code, words) => {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(words.trim().length).toBeGreaterThan(5);
    },
  );

  test('C8.2 an unknown person is told so to the letter', () => {
    expect(errorCodes['not-authenticated']).toBe('Not authenticated');
  });

  test('an error and a rejection are never mistaken for each other, and no other code passes', () => {
    expect(Object.keys(errorCodes).filter((code) => code in rejectionCodes)).toEqual([]);
    const body = { detail: 'x', requestId: 'y' };
    for (const code of Object.keys(errorCodes)) expect(problem.safeParse({ code, ...body }).success).toBe(true);
    expect(problem.safeParse({ code: 'teapot', ...body }).success).toBe(false);
    const answer = { accepted: 0, duplicate: 0 };
    for (const code of Object.keys(rejectionCodes)) {
      expect(readingsAnswer.safeParse({ ...answer, rejected: [{ index: 0, code }] }).success).toBe(true);
    }
    expect(readingsAnswer.safeParse({ ...answer, rejected: [{ index: 0, code: 'forbidden' }] }).success).toBe(false);
  });

  test('a stream ends with a code that has words', () => {
    for (const code of ['not-authenticated', 'forbidden']) {
      expect(streamEvents.end.safeParse({ code }).success).toBe(true);
      expect(errorCodes).toHaveProperty(code);
    }
  });
});

describe('questions', () => {
  test('about use default to days by utility', () => {
    expect(usageQuery.parse({ from: '2026-05-04', to: '2026-05-11' })).toMatchObject({ bucket: 'day', by: 'utility' });
  });

  test.each([
    [{ from: '2026-05-04', to: '2026-05-11', by: 'room,device' }, true],
    [{ from: '2026-05-04T00:00:00+05:45', to: '2026-05-04T12:00:00Z', bucket: '15m' }, true],
    [{ from: '2026-05-04', to: '2026-05-11', by: 'room,' }, false],
    [{ from: '2026-05-04', to: '2026-05-11', bucket: 'fortnight' }, false],
    [{ from: '2026-13-04', to: '2026-05-11' }, false],
    [{ from: '2026-05-04T00:00:00', to: '2026-05-11' }, false],
    [{ from: '2026-05-04', to: '2026-05-11', household: 'mine' }, false],
  ])('%j is understood: %s', (query, isUnderstood) => {
    expect(usageQuery.safeParse(query).success).toBe(isUnderstood);
  });

  test('C9.8 a password has at least 6 characters, an address is one', () => {
    expect(upgradeGuestBody.safeParse({ email: 'ada@example.org', password: '123456' }).success).toBe(true);
    expect(upgradeGuestBody.safeParse({ email: 'ada@example.org', password: '12345' }).success).toBe(false);
    expect(upgradeGuestBody.safeParse({ email: 'ada', password: '123456' }).success).toBe(false);
  });

  test('a token needs no name, and not a long one', () => {
    expect(createTokenBody.parse({})).toEqual({ name: '' });
    expect(createTokenBody.safeParse({ name: 'x'.repeat(81) }).success).toBe(false);
  });
});
