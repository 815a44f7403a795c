import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { injections } from '#catalogue/testing-injections.ts';
import { aPost, type CommunityStage, openCommunity, type Person } from './testing.ts';

describe('community', () => {
  let stage: CommunityStage;
  let ada: Person;
  let ben: Person;
  let guest: Person;
  let team: Person;
  beforeAll(async () => {
    stage = await openCommunity();
    ada = await stage.member('Ada');
    ben = await stage.member('Ben');
    guest = await stage.guest();
    team = await stage.administrator();
  });
  afterAll(() => stage.end());

  const titles = async (query: string, as?: Person) => (await stage.list(query, as)).posts.map(({ title }) => title);

  describe('C2.14 what is sent again under its key', () => {
    const keyed = (who: Person, key: string) => ({
      post: async () => (await who.ask('POST', 'posts', { ...aPost, key })).json() as { id: string },
      reply: async (post: string) => {
        const answer = await who.ask('POST', `posts/${post}/replies`, { body: 'Once', language: 'en', key });
        return answer.json() as { id: string };
      },
    });

    test('is made once, also when it is sent five times at once; another person’s key is another', async () => {
      const [cara, dan] = [await stage.member('Cara'), await stage.member('Dan')];
      const mine = keyed(cara, randomUUID());
      const ids = (await Promise.all(Array.from({ length: 5 }, mine.post))).map(({ id }) => id);
      expect(new Set(ids).size).toBe(1);
      expect(await mine.post()).toEqual({ id: ids[0] });
      const key = randomUUID();
      const [one, other] = [await keyed(cara, key).post(), await keyed(dan, key).post()];
      expect(one.id).not.toBe(other.id);
      const answer = keyed(dan, randomUUID());
      await Promise.all([answer.reply(one.id), answer.reply(one.id)]);
      expect(await stage.read(one.id)).toMatchObject({ replyCount: 1 });
    });

    test('and was refused is tried anew', async () => {
      const cara = await stage.member('Cara');
      const key = randomUUID();
      const empty = { ...aPost, body: '', key };
      expect(await cara.ask('POST', 'posts', empty)).toMatchObject({ status: 400 });
      expect(await cara.ask('POST', 'posts', { ...aPost, key })).toMatchObject({ status: 201 });
    });
  });

  describe('C2.14 writing needs a signed-in member who is no guest', () => {
    test('C6.3 a visitor is asked to sign in, a guest is told to become a member, a member writes', async () => {
      const post = await ada.post({ title: 'Who may answer?' });
      for (const [path, body] of [
        ['posts', aPost],
        [`posts/${post}/replies`, { body: 'I', language: 'en' }],
        [`posts/${post}/reports`, { reason: 'spam' }],
      ] as const) {
        expect(await stage.visitor.ask('POST', path, body)).toMatchObject({ status: 401, code: 'not-authenticated' });
        expect(await guest.ask('POST', path, body)).toMatchObject({ status: 403, code: 'members-only' });
      }
      expect(await guest.like(`posts/${post}`)).toMatchObject({ status: 403, code: 'members-only' });
      expect(await stage.visitor.like(`posts/${post}`)).toMatchObject({ status: 401 });
      await ben.reply(post);
      expect(await ben.like(`posts/${post}`)).toMatchObject({ status: 200 });
      expect(await stage.read(post)).toMatchObject({ authorName: 'Ada', replyCount: 1, likeCount: 1, liked: false });
      expect(await stage.read(post, ben)).toMatchObject({ mine: false, liked: true });
      expect(await stage.read(post, ada)).toMatchObject({ mine: true, liked: false });
    });

    test('announcements and events are written by administrators alone, discussions and resources by members', async () => {
      const event = { kind: 'event', startsAt: '2026-12-01T10:00:00Z', endsAt: '2026-12-01T12:00:00Z' } as const;
      for (const rest of [{ kind: 'announcement' } as const, event])
        expect(await ada.ask('POST', 'posts', { ...aPost, ...rest })).toMatchObject({ status: 403, code: 'forbidden' });
      await ada.post({ kind: 'resource', link: 'https://example.org/guide', body: '' });
      const post = await team.post({ kind: 'announcement', title: 'New readings' });
      expect(await stage.read(post)).toMatchObject({ byAdministrator: true, authorName: 'Team' });
      await team.post({ ...event, title: 'Repair café', place: 'Library' });
      expect(
        (await stage.list('part=events&sort=past')).posts.length + (await stage.list('part=events')).posts.length,
      ).toBe(1);
    });

    test('what is written is checked: lengths, links, dates; the answer names the place', async () => {
      const refused = async (rest: object, as = ada) => {
        const answer = await as.ask('POST', 'posts', { ...aPost, ...rest });
        return [answer.status, (answer.json() as { detail: string }).detail.split(':')[0]];
      };
      expect(await refused({ title: '' })).toEqual([400, 'title']);
      expect(await refused({ title: '\u200b\u202e' })).toEqual([400, 'title']);
      expect(await refused({ title: 'x'.repeat(121) })).toEqual([400, 'title']);
      expect(await refused({ body: 'x'.repeat(10_001) })).toEqual([400, 'body']);
      expect(await refused({ body: ' \n ' })).toEqual([400, 'body']);
      expect(await refused({ body: 'https://a.example '.repeat(11) })).toEqual([400, 'links']);
      expect(await refused({ kind: 'resource' })).toEqual([400, 'link']);
      expect(await refused({ kind: 'resource', link: 'javascript:alert(1)' })).toEqual([400, 'link']);
      const event = { kind: 'event', startsAt: '2026-12-01T10:00:00Z' };
      expect(await refused(event, team)).toEqual([400, 'endsAt']);
      expect(await refused({ ...event, endsAt: '2026-12-01T09:00:00Z' }, team)).toEqual([400, 'endsAt']);
      expect(await refused({ language: 'xx' })).toEqual([400, 'language']);
    });
  });

  describe('C2.14 one’s own posts and replies', () => {
    test('are edited, and say so; nobody else can', async () => {
      const post = await ada.post({ title: 'First words' });
      const reply = await ben.reply(post);
      const words = { title: 'Better words', body: 'Mended.' };
      expect(await ben.ask('PATCH', `posts/${post}`, words)).toMatchObject({ status: 403 });
      expect(await team.ask('PATCH', `posts/${post}`, words)).toMatchObject({ status: 403 });
      expect(await ada.ask('PATCH', `replies/${reply}`, { body: 'mine now' })).toMatchObject({ status: 403 });
      expect((await stage.read(post)).editedAt).toBeNull();
      expect((await ada.ask('PATCH', `posts/${post}`, words)).status).toBe(204);
      expect((await ben.ask('PATCH', `replies/${reply}`, { body: 'Mine too.' })).status).toBe(204);
      const read = await stage.read(post);
      expect(read).toMatchObject(words);
      expect(Date.parse(read.editedAt ?? '')).toBeGreaterThan(0);
      expect((await stage.replies(post)).replies[0]).toMatchObject({ body: 'Mine too.', editedAt: expect.any(String) });
    });

    test('are deleted: one without replies is gone, one with replies leaves theirs at its address', async () => {
      const alone = await ada.post();
      expect(await ben.ask('DELETE', `posts/${alone}`)).toMatchObject({ status: 403 });
      expect((await ada.ask('DELETE', `posts/${alone}`)).status).toBe(204);
      expect((await stage.visitor.ask('GET', `posts/${alone}`)).status).toBe(404);

      const talked = await ada.post({ title: 'To be regretted' });
      await ben.reply(talked, 'I was here.');
      expect((await ada.ask('DELETE', `posts/${talked}`)).status).toBe(204);
      expect(await stage.read(talked)).toMatchObject({ deleted: true, title: '', body: '', authorName: null });
      expect((await stage.replies(talked)).replies).toMatchObject([{ body: 'I was here.' }]);
      expect((await stage.list('part=discussions&limit=50')).posts.map(({ id }) => id)).not.toContain(talked);
      const late = await ben.ask('POST', `posts/${talked}/replies`, { body: 'More', language: 'en' });
      expect(late).toMatchObject({ status: 409, code: 'discussion-closed' });
      const kept = await stage.seed
        .owner`select title, body, words::text, folded_title from community_posts where id = ${talked}`;
      expect(kept).toEqual([{ title: '', body: '', words: '', folded_title: '' }]);
    });

    test('a reply that is deleted is counted no more', async () => {
      const post = await ada.post();
      const reply = await ben.reply(post);
      expect(await ada.ask('DELETE', `replies/${reply}`)).toMatchObject({ status: 403 });
      expect((await ben.ask('DELETE', `replies/${reply}`)).status).toBe(204);
      expect((await stage.read(post)).replyCount).toBe(0);
    });

    test('one like a person, none of one’s own; taken back it is gone', async () => {
      const post = await ada.post();
      expect(await ada.like(`posts/${post}`)).toMatchObject({ status: 403 });
      for (let i = 0; i < 3; i += 1) await ben.like(`posts/${post}`);
      expect((await stage.read(post)).likeCount).toBe(1);
      expect((await ben.like(`posts/${post}`, false)).json()).toEqual({ likeCount: 0 });
      const reply = await ben.reply(post);
      expect((await ada.like(`replies/${reply}`)).json()).toEqual({ likeCount: 1 });
      expect((await stage.replies(post, '', ada)).replies).toMatchObject([{ likeCount: 1, liked: true }]);
    });
  });

  test('C2.14 whether something is unread is told to a person, a guest too; a visitor is asked to sign in', async () => {
    const unread = async (who: Person) => (await who.ask('GET', 'unread')).json();
    const cara = await stage.member('Cara');
    await cara.post();
    expect(await unread(ben)).toEqual({ unread: true });
    expect(await unread(guest)).toEqual({ unread: true });
    await stage.seed.owner`update profiles set community_seen = (select max(id) from community_posts)`;
    expect(await unread(ben)).toEqual({ unread: false });
    await cara.post();
    expect(await unread(cara)).toEqual({ unread: false });
    expect(await unread(guest)).toEqual({ unread: true });
    expect(await stage.visitor.ask('GET', 'unread')).toMatchObject({ status: 401 });
  });

  describe('names', () => {
    test('a changed display name follows; whoever leaves takes it, and the posts stay without a name', async () => {
      const eve = await stage.member('Eve');
      const post = await eve.post({ title: 'Rain barrels' });
      const elsewhere = await ada.post();
      const reply = await eve.reply(elsewhere);
      await eve.like(`posts/${elsewhere}`);
      const { owner } = stage.seed;
      await owner`update profiles set display_name = ${'Eve \u202e\u0007 of the barrels'} where user_id = ${eve.id}`;
      expect((await stage.read(post)).authorName).toBe('Eve of the barrels');
      expect((await stage.replies(elsewhere)).replies[0]?.authorName).toBe('Eve of the barrels');
      await owner`delete from auth.users where id = ${eve.id}`;
      expect(await stage.read(post)).toMatchObject({ authorName: null, title: 'Rain barrels' });
      expect(await stage.read(elsewhere)).toMatchObject({ likeCount: 0, replyCount: 1 });
      expect((await stage.replies(elsewhere)).replies).toMatchObject([{ id: reply, authorName: null }]);
      const left = await owner`select from community_posts where author_id = ${eve.id}
      union all select from community_replies where author_id = ${eve.id} union all select from community_likes where user_id = ${eve.id}`;
      expect(left).toHaveLength(0);
    });
  });

  describe('C2.14 moderation', () => {
    test('a report waits for administrators; hiding takes the post from everybody but its author, who learns why', async () => {
      const post = await ada.post({ title: 'Buy my lamps' });
      await ben.reply(post);
      expect((await ben.ask('POST', `posts/${post}/reports`, { reason: 'spam', text: 'An advert' })).status).toBe(204);
      expect((await ben.ask('POST', `posts/${post}/reports`, { reason: 'spam' })).status).toBe(204);
      expect(await ben.ask('GET', 'queue')).toMatchObject({ status: 403, code: 'forbidden' });
      expect((await stage.visitor.ask('GET', 'queue')).status).toBe(401);
      const queue = (await team.ask('GET', 'queue')).json() as { items: { postId: string; reports: unknown[] }[] };
      const item = queue.items.find(({ postId }) => postId === post);
      expect(item?.reports).toMatchObject([{ reason: 'spam', text: 'An advert' }]);
      expect(JSON.stringify(queue)).not.toContain(ben.id);

      const moderate = (as: Person, act: string, why = '') => as.ask('POST', `posts/${post}/moderation`, { act, why });
      for (const person of [ada, ben]) expect((await moderate(person, 'hide')).status).toBe(403);
      expect((await moderate(team, 'hide', 'Adverts are not allowed')).status).toBe(204);
      for (const person of [stage.visitor, ben]) {
        expect((await person.ask('GET', `posts/${post}`)).status).toBe(404);
        expect((await stage.replies(post, '', person)).replies).toEqual([]);
        expect(await titles('part=discussions&limit=50', person)).not.toContain('Buy my lamps');
        expect((await person.ask('GET', 'search?q=lamps')).json()).toMatchObject({ posts: [] });
      }
      for (const person of [ada, team])
        expect(await stage.read(post, person)).toMatchObject({ hiddenWhy: 'Adverts are not allowed' });
      expect((await ada.ask('PATCH', `posts/${post}`, { title: 'x', body: 'y' })).status).toBe(403);
      expect((await ben.ask('POST', `posts/${post}/replies`, { body: 'x', language: 'en' })).status).toBe(404);
      expect((await ben.like(`posts/${post}`)).status).toBe(404);

      expect((await moderate(team, 'restore')).status).toBe(204);
      expect(await stage.read(post, ben)).toMatchObject({ hiddenWhy: null, replyCount: 1 });
      expect((await stage.replies(post)).replies).toHaveLength(1);
    });

    test('a hidden reply is neither shown nor counted; dismissed reports leave the queue', async () => {
      const post = await ada.post();
      const reply = await ben.reply(post, 'Unkind words');
      await ada.ask('POST', `replies/${reply}/reports`, { reason: 'unkind' });
      await team.ask('POST', `replies/${reply}/moderation`, { act: 'hide', why: 'Please be kind' });
      expect((await stage.replies(post)).replies).toEqual([]);
      expect((await stage.read(post)).replyCount).toBe(0);
      expect((await stage.replies(post, '', ben)).replies).toMatchObject([{ hiddenWhy: 'Please be kind' }]);
      await team.ask('POST', `replies/${reply}/moderation`, { act: 'restore' });
      expect((await stage.read(post)).replyCount).toBe(1);
      await ben.ask('POST', `posts/${post}/reports`, { reason: 'false' });
      await team.ask('POST', `posts/${post}/moderation`, { act: 'dismiss' });
      const { items } = (await team.ask('GET', 'queue')).json() as { items: { postId: string }[] };
      expect(items.map(({ postId }) => postId)).not.toContain(post);
    });

    test('announcements are pinned on top, discussions closed and opened again', async () => {
      const old = await team.post({ kind: 'announcement', title: 'Read me first' });
      await team.post({ kind: 'announcement', title: 'Later news' });
      await team.ask('POST', `posts/${old}/moderation`, { act: 'pin' });
      expect((await titles('part=announcements'))[0]).toBe('Read me first');
      await team.ask('POST', `posts/${old}/moderation`, { act: 'unpin' });
      expect((await titles('part=announcements'))[0]).toBe('Later news');
      const talk = await (await stage.member('Gil')).post();
      expect((await team.ask('POST', `posts/${talk}/moderation`, { act: 'pin' })).status).toBe(403);
      await team.ask('POST', `posts/${talk}/moderation`, { act: 'close' });
      const reply = () => ben.ask('POST', `posts/${talk}/replies`, { body: 'x', language: 'en' });
      expect(await reply()).toMatchObject({ status: 409, code: 'discussion-closed' });
      await team.ask('POST', `posts/${talk}/moderation`, { act: 'reopen' });
      expect((await reply()).status).toBe(201);
    });
  });

  describe('limits', () => {
    test('C2.14 ten posts an hour, then 429 with the seconds to wait; sixty replies', async () => {
      const fay = await stage.member('Fay');
      const posts: string[] = [];
      for (let i = 0; i < 10; i += 1) posts.push(await fay.post());
      const refused = await fay.ask('POST', 'posts', aPost);
      expect(refused).toMatchObject({ status: 429, code: 'rate-limited' });
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
      const [post = ''] = posts;
      for (let i = 0; i < 60; i += 1) await fay.reply(post);
      expect((await fay.ask('POST', `posts/${post}/replies`, { body: 'x', language: 'en' })).status).toBe(429);
      expect((await fay.ask('DELETE', `posts/${posts[1]}`)).status).toBe(204);
    });

    test('three times as many from one address, whoever they are', async () => {
      const remoteAddress = '203.0.113.9';
      const statuses: number[] = [];
      for (let i = 0; i < 4; i += 1) {
        const { userId } = await stage.seed.home();
        const headers = await stage.session(userId);
        for (let k = 0; k < 10; k += 1) {
          const answer = await stage.app.inject({
            method: 'POST',
            url: '/api/v1/community/posts',
            remoteAddress,
            headers,
            payload: aPost,
          });
          statuses.push(answer.statusCode);
        }
      }
      expect(statuses.filter((status) => status === 201)).toHaveLength(30);
      expect(statuses.slice(30)).toEqual(Array.from({ length: 10 }, () => 429));
      expect(await stage.seed.owner`select from private.allowances where who like '%203.0%'`).toHaveLength(0);
    });
  });
});

