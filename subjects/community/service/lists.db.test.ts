import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPost, type CommunityStage, openCommunity, type Person } from './testing.ts';

let stage: CommunityStage;
let people: Person[];
beforeAll(async () => {
  stage = await openCommunity();
  people = await Promise.all(['Ada', 'Ben', 'Cleo', 'Dan'].map((name) => stage.member(name)));
});
afterAll(() => stage.end());

const forget = () => stage.seed.owner`delete from private.allowances`;
const empty = async () => {
  await stage.seed.owner`delete from community_posts`;
  await forget();
};
const [ada, ben, cleo] = [() => people[0] as Person, () => people[1] as Person, () => people[2] as Person];

/** Every page, from the first to the last. */
const readThrough = async (
  query: string,
  between: (page: number) => Promise<void> = async () => {},
): Promise<string[]> => {
  const ids: string[] = [];
  let next: string | null = '';
  for (let page = 0; next !== null; page += 1) {
    const list = await stage.list(`${query}&limit=7${next === '' ? '' : `&cursor=${encodeURIComponent(next)}`}`);
    ids.push(...list.posts.map(({ id }) => id));
    next = list.next;
    if (next !== null) await between(page);
  }
  return ids;
};

describe('C2.14 pages', () => {
  test('of the newest neither repeat nor leave out a post while others are written and deleted', async () => {
    await empty();
    const ids: string[] = [];
    for (let i = 0; i < 30; i += 1) {
      if (i % 9 === 0) await forget();
      ids.push(await ada().post({ title: `Post ${i}` }));
    }
    const read = await readThrough('part=discussions', async (page) => {
      await forget();
      await ben().post({ title: 'Meanwhile' });
      await ada().ask('DELETE', `posts/${ids[29 - page]}`);
    });
    expect(read).toEqual(ids.toReversed());
  });

  test.each([
    'discussions&sort=liked',
    'trending',
    'resources',
    'announcements&sort=liked',
    'events&sort=upcoming',
    'events&sort=past',
  ])('of %s come to the same as one long page', async (part) => {
    await empty();
    await stage.seed.owner`
        insert into community_posts (kind, title, body, link, starts_at, ends_at, like_count, heat)
        select kind, 'Title ' || n, 'Words', 'https://example.org/', case kind when 'event' then at end, case kind when 'event' then at end,
          n % 5, case when n % 3 > 0 then private.heat_at(now()) + (n % 4) end
        from generate_series(1, 25) n, unnest(array['announcement', 'discussion', 'event', 'resource']) kind,
          lateral (select now() + make_interval(days => n % 7 - 3, hours => 1) as at) x`;
    const whole = (await stage.list(`part=${part}&limit=50`)).posts.map(({ id }) => id);
    const paged = await readThrough(`part=${part}`);
    expect(paged.slice(0, 50)).toEqual(whole);
    expect(new Set(paged).size).toBe(paged.length);
    expect(paged.length).toBeGreaterThan(7);
  });

  test('a cursor that was never given, or an order that a part does not have, is refused', async () => {
    for (const query of [
      'part=discussions&cursor=x',
      'part=discussions&sort=past',
      'part=gossip',
      'part=events&limit=51',
    ])
      expect(await stage.visitor.ask('GET', `posts?${query}`)).toMatchObject({ status: 400, code: 'query-invalid' });
    expect(await stage.visitor.ask('GET', 'posts/x')).toMatchObject({ status: 404 });
  });
});

