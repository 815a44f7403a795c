import type { EndingFacts } from '../../contract/account.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { endDueAccounts } from './index.ts';
import { serveAccount, tracesOf } from './testing-account.ts';

const path = '/api/v1/account/ending';

let stage: Stage;
let app: FastifyInstance;
let ada: SeededHome;
let ben: SeededHome;
beforeAll(async () => {
  stage = await openStage();
  app = serveAccount(stage);
});
afterAll(() => stage.end());

/** Ada's household, in which Ben is a member and has added a device. */
beforeEach(async () => {
  ada = await stage.seed.home();
  ben = await stage.seed.home();
  const { owner } = stage.seed;
  await owner`insert into household_members (household_id, user_id, role) values (${ada.household}, ${ben.userId}, 'member')`;
  await owner`update profiles set display_name = 'Ben' where user_id = ${ben.userId}`;
  await ada.device('Lamp', 'hall', 'electricity');
  await owner`insert into connected_devices (household_id, user_id, name, room, utility)
    values (${ada.household}, ${ben.userId}, 'Tap', 'kitchen', 'water')`;
  for (const home of [ada, ben])
    await owner`insert into billing_records (household_id, user_id, period_start, period_end, currency, total_amount, amounts)
      values (${home.household}, ${home.userId}, '2026-10-01', '2026-11-01', 'EUR', 3, '{"water": {"used": 1, "estimated": 0, "cost": "3"}}')`;
  for (const home of [ada, ben]) await writeEverywhere(home);
});

/** What a person leaves in what others read, and in what they decide as an administrator. */
const writeEverywhere = async ({ userId }: SeededHome) => {
  const { owner } = stage.seed;
  const [post] = await owner<{ id: string }[]>`
    insert into community_posts (kind, title, body, author_id, author_name, hidden_by) values ('discussion', 'Drips', 'At night', ${userId}, 'Ada Unique', ${userId}) returning id`;
  const [reply] = await owner<{ id: string }[]>`
    insert into community_replies (post_id, body, author_id, author_name, hidden_by) values (${post?.id ?? ''}, 'Cistern', ${userId}, 'Ada Unique', ${userId}) returning id`;
  await owner`insert into community_likes (post_id, user_id) values (${post?.id ?? ''}, ${userId})`;
  await owner`insert into community_reply_likes (reply_id, user_id) values (${reply?.id ?? ''}, ${userId})`;
  await owner`insert into community_reports (post_id, reason, reporter_id, settled_by, settled_at, outcome) values (${post?.id ?? ''}, 'other', ${userId}, ${userId}, now(), 'dismissed')`;
  await owner`insert into contact_messages (name, email, topic, subject, message, language, user_id)
    values ('Ada Unique', ${`${userId}@example.org`}, 'general', 'S', 'M', 'en', ${userId})`;
  await owner`insert into auth.audit_log_entries (id, payload) values
    (gen_random_uuid(), ${owner.json({ action: 'login', actor_id: userId, actor_username: `${userId}@example.com` })})`;
  await owner`insert into auth.flow_state (id, user_id, code_challenge_method, code_challenge, provider_type, authentication_method)
    values (gen_random_uuid(), ${userId}, 's256', 'x', 'google', 'oauth')`;
  await owner`insert into faq_requests (question, language, user_id, email, decided_by) values (${`Why ${Math.random()}?`}, 'en', ${userId}, ${`${userId}@example.org`}, ${userId})`;
};

const call = async (method: 'GET' | 'POST' | 'DELETE', who: SeededHome, payload?: object) => {
  const headers = await stage.session(who.userId);
  return app.inject({ method, url: path, headers, ...(payload && { payload }) });
};
const pass = (days: number, who: SeededHome) =>
  stage.seed
    .owner`update account_endings set due_at = due_at - make_interval(days => ${days}) where user_id = ${who.userId}`;

const traces = (id: string): Promise<string[]> => tracesOf(stage.seed.owner, id);