describe('injections', () => {
  let stage: CommunityStage;
  let ada: Person;
  beforeAll(async () => {
    stage = await openCommunity();
    ada = await stage.member('Ada');
  });
  afterAll(() => stage.end());

  /** What nobody sees, or what turns the direction of what stands around it. */
  const unseen =
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u;

  const write = async (trick: string) => {
    await stage.seed.owner`delete from private.allowances`;
    return ada.ask('POST', 'posts', { ...aPost, title: trick.slice(0, 100), body: `Before ${trick} after` });
  };
  const written = async (trick: string) => stage.read(((await write(trick)).json() as { id: string }).id);

  // PostgreSQL holds no NUL at all: such a text is refused, not cut.
  const [refused, taken] = [true, false].map((has) => injections.filter((trick) => trick.includes('\0') === has));

  test('C2.14 tricks come back as the characters they are made of, without those that cannot be seen', async () => {
    expect(taken?.length).toBeGreaterThan(80);
    for (const trick of taken ?? []) {
      const { title, body } = await written(trick);
      const seen = trick.replaceAll(new RegExp(unseen, 'gu'), '').replace('\u0303\u0304\u0305\u0306\u0307', '');
      expect(`${title}${body}`).not.toMatch(unseen);
      expect(body).toBe(`Before ${seen} after`.normalize('NFC'));
    }
    for (const trick of refused ?? [])
      expect(await write(trick)).toMatchObject({ status: 400, code: 'body-malformed' });
  });

  test('C2.14 a link is http or https or refused, and so is a name made of nothing', async () => {
    for (const link of injections.filter((trick) => !/^https?:/.test(trick))) {
      const answer = await ada.ask('POST', 'posts', { ...aPost, kind: 'resource', link });
      expect([link, answer.status, answer.code]).toEqual([link, 400, 'body-malformed']);
    }
    const eve = await stage.member('Eve\u202e\u0000'.replaceAll('\0', ''));
    const post = await eve.post();
    expect((await stage.read(post)).authorName).toBe('Eve');
    const nobody = await stage.member('\u200b\u2060');
    expect((await stage.read(await nobody.post())).authorName).toBe('');
  });

  test('Hindi keeps its joiners and its dot below', async () => {
    const title = 'गीज़र: क्\u200dष और ऱ्\u200c';
    const post = await (await stage.member('चित्रा')).post({ title, body: 'ठीक है।', language: 'hi' });
    expect(await stage.read(post)).toMatchObject({ title: title.normalize('NFC'), authorName: 'चित्रा' });
  });
});