describe('C2.14 trending', () => {
  test('what is liked and answered now stands above what was, and what nobody touched is not there', async () => {
    await empty();
    const [old, fresh, answered, quiet] = [
      await ada().post({ title: 'Old' }),
      await ada().post({ title: 'Fresh' }),
      await ada().post({ title: 'Answered' }),
      await ada().post({ title: 'Quiet' }),
    ];
    const { owner } = stage.seed;
    // Five likes of a week ago are worth less than one of today.
    for (const { id } of people.slice(1))
      await owner`insert into community_likes values (${old}, ${id}, now() - interval '6 days')`;
    await ben().like(`posts/${fresh}`);
    await ben().reply(answered);
    await ada().reply(quiet, 'One’s own reply warms nothing.');
    const trending = async () => (await stage.list('part=trending')).posts.map(({ title }) => title);
    expect(await trending()).toEqual(['Answered', 'Fresh', 'Old']);
    await cleo().like(`posts/${fresh}`);
    await cleo().like(`posts/${answered}`, false);
    await (people[3] as Person).like(`posts/${fresh}`);
    expect(await trending()).toEqual(['Fresh', 'Answered', 'Old']);
    await owner`update community_posts set heat = private.heat_at(now() - interval '10 days') where id = ${old}`;
    expect(await trending()).toEqual(['Fresh', 'Answered']);
  });
});

