import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropInvitation, heldInvitation, keepInvitation, takeInvitation } from './invitation-token.ts';

const token = 'a-token_of-an-invitation';

function open(hash: string): void {
  history.replaceState(null, '', `/join${hash}`);
  takeInvitation();
}

/** The link of the mail opens a window of its own: what this one had in memory is not there. */
async function inAnotherWindow() {
  sessionStorage.clear();
  vi.resetModules();
  return import('./invitation-token.ts');
}

beforeEach(() => dropInvitation());
afterEach(() => {
  dropInvitation();
  vi.useRealTimers();
});

test('an invitation waits for the mail that confirms the address, in any window of this browser, for a day', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00Z'), toFake: ['Date'] });
  open(`#${token}`);
  expect(JSON.stringify(localStorage)).not.toContain(token);
  keepInvitation();
  const other = await inAnotherWindow();
  expect(other.heldInvitation()).toBe(token);
  vi.setSystemTime(Date.parse('2026-11-23T10:00:01Z'));
  const later = await inAnotherWindow();
  expect(later.heldInvitation()).toBeUndefined();
  expect(JSON.stringify(localStorage)).not.toContain(token);
});

test('once it is used nothing of it is kept', () => {
  open(`#${token}`);
  keepInvitation();
  dropInvitation();
  expect(heldInvitation()).toBeUndefined();
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(token);
});

test('a session or an error that a mail’s link brings is no invitation', () => {
  open('#access_token=a.b.c&refresh_token=d');
  expect(heldInvitation()).toBeUndefined();
  expect(location.hash).toContain('access_token');
  open('#error=access_denied&error_code=otp_expired');
  expect(heldInvitation()).toBeUndefined();
});

test('without an invitation nothing is kept', () => {
  keepInvitation();
  expect(localStorage).toHaveLength(0);
});
