import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type Sql } from '#kernel/db.ts';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

let story: Story;
let engine: Sql;
beforeAll(async () => {
  story = await openStory();
  engine = story.database.engine;
  await story.seed.prove(story.ada.id, story.dan.id);
});
afterAll(() => story.end());
beforeEach(async () => {
  await story.truth`delete from household_invitations`;
  await story.truth`delete from household_members where household_id = ${story.household} and user_id = ${story.dan.id}`;
});

interface Made {
  readonly fault: string | null;
  readonly id: string;
  readonly hash: Buffer;
}
const invite = async (
  by: Character,
  { role = 'member', rooms = null as string[] | null, email = null as string | null } = {},
): Promise<Made> => {
  const hash = randomBytes(32);
  const [row] = await engine<{ fault: string | null; id: string }[]>`
    select * from private.invite(${by.id}, ${story.household}, ${role}, ${JSON.stringify(rooms)}::text::jsonb, ${email}, ${hash}, null, 7, 20)`;
  return { fault: row?.fault ?? null, id: row?.id as string, hash };
};
const accept = async (person: Character, { hash }: Pick<Made, 'hash'>, sql = engine) => {
  const [row] = await sql<{ fault: string | null; household_id: string | null }[]>`
    select * from private.accept_invitation(${person.id}, ${hash})`;
  return row?.fault ?? row?.household_id;
};
const look = async ({ hash }: Pick<Made, 'hash'>) => {
  const [row] = await engine`select * from private.look_at_invitation(${hash})`;
  return row?.['fault'] ?? row?.['preview'];
};

describe('C6.1 an invitation', () => {
  test('is made and taken back by the owner alone', async () => {
    expect((await invite(story.ben)).fault).toBe('forbidden');
    expect((await invite(story.cleo)).fault).toBe('forbidden');
    expect((await invite(story.dan)).fault).toBe('not-found');
    const made = await invite(story.ada);
    expect(made.fault).toBeNull();
    const revoke = async (person: Character) =>
      (await engine`select private.revoke_invitation(${person.id}, ${story.household}, ${made.id}) as fault`)[0]?.[
        'fault'
      ];
    expect([
      await revoke(story.dan),
      await revoke(story.ben),
      await revoke(story.ada),
      await revoke(story.ada),
    ]).toEqual(['not-found', 'forbidden', null, 'not-found']);
    expect(await accept(story.dan, made)).toBe('invitation-unknown');
  });

  test('C6.3 is seen by the owner alone, its hash by nobody; written by nobody', async () => {
    await invite(story.ada);
    const seen = (person: Character) => person.does((sql) => sql`select id, email from household_invitations`);
    expect(await seen(story.ada)).toHaveLength(1);
    for (const person of [story.ben, story.cleo, story.dan]) expect(await seen(person)).toHaveLength(0);
    await expectRefused(story.visitor`select id from household_invitations`);
    await expectRefused(story.ada.does((sql) => sql`select hash from household_invitations`));
    await expectRefused(story.ada.does((sql) => sql`update household_invitations set role = 'member'`));
    await expectRefused(story.ada.does((sql) => sql`delete from household_invitations`));
  });

  test('brings in as what, and with which rooms, it says; and the household is what they look at', async () => {
    const made = await invite(story.ada, { role: 'viewer', rooms: ['kitchen'] });
    expect(await look(made)).toMatchObject({ role: 'viewer', switchRooms: ['kitchen'], email: null });
    expect(await accept(story.dan, made)).toBe(story.household);
    const [row] =
      await story.truth`select role, switch_rooms, (select current_household from profiles where user_id = ${story.dan.id})
      from household_members where household_id = ${story.household} and user_id = ${story.dan.id}`;
    expect(row).toEqual({ role: 'viewer', switch_rooms: ['kitchen'], current_household: story.household });
    expect(await look(made)).toBe('invitation-used');
    expect(await accept(story.dan, made)).toBe(story.household);
    expect(await accept(await story.person(), made)).toBe('invitation-used');
    expect(await accept(story.dan, await invite(story.ada))).toBe('already-member');
  });

  test('pressed twice, or two of one person at once, make one member', async () => {
    const [one, two] = [await invite(story.ada), await invite(story.ada)];
    expect(await Promise.all([accept(story.dan, one), accept(story.dan, one)])).toEqual([
      story.household,
      story.household,
    ]);
    await story.truth`delete from household_members where household_id = ${story.household} and user_id = ${story.dan.id}`;
    expect(await accept(story.dan, one)).toBe('invitation-used');
    const other = await invite(story.ada);
    const both = await Promise.all([accept(story.dan, two), accept(story.dan, other)]);
    expect(new Set(both)).toEqual(new Set([story.household, 'already-member']));
  });

  test('of two who accept at once one gets in, also by way of two services', async () => {
    const other = openDatabase(story.serviceUrl);
    for (let round = 0; round < 10; round += 1) {
      const made = await invite(story.ada);
      const people = await Promise.all([story.person(), story.person(), story.person()]);
      const said = await Promise.all(people.map((person, i) => accept(person, made, i % 2 ? other.engine : engine)));
      expect(said.filter((one) => one === story.household)).toHaveLength(1);
      expect(said.filter((one) => one === 'invitation-used')).toHaveLength(2);
    }
    await other.stop();
  });

  test('ends after its days, is unknown when nobody made it, and open ones are twenty at most', async () => {
    const made = await invite(story.ada);
    await story.truth`update household_invitations set expires_at = now() - interval '1 second'`;
    expect([await look(made), await accept(story.dan, made)]).toEqual(['invitation-expired', 'invitation-expired']);
    expect(await accept(story.dan, { hash: randomBytes(32) })).toBe('invitation-unknown');
    const all = await Promise.all(Array.from({ length: 24 }, () => invite(story.ada)));
    expect(all.filter(({ fault }) => fault === null)).toHaveLength(20);
    expect(all.filter(({ fault }) => fault === 'invitations-full')).toHaveLength(4);
  });

  test('for an address is for that account, and confirmed; its preview hides most of it', async () => {
    const email = `${story.dan.id}@Example.com`;
    const made = await invite(story.ada, { email });
    expect(await look(made)).toMatchObject({ email: `${story.dan.id[0]}…@Example.com` });
    const stranger = await story.person();
    expect(await accept(stranger, made)).toBe('invitation-other-address');
    await story.seed.disprove(story.dan.id);
    expect(await accept(story.dan, made)).toBe('email-not-confirmed');
    await story.seed.prove(story.dan.id);
    expect(await accept(story.dan, made)).toBe(story.household);
  });

  test('goes to one address five times a day at most, whoever asks', async () => {
    const email = 'someone@example.org';
    for (let i = 0; i < 5; i += 1) expect((await invite(story.ada, { email })).fault).toBeNull();
    expect((await invite(story.ada, { email: 'Someone@example.org' })).fault).toBe('rate-limited');
    expect((await invite(story.ada, { email: 'another@example.org' })).fault).toBeNull();
  });

  test('C5.6 is neither made nor accepted by a guest', async () => {
    const made = await invite(story.ada);
    await story.truth`update profiles set is_guest = true where user_id in (${story.ada.id}, ${story.dan.id})`;
    expect((await invite(story.ada)).fault).toBe('guest-account');
    expect(await accept(story.dan, made)).toBe('guest-account');
    await story.truth`update profiles set is_guest = false where user_id in (${story.ada.id}, ${story.dan.id})`;
    expect(await accept(story.dan, made)).toBe(story.household);
  });

  test('goes with the household, forgets who is gone, and is swept away a month after its end', async () => {
    const [used, open] = [await invite(story.ada), await invite(story.ada)];
    const guestOf = await story.person();
    await accept(guestOf, used);
    await story.truth`delete from auth.users where id = ${guestOf.id}`;
    const ids = async () => (await story.truth`select id from household_invitations`).map((row) => row['id']);
    expect(await ids()).toEqual([open.id]);
    await story.truth`update household_invitations set expires_at = now() - interval '31 days'`;
    await engine`select private.forget_old_invitations()`;
    expect(await ids()).toEqual([]);
  });
});

