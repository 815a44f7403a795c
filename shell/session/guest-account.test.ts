import { expect, test } from 'vitest';
import { guestCredentials, guestKeptUntil } from './guest-account.ts';

test('C5.6 a guest gets a throw-away address at the configured domain and a random password of 8 characters', () => {
  const first = guestCredentials('guest.example');
  const second = guestCredentials('guest.example');
  expect(first.email).toMatch(/^guest-[a-z0-9]{16}@guest\.example$/);
  expect(first.password).toMatch(/^[a-z0-9]{8}$/);
  expect(second.email).not.toBe(first.email);
  expect(second.password).not.toBe(first.password);
});

test('C5.6 a guest is kept seven days after a visit', () => {
  expect(guestKeptUntil(new Date('2026-11-20T10:00:00Z'), 7).toISOString()).toBe('2026-11-27T10:00:00.000Z');
});
