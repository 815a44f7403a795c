import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { tracesOf } from './testing-traces.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.end());

const write = async (userId: string, days = 0): Promise<void> => {
  const { owner } = stage.seed;
  await owner`insert into auth.audit_log_entries (id, payload, created_at) values
    (gen_random_uuid(), ${owner.json({ action: 'login', actor_id: userId })}, now() - make_interval(days => ${days}))`;
  await owner`insert into auth.flow_state (id, user_id, code_challenge_method, code_challenge, provider_type, authentication_method)
    values (gen_random_uuid(), ${userId}, 's256', 'x', 'google', 'oauth')`;
};
/** As an update leaves it, before the service has started. */
const isNotKnownYet = () => stage.seed.owner`update private.settings set is_hosted = null`;
const start = (isHosted: boolean) => stage.sql`select private.configure_backend(${isHosted})`;
const traces = (id: string): Promise<string[]> => tracesOf(stage.seed.owner, id);
const both = ['auth.audit_log_entries.payload', 'auth.flow_state.user_id'];

describe('C2.10 what signing in left behind of accounts that ended before the service knew its backend', () => {
  test('goes when the embedded backend starts; of who is still here nothing does', async () => {
    const [{ userId: stays }, gone] = [await stage.seed.home(), randomUUID()];
    await isNotKnownYet();
    for (const id of [stays, gone]) await write(id);
    await start(false);
    expect(await traces(gone)).toEqual([]);
    expect(await traces(stays)).toEqual(expect.arrayContaining(both));
  });

  test('stays until it is known which backend it is, and with a hosted one', async () => {
    const { userId } = await stage.seed.home();
    await isNotKnownYet();
    await write(userId);
    await stage.seed.owner`delete from auth.users where id = ${userId}`;
    expect((await traces(userId)).sort()).toEqual(both);
    await start(true);
    expect((await traces(userId)).sort()).toEqual(both);
    await start(false);
    expect(await traces(userId)).toEqual([]);
  });
});

test('C2.10 the embedded backend’s diary is kept for 90 days, a hosted one’s as its operator wants', async () => {
  const { userId } = await stage.seed.home();
  await write(userId, 89);
  await write(userId, 91);
  const left = async () =>
    (await stage.seed.owner`select from auth.audit_log_entries where payload ->> 'actor_id' = ${userId}`).length;
  for (const [isHosted, count] of [
    [true, 2],
    [false, 1],
  ] as const) {
    await start(isHosted);
    await stage.sql`select private.forget_old_traces_of_sign_in()`;
    expect(await left()).toBe(count);
  }
});