describe('C6.1 an invitation by mail', () => {
  beforeEach(() => story.truth`delete from private.allowances`);

  test('is not sent in the name of an address that nobody has proved', async () => {
    await story.seed.disprove(story.ada.id);
    expect((await invite(story.ada, { email: 'friend@example.org' })).fault).toBe('email-not-confirmed');
    expect((await invite(story.ada)).fault).toBeNull();
    await story.seed.prove(story.ada.id);
  });

  test('goes to an address five times a day, whatever became of the earlier ones', async () => {
    for (let i = 0; i < 5; i += 1) expect((await invite(story.ada, { email: 'Friend@example.org' })).fault).toBeNull();
    await story.truth`delete from household_invitations`;
    expect((await invite(story.ada, { email: 'friend@example.org' })).fault).toBe('rate-limited');
    expect((await invite(story.ada, { email: 'other@example.org' })).fault).toBeNull();
  });

  test('outlives an account that only says that the address is its own', async () => {
    const made = await invite(story.ada, { email: 'friend@example.org' });
    const id = '6d1f7f0e-58a4-4b43-93a0-0c5d8d6a8f11';
    const signUp = () =>
      story.truth`insert into auth.users (id, email, email_confirmed_at) values (${id}, 'friend@example.org', now())`;
    await signUp();
    await story.seed.disprove(id);
    await story.truth`delete from auth.users where id = ${id}`;
    expect(await look(made)).toMatchObject({ role: 'member' });
    await signUp();
    await story.seed.prove(id);
    await story.truth`delete from auth.users where id = ${id}`;
    expect(await look(made)).toBe('invitation-unknown');
  });
});
