import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { documentKey } from '#subjects/bills/contract/documents.ts';
import { openShortDemo } from '#subjects/household/service/demo/testing-demo.ts';
import { tracesOf } from './testing-account.ts';

describe('traces of sign in', () => {
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
});

describe('guests gone', () => {
  interface Guest {
    readonly userId: string;
    readonly household: string;
  }

  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
    const now = Math.floor(Date.now() / 60_000) * 60;
    await openShortDemo(stage, now - 3_600, now);
  });
  afterAll(() => stage.end());

  const arrive = async (): Promise<Guest> => {
    const { owner } = stage.seed;
    const userId = randomUUID();
    await owner`insert into auth.users (id, email) values (${userId}, ${`${userId}@guest.wattershed.invalid`})`;
    const [row] = await owner<{ id: string }[]>`select id from households where owner_id = ${userId}`;
    return { userId, household: row?.id as string };
  };

  /** What a guest leaves in a week: at the backend, in their household, and in what others read. */
  const live = async ({ userId, household }: Guest): Promise<void> => {
    const { owner } = stage.seed;
    const session = randomUUID();
    await owner`insert into auth.sessions (id, user_id) values (${session}, ${userId})`;
    await owner`insert into auth.refresh_tokens (id, token, user_id, session_id) values (${randomUUID()}, ${randomUUID()}, ${userId}, ${session})`;
    await owner`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    values (gen_random_uuid(), 'email', ${userId}, ${userId}, ${owner.json({ sub: userId })})`;
    await owner`insert into auth.audit_log_entries (id, payload) values (gen_random_uuid(), ${owner.json({ actor_id: userId })})`;
    await owner`insert into private.linked_identities (provider, subject, user_id) values ('firebase', ${`of-${userId}`}, ${userId})`;
    await owner`select private.take_allowance('assistant', ${userId}, 10, 3600)`;
    const [device] = await owner<
      { id: string }[]
    >`select id from connected_devices where household_id = ${household} limit 1`;
    const id = device?.id as string;
    await owner`insert into assistant_messages (household_id, user_id, role, content) values (${household}, ${userId}, 'user', 'Hello')`;
    await owner`insert into assistant_actions (household_id, user_id, device_id, wanted, until) values (${household}, ${userId}, ${id}, true, now())`;
    await owner`insert into assistant_tokens (household_id, user_id, hash) values (${household}, ${userId}, sha256(convert_to(${userId}, 'UTF8')))`;
    await owner`insert into wall_tokens (household_id, created_by, hash) values (${household}, ${userId}, sha256(convert_to(${userId}, 'UTF8')))`;
    await owner`insert into device_schedules (household_id, device_id, is_on, minute, created_by) values (${household}, ${id}, true, 60, ${userId})`;
    await owner`insert into ingest_tokens (household_id, hash, created_by) values (${household}, sha256(convert_to(${household}, 'UTF8')), ${userId})`;
    await owner`insert into imports (household_id, id, user_id, file_name) values (${household}, gen_random_uuid(), ${userId}, 'use.csv')`;
    await owner`insert into storage.objects (bucket_id, name, version, owner, owner_id)
    values ('bills', ${documentKey(household, 'a.pdf')}, ${randomUUID()}, ${userId}, ${userId})`;
    await owner`insert into community_posts (kind, title, body, author_id, author_name) values ('discussion', 'Drips', 'At night', ${userId}, 'A guest')`;
    await owner`insert into contact_messages (name, email, topic, subject, message, language, user_id)
    values ('G', 'g@example.org', 'general', 'S', 'M', 'en', ${userId})`;
  };

  const removeIdle = async ({ userId }: Guest): Promise<void> => {
    await stage.seed.owner`update profiles set last_seen_at = now() - interval '8 days' where user_id = ${userId}`;
    await stage.sql`select private.remove_idle_guests(7)`;
  };
  const traces = (id: string) => tracesOf(stage.seed.owner, id);

  describe('C5.6 of a guest who did not come back for a week', () => {
    test('nothing is left with the embedded backend: overlay, talks, tokens, files, ways to sign in', async () => {
      const [gone, stays] = [await arrive(), await arrive()];
      for (const guest of [gone, stays]) await live(guest);
      expect((await traces(gone.household)).length).toBeGreaterThan(10);
      const before = await traces(stays.userId);
      await removeIdle(gone);
      expect(await traces(gone.userId)).toEqual([]);
      expect(await traces(gone.household)).toEqual([]);
      expect(await traces(stays.userId)).toEqual(before);
    });

    test('a hosted backend’s account goes as well; its files are remembered until its storage was asked for them', async () => {
      const gone = await arrive();
      await live(gone);
      await stage.sql`select private.configure_backend(true)`;
      await removeIdle(gone);
      // Its diary is the hosted backend's own.
      expect(await traces(gone.userId)).toEqual(['auth.audit_log_entries.payload']);
      expect((await traces(gone.household)).sort()).toEqual([
        'private.storage_leftovers.household_id',
        'storage.objects.name',
      ]);
      await stage.sql`select private.configure_backend(false)`;
    });
  });
});
