import { describe, expect, test } from 'vitest';
import { createKnownDevices } from './known-devices.ts';
import type { User } from './users.ts';

const devices = createKnownDevices('a secret', 'guest.example.org');
const user = { id: 'u1', encrypted_password: 'hash', factors: [] } as unknown as User;
const account = 'ada@example.org';
const id = '0b2f7c3e-6f0a-4f0e-9d55-0f6a2b1c3d4e';
const all = (isSecure: boolean): string[] => [
  ...devices.marksFor(account, null, isSecure),
  devices.trustMark(user, isSecure),
  devices.signUpMark(id, isSecure),
];
const sent = (cookie = ''): string => cookie.split(';')[0] ?? '';

describe('the cookies of sign-in', () => {
  test('over https have a name that a browser takes with Secure alone; no script reads them, no other site sends them', () => {
    for (const cookie of all(true))
      expect(cookie).toMatch(/^__Secure-wattershed-.*; Path=\/auth\/v1.*; HttpOnly; SameSite=(Strict|Lax); Secure$/);
    for (const cookie of all(false)) expect(cookie).toMatch(/^wattershed-.*; HttpOnly; SameSite=(Strict|Lax)$/);
  });

  test.each([true, false])('are known again, whether they came over https: %s', (isSecure) => {
    const [device, trust, signUp] = all(isSecure).map(sent);
    expect(devices.read(device ?? null, account)).toBeTruthy();
    expect(devices.isTrusted(user, trust ?? null)).toBe(true);
    expect(devices.signedUp(signUp ?? null)).toBe(id);
  });

  test('marks of one kind are none of another, though one secret signs them', () => {
    const [device, trust, signUp] = all(false).map(sent);
    const [names, values] = [0, 1].map((at) => [device, trust, signUp].map((one) => one?.split('=')[at] ?? ''));
    for (const value of values ?? []) {
      const worn = (names ?? []).map((name) => `${name}=${value}`);
      const good = [
        devices.read(worn[0] ?? '', account),
        devices.isTrusted(user, worn[1] ?? ''),
        devices.signedUp(worn[2] ?? ''),
      ];
      expect(good.filter(Boolean)).toHaveLength(1);
    }
  });

  test('one from before there was https is as good over it', () => {
    const [before] = all(false).map(sent);
    expect(devices.marksFor(account, before ?? null, true)).toEqual([]);
  });
});
