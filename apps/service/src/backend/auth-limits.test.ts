import { expect, test } from 'vitest';
import { addressKey } from '../platform/address-key.ts';
import { AuthGate, type AuthLimits, defaultAuthLimits } from './auth-limits.ts';

const MINUTE_MS = 60_000;

function gateAt(start: number, limits: Partial<AuthLimits> = {}) {
  const clock = { now: start };
  const gate = new AuthGate({ ...defaultAuthLimits, ...limits }, () => clock.now);
  return { gate, clock };
}

test('mend 9: too many sign-ins from one address are refused, until the window has passed', () => {
  const { gate, clock } = gateAt(0, { signInPerAddress: { count: 3, windowMs: MINUTE_MS } });
  for (let account = 0; account < 3; account++)
    expect(gate.admit('sign-in', '192.0.2.1', `a${account}@example.org`)).toBeUndefined();
  const refused = gate.admit('sign-in', '192.0.2.1', 'a4@example.org');
  expect(refused?.status).toBe(429);
  expect(refused?.headers.get('retry-after')).toBe('60');
  expect(gate.admit('sign-in', '192.0.2.2', 'a4@example.org')).toBeUndefined();
  clock.now = MINUTE_MS;
  expect(gate.admit('sign-in', '192.0.2.1', 'a4@example.org')).toBeUndefined();
});

test('mend 9: failed sign-ins count against the account from any address; a success forgives them', () => {
  const { gate } = gateAt(0, { failedSignInPerAccount: { count: 2, windowMs: MINUTE_MS } });
  expect(gate.admit('sign-in', '192.0.2.1', 'ada@example.org')).toBeUndefined();
  expect(gate.admit('sign-in', '192.0.2.2', 'ada@example.org')).toBeUndefined();
  expect(gate.admit('sign-in', '192.0.2.3', 'ada@example.org')?.status).toBe(429);
  gate.signedIn('ada@example.org');
  expect(gate.admit('sign-in', '192.0.2.3', 'ada@example.org')).toBeUndefined();
});

test('mend 9: mails are limited by address and by account', async () => {
  const { gate } = gateAt(0, {
    mailPerAccount: { count: 1, windowMs: MINUTE_MS },
    mailPerAddress: { count: 2, windowMs: MINUTE_MS },
  });
  expect(gate.admit('mail', '192.0.2.1', 'ada@example.org')).toBeUndefined();
  const refused = gate.admit('mail', '192.0.2.9', 'ada@example.org');
  expect(await refused?.json()).toMatchObject({ code: 429, error_code: 'over_email_send_rate_limit' });
  expect(gate.admit('mail', '192.0.2.1', 'bob@example.org')).toBeUndefined();
  expect(gate.admit('mail', '192.0.2.1', 'eve@example.org')?.status).toBe(429);
});

test('an IPv6 network counts as one address, and so does IPv4 in IPv6 clothes', () => {
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(addressKey('2001:db8:1:2::9')).toBe('2001:db8:1:2');
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0');
  expect(addressKey('::1')).toBe('0:0:0:0');
  expect(addressKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
});
