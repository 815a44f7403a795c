import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiteSite, openLiteSite } from './testing-lite.ts';

const three = { count: 3, windowMs: 60_000 };
let site: LiteSite;
beforeAll(async () => {
  site = await openLiteSite({
    limits: { failedSignInPerAccount: three, signUpPerAddress: three, mailPerAccount: three },
  });
});
afterAll(() => site.stop());

test('mend 9 C8.5: guessing at a password is refused after a few tries, for the right one too', async () => {
  await site.client().auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
  const tryOne = (password: string) => site.client().auth.signInWithPassword({ email: 'Ada@example.org ', password });
  for (let guess = 0; guess < 3; guess++) expect((await tryOne('wrong')).error?.code).toBe('invalid_credentials');
  expect((await tryOne('correct horse')).error).toMatchObject({
    name: 'AuthApiError',
    status: 429,
    code: 'over_request_rate_limit',
  });
});

test('mend 9: sign-ups are limited by the address they come from', async () => {
  const signUp = (name: string, address: string) =>
    fetch(`${site.origin}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: site.database.anonKey, 'content-type': 'application/json', 'x-test-address': address },
      body: JSON.stringify({ email: `${name}@example.org`, password: 'correct horse' }),
    });
  const statuses: number[] = [];
  for (const name of ['a', 'b', 'c', 'd']) statuses.push((await signUp(name, '198.51.100.7')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await signUp('d', '198.51.100.8')).status).toBe(200);
});

test('mend 9: mails to one account are limited, known or not', async () => {
  for (const email of ['ada@example.org', 'unknown@example.org']) {
    const codes: (string | undefined)[] = [];
    for (let time = 0; time < 4; time++)
      codes.push((await site.client().auth.resetPasswordForEmail(email)).error?.code);
    expect(codes).toEqual([undefined, undefined, undefined, 'over_email_send_rate_limit']);
  }
});
