/** What sign-in answers to input that cannot be kept, and what the log says where the fault is ours. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#kernel/postgres/backend-log.ts';
import { type LiteSite, openLiteSite } from './testing-lite.ts';

const logged: string[] = [];
const password = 'correct horse';
let site: LiteSite;
beforeAll(async () => {
  site = await openLiteSite({ log: { ...silentLog, error: (words) => void logged.push(words) } });
});
afterAll(() => site.stop());

const ask = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
  const init = { method, headers: { apikey: site.database.anonKey, 'content-type': 'application/json', ...headers } };
  const answer = await fetch(`${site.origin}${path}`, body === undefined ? init : { ...init, body });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const signUp = (fields: object) => ask('POST', '/auth/v1/signup', JSON.stringify({ password, ...fields }));

test('C8.5 an address that is longer than mail knows is none', async () => {
  for (const length of [244, 256, 5000])
    expect(await signUp({ email: `${'a'.repeat(length)}@example.org` })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    });
});

test.each(['a\0b', 'a\ud800b', '\udfff'])('C8.5 a text with %j in it is refused wherever it stands', async (said) => {
  for (const fields of [
    { email: 'ada@example.org', data: { display_name: said } },
    { email: 'ada@example.org', data: { [said]: 1 } },
    { email: 'ada@example.org', data: { deep: [{ er: said }] } },
    { email: `${said}@example.org` },
    { email: 'ada@example.org', password: `${password}${said}` },
  ])
    expect(await signUp(fields)).toMatchObject({ status: 400, body: { error_code: 'bad_json' } });
  const session = await site.client().auth.signUp({ email: `${Math.random()}@example.org`, password });
  const authorization = `Bearer ${session.data.session?.access_token}`;
  const named = JSON.stringify({ data: { display_name: said } });
  expect((await ask('PUT', '/auth/v1/user', named, { authorization })).status).toBe(400);
  const row = JSON.stringify({ display_name: said });
  expect((await ask('PATCH', '/rest/v1/profiles?user_id=not.is.null', row, { authorization })).status).toBe(400);
  expect(logged).toEqual([]);
});

test('C8.5 a question that the table API does not understand is told as one', async () => {
  for (const question of [
    'usage_quarter?select=span_s::int',
    'usage_day?select=%22:household_id',
    'rpc/nothing?select=%22',
  ])
    expect((await ask('GET', `/rest/v1/${question}`)).status).toBeLessThan(500);
});

test('a fault of ours is a 500 in the shape of sign-in, and is in the log by itself, once a minute', async () => {
  logged.length = 0;
  await site.database.asOwner('alter table auth.users rename to mislaid');
  try {
    for (const name of ['eve', 'fay', 'gus'])
      expect(await signUp({ email: `${name}@example.org` })).toMatchObject({
        status: 500,
        body: { error_code: 'unexpected_failure' },
      });
    await expect
      .poll(() => logged)
      .toEqual([expect.stringMatching(/^sign-in failed at \/auth\/v1\/signup: 42P01 .*users/)]);
  } finally {
    await site.database.asOwner('alter table auth.mislaid rename to users');
  }
});
