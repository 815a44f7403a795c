import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKey } from '#kernel/http/client-address.ts';
import { AuthError } from './auth-error.ts';
import { type Attempt, type AuthGate, type AuthLimits, createAuthGate, defaultAuthLimits } from './limits.ts';

const MINUTE_MS = 60_000;

function gateAt(start: number, limits: Partial<AuthLimits> = {}) {
  const clock = { now: start };
  const gate = createAuthGate({ ...defaultAuthLimits, ...limits }, () => clock.now);
  const admit = (action: Attempt['action'], address: string, account: string) =>
    refusalOf(gate, { action, address, account, device: null });
  return { gate, admit, clock };
}

const waitOf = (refused: AuthError | undefined): number => Number(refused?.headers['retry-after'] ?? 0);

function refusalOf(gate: AuthGate, attempt: Attempt): AuthError | undefined {
  try {
    gate.admit(attempt);
  } catch (error) {
    if (error instanceof AuthError) return error;
    throw error;
  }
  return undefined;
}

test('too many sign-ins from one address are refused, until the window has passed', () => {
  const { admit, clock } = gateAt(0, { signInPerAddress: { count: 3, windowMs: MINUTE_MS } });
  for (let account = 0; account < 3; account++)
    expect(admit('sign-in', '192.0.2.1', `a${account}@example.org`)).toBeUndefined();
  const refused = admit('sign-in', '192.0.2.1', 'a4@example.org');
  expect(refused?.status).toBe(429);
  expect(waitOf(refused)).toBe(60);
  expect(admit('sign-in', '192.0.2.2', 'a4@example.org')).toBeUndefined();
  clock.now = MINUTE_MS;
  expect(admit('sign-in', '192.0.2.1', 'a4@example.org')).toBeUndefined();
});

test('mails are limited by address and by account', () => {
  const { admit } = gateAt(0, {
    mailPerAccount: { count: 1, windowMs: MINUTE_MS },
    mailPerAddress: { count: 2, windowMs: MINUTE_MS },
  });
  expect(admit('mail', '192.0.2.1', 'ada@example.org')).toBeUndefined();
  const refused = admit('mail', '192.0.2.9', 'ada@example.org');
  expect(refused).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  expect(admit('mail', '192.0.2.1', 'bob@example.org')).toBeUndefined();
  expect(admit('mail', '192.0.2.1', 'eve@example.org')?.status).toBe(429);
});

test('links of mails are tried thirty times in a quarter of an hour, and no more', () => {
  const { admit, clock } = gateAt(0);
  for (let at = 0; at < 30; at++) expect(admit('verify', '192.0.2.1', '')).toBeUndefined();
  expect(admit('verify', '192.0.2.1', '')?.status).toBe(429);
  clock.now = 15 * MINUTE_MS;
  expect(admit('verify', '192.0.2.1', '')).toBeUndefined();
});

test('a code that is exchanged, which names no account, counts against nobody', () => {
  const { gate, clock } = gateAt(0);
  for (let at = 0; at < 60; at++) {
    clock.now += MINUTE_MS;
    const attempt: Attempt = { action: 'sign-in', address: '192.0.2.1', account: '', device: null };
    expect(refusalOf(gate, attempt)).toBeUndefined();
    gate.settle(attempt, 'neither');
  }
});

test('whatever strangers do, a known device waits for its own failures alone, and nobody for longer than the longest', () => {
  const who = fc.record({
    address: fc.constantFrom('192.0.2.1', '192.0.2.2', '192.0.2.3', '2001:db8::1', '2001:db8::2'),
    account: fc.constantFrom('ada@example.org', 'ben@example.org'),
    device: fc.constantFrom(null, null, null, 'tablet', 'phone'),
    isRight: fc.boolean(),
    afterS: fc.constantFrom(0, 0, 0, 1, 5, 30, 120, 1000),
  });
  fc.assert(
    fc.property(fc.array(who, { minLength: 30, maxLength: 120 }), (tries) => {
      const { gate, clock } = gateAt(1_000_000);
      const failures = new Map<string, number>();
      for (const { afterS, isRight, ...one } of tries) {
        clock.now += afterS * 1000;
        const attempt: Attempt = { action: 'sign-in', ...one };
        const own = `${one.device} ${one.account}`;
        const refused = refusalOf(gate, attempt);
        expect(waitOf(refused)).toBeLessThanOrEqual(15 * 60);
        const mayTry = one.device !== null && (failures.get(own) ?? 0) < 5;
        expect(mayTry && refused !== undefined).toBe(false);
        if (refused) continue;
        failures.set(own, isRight ? 0 : (failures.get(own) ?? 0) + 1);
        gate.settle(attempt, isRight ? 'right' : 'wrong');
      }
    }),
    { numRuns: 200 },
  );
});

test('an IPv6 network counts as one address, and so does IPv4 in IPv6 clothes', () => {
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(addressKey('2001:db8:1:2::9')).toBe('2001:db8:1:2');
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0');
  expect(addressKey('::1')).toBe('0:0:0:0');
  expect(addressKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
});
