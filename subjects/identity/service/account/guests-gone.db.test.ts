import { randomUUID } from 'node:crypto';
import { documentKey } from '#subjects/bills/contract/documents.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { openShortDemo } from '#subjects/household/service/demo/testing-demo.ts';
import { tracesOf } from './testing-traces.ts';

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