describe('C2.10 deleting an account', () => {
  test('says what goes, waits seven days, and can be taken back until then', async () => {
    const before = (await call('GET', ada)).json<EndingFacts>();
    expect(before).toMatchObject({
      dueAt: null,
      households: [{ id: ada.household, devices: 2, bills: 1, heir: null, members: [{ id: ben.userId, name: 'Ben' }] }],
    });
    const asked = (await call('POST', ada, {})).json<EndingFacts>();
    const days = (Date.parse(asked.dueAt as string) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    await pass(6, ada);
    await endDueAccounts(stage.sql);
    expect(await traces(ada.userId)).not.toEqual([]);
    const again = (await call('POST', ada, {})).json<EndingFacts>();
    expect(Date.parse(again.dueAt as string)).toBeLessThan(Date.parse(asked.dueAt as string));
    expect((await call('DELETE', ada)).statusCode).toBe(204);
    await endDueAccounts(stage.sql);
    expect((await call('GET', ada)).json<EndingFacts>().dueAt).toBeNull();
    expect(await stage.seed.owner`select from auth.users where id = ${ada.userId}`).toHaveLength(1);
  });

  test('afterwards the person is in no table; the household is gone, and with it all that it held', async () => {
    await call('POST', ada, {});
    await pass(7, ada);
    expect(await endDueAccounts(stage.sql)).toBe(1);
    expect(await traces(ada.userId)).toEqual([]);
    expect(await traces(ada.household)).toEqual([]);
    expect(await traces(ben.userId)).not.toEqual([]);
  });

  test('what was written in the community stays, without a name; messages are gone', async () => {
    await call('POST', ada, {});
    await pass(7, ada);
    const { owner } = stage.seed;
    const count = async () =>
      (await owner`select (select count(*) from community_posts) + (select count(*) from community_replies) as n`)[0]?.[
        'n'
      ];
    const before = await count();
    await endDueAccounts(stage.sql);
    expect(await count()).toBe(before);
    expect(await owner`select author_name from community_posts where author_id is null`).toContainEqual({
      author_name: null,
    });
    expect(await owner`select from contact_messages where email like ${`${ada.userId}%`}`).toHaveLength(0);
    expect(await owner`select from contact_messages where email like ${`${ben.userId}%`}`).toHaveLength(1);
  });

  test('a household that is handed over stays whole, under its new owner', async () => {
    await call('POST', ada, { heirs: { [ada.household]: ben.userId } });
    await pass(7, ada);
    await endDueAccounts(stage.sql);
    expect(await traces(ada.userId)).toEqual([]);
    const { owner } = stage.seed;
    expect(await owner`select owner_id from households where id = ${ada.household}`).toEqual([
      { owner_id: ben.userId },
    ]);
    expect(await owner`select user_id, role from household_members where household_id = ${ada.household}`).toEqual([
      { user_id: ben.userId, role: 'owner' },
    ]);
    const devices = await owner`select user_id from connected_devices where household_id = ${ada.household}`;
    expect(devices.map(({ user_id }) => user_id)).toEqual([ben.userId, ben.userId]);
    const bills = await owner`select user_id from billing_records where household_id = ${ada.household}`;
    expect(bills).toEqual([{ user_id: ben.userId }]);
  });

  test('a member who leaves takes only themselves along', async () => {
    await call('POST', ben, {});
    await pass(7, ben);
    await endDueAccounts(stage.sql);
    expect(await traces(ben.userId)).toEqual([]);
    const devices = await stage.seed.owner`select user_id from connected_devices where household_id = ${ada.household}`;
    expect(devices.map(({ user_id }) => user_id)).toEqual([ada.userId, ada.userId]);
  });

  test('only a member of one’s own household can take over, and nobody acts for another', async () => {
    const stranger = await stage.seed.home();
    for (const heirs of [
      { [ada.household]: stranger.userId },
      { [ben.household]: ada.userId },
      { [ada.household]: ada.userId },
    ]) {
      const answer = await call('POST', ada, { heirs });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'forbidden']);
    }
    expect((await call('POST', ada, { heirs: { [ada.household]: 'Ben' } })).statusCode).toBe(400);
    expect((await app.inject({ method: 'POST', url: path, payload: {} })).statusCode).toBe(401);
    expect((await call('GET', ada)).json<EndingFacts>().dueAt).toBeNull();
  });

  test('what a member did leaves no name behind: schedules are off, the rest stays', async () => {
    const { owner } = stage.seed;
    const [device] = await owner<
      { id: string }[]
    >`select id from connected_devices where household_id = ${ada.household} limit 1`;
    const id = device?.id as string;
    await owner`insert into device_schedules (household_id, device_id, is_on, minute, created_by) values (${ada.household}, ${id}, true, 60, ${ben.userId})`;
    await owner`insert into device_commands (household_id, device_id, wanted, user_id) values (${ada.household}, ${id}, true, ${ben.userId})`;
    await owner`insert into imports (household_id, id, user_id, file_name) values (${ada.household}, gen_random_uuid(), ${ben.userId}, 'use.csv')`;
    await owner`insert into repairs (household_id, meter_id, kind, used_before, used_after, change, made_by)
      select household_id, id, 'remove', 0, 0, '{}', ${ben.userId} from meters where household_id = ${ada.household} limit 1`;
    await call('POST', ben, {});
    await pass(7, ben);
    await endDueAccounts(stage.sql);
    expect(await traces(ben.userId)).toEqual([]);
    expect(await owner`select is_enabled, created_by from device_schedules where device_id = ${id}`).toEqual([
      { is_enabled: false, created_by: ada.userId },
    ]);
    expect(await owner`select user_id from imports where household_id = ${ada.household}`).toEqual([
      { user_id: ada.userId },
    ]);
  });

  test('a viewer who may switch in rooms can take over, and then owns everything', async () => {
    const { owner } = stage.seed;
    await owner`update household_members set role = 'viewer', switch_rooms = '{kitchen}' where household_id = ${ada.household} and user_id = ${ben.userId}`;
    await call('POST', ada, { heirs: { [ada.household]: ben.userId } });
    await pass(7, ada);
    await endDueAccounts(stage.sql);
    expect(await owner`select role, switch_rooms from household_members where household_id = ${ada.household}`).toEqual(
      [{ role: 'owner', switch_rooms: null }],
    );
  });

  test('of several households each is handed over or goes; who lived in one that goes has an empty one, in its time zone', async () => {
    const { owner } = stage.seed;
    const zoned = await stage.seed.home('Asia/Kolkata');
    const [lodger] = [await stage.seed.home()];
    await owner`delete from households where owner_id = ${lodger.userId}`;
    await owner`insert into household_members (household_id, user_id, role) values (${zoned.household}, ${lodger.userId}, 'member')`;
    const [second] = await owner<
      { id: string }[]
    >`select id from private.create_household(${zoned.userId}, 'Cottage', null, 10)`;
    await owner`insert into household_members (household_id, user_id, role) values (${second?.id as string}, ${ben.userId}, 'member')`;
    expect((await call('GET', zoned)).json<EndingFacts>().households).toHaveLength(2);
    await call('POST', zoned, { heirs: { [second?.id as string]: ben.userId } });
    await pass(7, zoned);
    await endDueAccounts(stage.sql);
    expect(await traces(zoned.userId)).toEqual([]);
    expect(await traces(zoned.household)).toEqual([]);
    expect(await owner`select owner_id from households where id = ${second?.id as string}`).toEqual([
      { owner_id: ben.userId },
    ]);
    expect(
      await owner`select h.time_zone, m.role from household_members m join households h on h.id = m.household_id
      where m.user_id = ${lodger.userId}`,
    ).toEqual([{ time_zone: 'Asia/Kolkata', role: 'owner' }]);
  });

  test('a viewer takes only themselves along, and the invitation by which they came', async () => {
    const { owner } = stage.seed;
    await owner`update household_members set role = 'viewer' where household_id = ${ada.household} and user_id = ${ben.userId}`;
    await owner`insert into household_invitations (household_id, role, hash, made_by, expires_at, used_at, used_by)
      values (${ada.household}, 'viewer', sha256(convert_to(${ben.userId}, 'UTF8')), ${ada.userId}, now() + interval '7 days', now(), ${ben.userId})`;
    await call('POST', ben, {});
    await pass(7, ben);
    await endDueAccounts(stage.sql);
    expect(await traces(ben.userId)).toEqual([]);
    expect(await owner`select from household_members where household_id = ${ada.household}`).toHaveLength(1);
  });

  test('an heir who left in the meantime takes over nothing', async () => {
    await call('POST', ada, { heirs: { [ada.household]: ben.userId } });
    await stage.seed
      .owner`delete from household_members where household_id = ${ada.household} and user_id = ${ben.userId}`;
    await pass(7, ada);
    await endDueAccounts(stage.sql);
    expect(await traces(ada.household)).toEqual([]);
  });
});