describe('counts', () => {
  const act = fc.record({
    what: fc.constantFrom(
      'like',
      'unlike',
      'reply',
      'delete-reply',
      'hide-reply',
      'restore-reply',
      'hide',
      'restore',
      'leave-like',
    ),
    who: fc.nat({ max: 3 }),
    post: fc.nat({ max: 1 }),
    nth: fc.nat({ max: 3 }),
  });

  test('C2.14 never drift from what is there, whatever is liked, answered, deleted, hidden and shown again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
        await empty();
        const posts = [await ada().post(), await ben().post()];
        const { owner } = stage.seed;
        for (const { what, who, post, nth } of acts) {
          const id = posts[post] as string;
          const person = people[who] as Person;
          const [reply] = await owner<{ id: number; author_id: string; hidden_at: Date | null }[]>`
            select id, author_id, hidden_at from community_replies where post_id = ${id} order by id offset ${nth} limit 1`;
          if (what === 'like' || what === 'unlike') await person.like(`posts/${id}`, what === 'like');
          if (what === 'reply') await person.ask('POST', `posts/${id}/replies`, { body: 'x', language: 'en' });
          if (what === 'hide' || what === 'restore')
            await owner`update community_posts set hidden_at = ${what === 'hide' ? new Date() : null} where id = ${id}`;
          if (!reply) continue;
          if (what === 'delete-reply')
            await people.find((one) => one.id === reply.author_id)?.ask('DELETE', `replies/${reply.id}`);
          if (what === 'hide-reply' || what === 'restore-reply')
            await owner`update community_replies set hidden_at = ${what === 'hide-reply' ? new Date() : null} where id = ${reply.id}`;
          if (what === 'leave-like') await person.like(`replies/${reply.id}`);
        }
        const wrong = await owner`
          select p.id, p.reply_count, p.like_count, p.heat, private.community_heat(p.id) as heat_anew from community_posts p
          where p.reply_count <> (select count(*) from community_replies r where r.post_id = p.id and r.hidden_at is null)
            or p.like_count <> (select count(*) from community_likes l where l.post_id = p.id)
            or (p.heat is null) <> (private.community_heat(p.id) is null) or abs(p.heat - private.community_heat(p.id)) > 1e-6
            or exists (select from community_replies r where r.post_id = p.id and (r.post_hidden <> (p.hidden_at is not null)
              or r.like_count <> (select count(*) from community_reply_likes l where l.reply_id = r.id)))`;
        expect(wrong).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('a hundred likes at once are a hundred', async () => {
    await empty();
    const post = await ada().post();
    const crowd = await Promise.all(Array.from({ length: 30 }, () => stage.member()));
    await Promise.all(crowd.flatMap((one) => [one.like(`posts/${post}`), one.like(`posts/${post}`), one.reply(post)]));
    expect(await stage.read(post)).toMatchObject({ likeCount: 30, replyCount: 30 });
  });
});

describe('C2.14 C2.5 search', () => {
  const found = async (query: string) => {
    const answer = await stage.visitor.ask('GET', `search?q=${encodeURIComponent(query)}`);
    return (answer.json() as { posts: { title: string }[] }).posts.map(({ title }) => title);
  };

  test('needs no accents, capitals or dots below, and takes beginnings of words', async () => {
    await empty();
    await ada().post({ title: 'Temporizador para el termo eléctrico', body: '¿Merece la pena? Mide la CAÑERÍA.' });
    await ada().post({ title: 'गीज़र के लिए टाइमर', body: 'बिजली की खपत घटी।', language: 'hi' });
    await ada().post({ title: 'Straße & Wasserzähler', body: 'Ein-Aus-Schalter, 3-phasig' });
    await ada().post({ title: 'Water hammer', body: 'The pipes bang at night' });
    expect(await found('electrico')).toEqual(['Temporizador para el termo eléctrico']);
    expect(await found('ELÉCT caneria')).toEqual(['Temporizador para el termo eléctrico']);
    expect(await found('गीजर')).toEqual(['गीज़र के लिए टाइमर']);
    expect(await found('गीज़र बिज')).toEqual(['गीज़र के लिए टाइमर']);
    expect(await found('wasserzahler schalter 3')).toEqual(['Straße & Wasserzähler']);
    expect(await found('night pip')).toEqual(['Water hammer']);
    expect(await found('zzzz')).toEqual([]);
    expect(await found('night geyser')).toEqual([]);
  });

  test.each([
    ['bijli', 'गीज़र के लिए टाइमर'],
    ['bijlee khapat', 'गीज़र के लिए टाइमर'],
    ['geezar taimar', 'गीज़र के लिए टाइमर'],
    ['बाथरूम', 'Bathroom mein paani'],
    ['पानी नल', 'Bathroom mein paani'],
    ['paani nal', 'Bathroom mein paani'],
  ])('C1.4 finds Hindi in either script: %s', async (query, title) => {
    await ada().post({ title: 'Bathroom mein paani', body: 'Nal tapak raha hai', language: 'hi' });
    expect(await found(query)).toContain(title);
    expect(await found(query)).not.toContain('Water hammer');
  });

  test('finds a title in spite of a slip of the keys', async () => {
    expect(await found('temporisador')).toEqual(['Temporizador para el termo eléctrico']);
    expect(await found('watter hamer')).toEqual(['Water hammer']);
  });

  test.each(["' | !", '&', '!!!', "a' & b:*", '((((', '\\', '%_%', '<->', '📎'])('%j breaks nothing', async (query) => {
    expect((await stage.visitor.ask('GET', `search?q=${encodeURIComponent(query)}`)).status).toBe(200);
  });

  test('a word of many posts is paged newest first; a word of a few old ones is found behind thousands', async () => {
    await empty();
    const { owner } = stage.seed;
    await owner`insert into community_posts (kind, title, body) select 'discussion', 'Rare zirconium ' || n, 'Words' from generate_series(1, 3) n`;
    await owner`insert into community_posts (kind, title, body) select 'discussion', 'Common ' || n, 'Words' from generate_series(1, 2500) n`;
    expect(await found('zircon')).toEqual(['Rare zirconium 3', 'Rare zirconium 2', 'Rare zirconium 1']);
    const first = (await stage.visitor.ask('GET', 'search?q=common&limit=2')).json() as {
      posts: { title: string }[];
      next: string;
    };
    expect(first.posts.map(({ title }) => title)).toEqual(['Common 2500', 'Common 2499']);
    const second = (
      await stage.visitor.ask('GET', `search?q=common&limit=2&before=${first.next}`)
    ).json() as typeof first;
    expect(second.posts.map(({ title }) => title)).toEqual(['Common 2498', 'Common 2497']);
  });

  test('deleted and hidden posts are not found', async () => {
    await empty();
    const gone = await ada().post({ ...aPost, title: 'Regretted' });
    await ben().reply(gone);
    await ada().ask('DELETE', `posts/${gone}`);
    const hidden = await ada().post({ ...aPost, title: 'Withheld' });
    await stage.seed.owner`update community_posts set hidden_at = now() where id = ${hidden}`;
    expect(await found('regretted')).toEqual([]);
    expect(await found('withheld')).toEqual([]);
    expect(await found('withhold')).toEqual([]);
  });
});
