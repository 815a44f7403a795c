import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiteSite, openLiteSite } from '#subjects/identity/service/embedded/testing-lite.ts';
import { openSeed, type Seed, type SeededHome } from '#apps/service/testing/seed.ts';
import { giveFactor, makeFactors } from '#apps/service/testing/second-factors.ts';

let site: LiteSite;
let seed: Seed;
let home: SeededHome;
beforeAll(async () => {
  site = await openLiteSite();
  seed = openSeed(site.database.ownerUrl);
  home = await seed.home();
  await makeFactors(seed.owner);
});
afterAll(async () => {
  await seed.end();
  await site.stop();
});

const ask = async (aal: string, method: string, path: string, body?: object) => {
  const jwt = new SignJWT({ role: 'authenticated', aal }).setProtectedHeader({ alg: 'HS256' }).setSubject(home.userId);
  const token = await jwt.setExpirationTime('1h').sign(new TextEncoder().encode(site.database.jwtSecret));
  const answer = await fetch(`${site.origin}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: site.database.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said = (await answer.json()) as unknown[] | { code: string };
  return Array.isArray(said) ? said.length : said.code;
};
const tryAll = async (aal: string) => [
  await ask(aal, 'GET', 'households?select=id'),
  await ask(aal, 'GET', 'profiles?select=user_id'),
  await ask(aal, 'PATCH', `profiles?select=user_id&user_id=eq.${home.userId}`, { display_name: 'Other' }),
  await ask(aal, 'POST', 'connected_devices?select=id', {
    user_id: home.userId,
    name: 'lamp',
    room: 'hall',
    utility: 'water',
  }),
  await ask(aal, 'DELETE', 'connected_devices?select=id&name=eq.lamp'),
];

test('C6.1 the table API is closed to a token of the password alone as soon as there is a second factor, and open to one of both', async () => {
  const open = [1, 1, 1, 1, 1];
  expect(await tryAll('aal1')).toEqual(open);
  await giveFactor(seed.owner, home.userId, 'unverified');
  expect(await tryAll('aal1')).toEqual(open);
  await giveFactor(seed.owner, home.userId, 'verified');
  expect(await tryAll('aal1')).toEqual([0, 0, 0, '42501', 0]);
  expect(await tryAll('aal2')).toEqual(open);
});
