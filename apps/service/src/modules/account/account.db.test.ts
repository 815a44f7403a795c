import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUEST_DOMAIN, type LiteSite, openLiteSite } from '../../backend/testing-lite.ts';
import { openStage, type Stage } from '../../testing/stage.ts';
import { accountRoutes } from './index.ts';

let site: LiteSite;
let stage: Stage;
let app: FastifyInstance;
beforeAll(async () => {
  site = await openLiteSite();
  stage = await openStage(Date.now, site.database);
  app = stage.http((http, deps) =>
    accountRoutes(http, {
      ...deps,
      database: stage.database,
      forgetSessions: () => {},
      now: Date.now,
      upgradeGuest: (userId, email, password) =>
        site.lite.call({ call: 'upgrade-guest', userId, email, password, origin: site.origin }),
    }),
  );
});
afterAll(async () => {
  await stage.end();
  await site.stop();
});

const signUp = async (email: string) => {
  const { data } = await site.client().auth.signUp({ email, password: 'correct horse' });
  return { id: data.user?.id as string, headers: { authorization: `Bearer ${data.session?.access_token}` } };
};

describe('C5.6 a guest becomes a member', () => {
  const upgrade = (headers: Record<string, string>, payload: object) =>
    app.inject({ method: 'POST', url: '/api/v1/account/upgrade', headers, payload });

  test('with an address and a password of their own, in the same account and household', async () => {
    const guest = await signUp(`one@${GUEST_DOMAIN}`);
    const household = () => stage.seed.owner`select household_id from household_members where user_id = ${guest.id}`;
    const before = await household();
    expect((await upgrade(guest.headers, { email: 'ada@example.org', password: 'correct horse' })).statusCode).toBe(
      204,
    );
    expect(await household()).toEqual(before);
    expect(await stage.seed.owner`select is_guest from profiles where user_id = ${guest.id}`).toEqual([
      { is_guest: false },
    ]);
    const again = await upgrade(guest.headers, { email: 'ada2@example.org', password: 'correct horse' });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'not-a-guest']);
  });

  test('what is wrong is told by code, and nothing changes', async () => {
    await signUp('taken@example.org');
    const guest = await signUp(`two@${GUEST_DOMAIN}`);
    const codeOf = async (email: string, password: string) => {
      const answer = await upgrade(guest.headers, { email, password });
      return [answer.statusCode, answer.json<{ code: string }>().code];
    };
    expect(await codeOf('not an address', 'correct horse')).toEqual([400, 'body-malformed']);
    expect(await codeOf('ben@example.org', 'short')).toEqual([400, 'body-malformed']);
    expect(await codeOf(`three@${GUEST_DOMAIN}`, 'correct horse')).toEqual([400, 'email-invalid']);
    expect(await codeOf('taken@example.org', 'correct horse')).toEqual([409, 'email-taken']);
    expect(await stage.seed.owner`select is_guest from profiles where user_id = ${guest.id}`).toEqual([
      { is_guest: true },
    ]);
    expect((await upgrade({}, { email: 'ben@example.org', password: 'correct horse' })).statusCode).toBe(401);
  });
});

test('a visit is remembered, not more often than every ten minutes', async () => {
  const { id, headers } = await signUp('eve@example.org');
  const age = async (set?: string) => {
    if (set) await stage.seed.owner`update profiles set last_seen_at = now() - ${set}::interval where user_id = ${id}`;
    expect((await app.inject({ method: 'POST', url: '/api/v1/account/seen', headers })).statusCode).toBe(204);
    const [row] = await stage.seed.owner<{ minutes: number }[]>`
      select (extract(epoch from now() - last_seen_at) / 60)::int as minutes from profiles where user_id = ${id}`;
    return row?.minutes;
  };
  expect(await age('3 days')).toBe(0);
  expect(await age('5 minutes')).toBe(5);
});
