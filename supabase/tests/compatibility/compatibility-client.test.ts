/** What supabase-js makes of the embedded backend's answers, where it makes the same of a hosted one's. */
import { tokenFor } from '#kernel/people/testing-token.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IdentitySite, openIdentitySite } from '#subjects/identity/service/embedded/testing-identity.ts';

const BOOKS = `
  create type public.shelf as enum ('high', 'low');
  create table public.books (
    id integer primary key, name text, pages integer, tags text[], about jsonb, years int4range, stands public.shelf, loan boolean
  );
  grant all on public.books to authenticated;
  insert into public.books values
    (1, 'Anna, "the first"', 10, '{a,b}', '{"by":{"name":"Leo"},"n":1}', '[1,5)', 'high', true),
    (2, 'anna (2)', 20, '{b}', '{"n":2}', '[5,9)', 'low', false),
    (3, 'Bert', null, null, null, null, null, null);
  create table public.shelves (shop integer, shelf integer, primary key (shop, shelf));
  create table public.goods (
    id integer primary key, shop integer, shelf integer, name text default 'thing', parent integer references public.goods,
    constraint goods_shelf foreign key (shop, shelf) references public.shelves
  );
  insert into public.shelves values (1, 1), (1, 2), (2, 1);
  insert into public.goods (id, shop, shelf, parent) values (1, 1, 1, null), (2, 1, 2, 1), (3, 1, 2, 1);
  grant select on public.shelves to authenticated;
  grant select, insert on public.goods to authenticated;
`;
const PASSWORD = 'correct horse';

let site: IdentitySite;
beforeAll(async () => {
  site = await openIdentitySite({ arrange: BOOKS });
});
afterAll(() => site.stop());

let number = 0;
async function signedUp() {
  const kept = new Map<string, string>();
  const client = site.client({
    persistSession: true,
    storage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    },
  });
  const events: string[] = [];
  client.auth.onAuthStateChange((event) => void events.push(event));
  const email = `client-${++number}@example.org`;
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  return { client, events, email, user: data.user, session: data.session };
}

const signed = ({ sub = '' }: { sub?: string | undefined }, lifetimeS: number): Promise<string> =>
  tokenFor(site.database.jwtSecret, sub, { lifetimeS });

describe('sign-in', () => {
  test('who one is: told to the person, and to nobody with another token', async () => {
    const { client, email, user } = await signedUp();
    expect((await client.auth.getUser()).data.user).toMatchObject({ id: user?.id, email });
    expect((await client.auth.getClaims()).data?.claims).toMatchObject({ sub: user?.id, role: 'authenticated' });
    const of = async (token: string) => (await site.client().auth.getUser(token)).error;
    expect(await of('no.token.atall')).toMatchObject({ status: 403, code: 'bad_jwt' });
    expect(await of(await signed({ sub: user?.id }, -60))).toMatchObject({ status: 403, code: 'bad_jwt' });
    const stranger = await signed({ sub: '00000000-0000-4000-8000-000000000009' }, 60);
    expect(await of(stranger)).toMatchObject({ status: 403, code: 'user_not_found' });
    expect((await site.client().auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  test('what happens is told in its order', async () => {
    const { client, events } = await signedUp();
    await client.auth.refreshSession();
    await client.auth.updateUser({ data: { display_name: 'Ada' } });
    await client.auth.signOut();
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT']);
  });

  test('a session that is set is renewed where it is over, and refused where it is none', async () => {
    const { session, user } = await signedUp();
    const over = await signed({ sub: user?.id }, -60);
    const renewed = await site
      .client()
      .auth.setSession({ access_token: over, refresh_token: session?.refresh_token ?? '' });
    expect(renewed.data.user?.id).toBe(user?.id);
    const none = await site.client().auth.setSession({ access_token: over, refresh_token: 'of another backend' });
    expect([none.data.session, none.error?.status, none.error?.code]).toEqual([null, 400, 'refresh_token_not_found']);
  });

  test('signed out elsewhere: the other session is over, this one goes on', async () => {
    const { client, email } = await signedUp();
    const other = site.client();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull();
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await client.auth.getUser()).error).toBeNull();
  });

  test('a code that is none is not found', async () => {
    const body = JSON.stringify({ auth_code: 'none', code_verifier: 'v'.repeat(43) });
    const headers = { apikey: site.database.anonKey, 'content-type': 'application/json' };
    const answer = await fetch(`${site.origin}/auth/v1/token?grant_type=pkce`, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([404, { error_code: 'flow_state_not_found' }]);
  });
});

describe('the table API', () => {
  test('every filter of the client picks as it says', async () => {
    const { client } = await signedUp();
    const all = () => client.from('books').select('id');
    const picked = {
      gt: all().gt('pages', 10),
      gte: all().gte('pages', 20),
      lt: all().lt('pages', 20),
      like: all().like('name', 'A%'),
      ilike: all().ilike('name', 'A%'),
      likeAnyOf: all().likeAnyOf('name', ['B%', '%(2)']),
      is: all().is('loan', true),
      not: all().not('pages', 'is', null),
      in: all().in('name', ['anna (2)', 'Bert']),
      inNone: all().in('id', []),
      containsList: all().contains('tags', ['a']),
      containsJson: all().contains('about', { by: { name: 'Leo' } }),
      containedBy: all().containedBy('tags', ['b', 'c']),
      overlaps: all().overlaps('tags', ['a', 'c']),
      rangeGt: all().rangeGt('years', '[1,5)'),
      or: all().or('pages.gt.15,loan.is.true'),
      orAnd: all().or('and(pages.lt.15,loan.is.true),pages.is.null'),
      match: all().match({ stands: 'low', pages: 20 }),
      path: all().eq('about->>n', '2'),
      quoted: all().eq('name', 'Anna, "the first"'),
    };
    const told = await Promise.all(
      Object.entries(picked).map(async ([name, asked]) => [name, (await asked).data?.map(({ id }) => id).join()]),
    );
    expect(Object.fromEntries(told)).toEqual({
      gt: '2',
      gte: '2',
      lt: '1',
      like: '1',
      ilike: '1,2',
      likeAnyOf: '2,3',
      is: '1',
      not: '1,2',
      in: '2,3',
      inNone: '',
      containsList: '1',
      containsJson: '1',
      containedBy: '2',
      overlaps: '1',
      rangeGt: '2',
      or: '1,2',
      orAnd: '1,3',
      match: '2',
      path: '2',
      quoted: '1',
    });
  });

  test('nothing but a count, and what was asked no longer', async () => {
    const { client } = await signedUp();
    const head = await client.from('books').select('*', { head: true, count: 'exact' });
    expect([head.status, head.count, head.data]).toEqual([200, 3, null]);
    const beyond = await client.from('books').select('id', { count: 'exact' }).range(7, 9);
    expect([beyond.status, beyond.error?.code]).toEqual([416, 'PGRST103']);
    const given = await client.from('books').select('id').abortSignal(AbortSignal.abort());
    expect([given.status, given.data]).toEqual([0, null]);
  });

  test('one of several is refused, and nothing is written', async () => {
    const { client } = await signedUp();
    expect((await client.from('books').select('id').single()).error).toMatchObject({ code: 'PGRST116' });
    const rows = [{ id: 8 }, { id: 9 }];
    const both = await client.from('books').insert(rows).select().single();
    expect([both.status, both.error?.code]).toEqual([406, 'PGRST116']);
    expect((await client.from('books').select('id').in('id', [8, 9])).data).toEqual([]);
  });

  test('what is there already is kept where it is to be, and a list becomes a list', async () => {
    const { client } = await signedUp();
    const kept = await client.from('books').upsert({ id: 1, pages: 99 }, { ignoreDuplicates: true }).select('pages');
    expect([kept.status, kept.data]).toEqual([201, []]);
    const row = { id: 5, tags: ['x', 'y,"z'], about: [1, { a: null }], years: '[1,2)', stands: 'high' };
    const made = await client.from('books').insert(row).select('id,tags,about,years,stands').single();
    expect([made.status, made.data]).toEqual([201, row]);
    const gone = await client.from('books').delete({ count: 'exact' }).eq('id', 5);
    expect([gone.status, gone.count]).toEqual([204, 1]);
  });

  test('what belongs to a row stands in it: by a key of several columns, by its name, by its column, and in an order of its own', async () => {
    const { client } = await signedUp();
    const ask = async (columns: string, more = '') => {
      const answer = await client
        .from('shelves')
        .select(columns + more)
        .order('shop')
        .order('shelf');
      return answer.data ?? answer.error?.code;
    };
    const goods = [[{ id: 1 }], [{ id: 2 }, { id: 3 }], []];
    const expected = goods.map((all, at) => ({ shelf: [1, 2, 1][at], goods: all }));
    expect(await ask('shelf,goods(id)')).toEqual(expected);
    expect(await ask('shelf,goods!goods_shelf(id)')).toEqual(expected);
    expect(await ask('shelf,goods!inner(id)')).toEqual(expected.slice(0, 2));
    expect(await ask('shelf,things:goods(id)')).toEqual(
      expected.map(({ shelf, goods: things }) => ({ shelf, things })),
    );
    expect(await ask('shelf,nothing(id)')).toBe('PGRST200');
    const up = await client.from('goods').select('id,parent(id),...shelves(shelf)').order('id');
    expect(up.data).toEqual([
      { id: 1, parent: null, shelf: 1 },
      { id: 2, parent: { id: 1 }, shelf: 2 },
      { id: 3, parent: { id: 1 }, shelf: 2 },
    ]);
    const whole = await client.from('goods').select('id,...shelves(*)').order('id').limit(1);
    expect(whole.data).toEqual([{ id: 1, shop: 1, shelf: 1 }]);
    const within = await client.from('goods').select('id,...parent(...shelves(shelf))').order('id');
    expect(within.data).toEqual([
      { id: 1, shelf: null },
      { id: 2, shelf: 1 },
      { id: 3, shelf: 1 },
    ]);
    expect((await client.from('goods').select('id,goods(id)')).error?.code).toBe('PGRST201');
    const chosen = await client
      .from('shelves')
      .select('shelf,goods(id)')
      .eq('shelf', 2)
      .gt('goods.id', 1)
      .order('id', { referencedTable: 'goods', ascending: false })
      .limit(1, { referencedTable: 'goods' });
    expect(chosen.data).toEqual([{ shelf: 2, goods: [{ id: 3 }] }]);
    const without = await client.from('shelves').select('shop,shelf,goods()').is('goods', null);
    expect(without.data).toEqual([{ shop: 2, shelf: 1 }]);
    expect((await client.from('goods').select('id').eq('shelves.shelf', 1)).error?.code).toBe('PGRST108');
  });

  test('rows of several kinds take their own defaults, and a row of nothing takes all of them', async () => {
    const { client } = await signedUp();
    const rows = [
      { id: 11, shop: 1, shelf: 1 },
      { id: 12, name: 'lamp' },
    ];
    const several = await client.from('goods').insert(rows, { defaultToNull: false }).select('id,name,shop');
    expect(several.data).toEqual([
      { id: 11, name: 'thing', shop: 1 },
      { id: 12, name: 'lamp', shop: null },
    ]);
    const asNull = await client
      .from('goods')
      .insert([{ id: 13 }, { id: 14, name: 'cup' }])
      .select('id,name');
    expect(asNull.data).toEqual([
      { id: 13, name: null },
      { id: 14, name: 'cup' },
    ]);
    expect((await client.from('goods').insert({}).select()).error?.code).toBe('23502');
  });

  test('a list is told as CSV, and nulls are left out where they are not wanted', async () => {
    const { client } = await signedUp();
    const books = client.from('books').select('id,name,pages').order('id');
    expect((await books.csv()).data).toBe('id,name,pages\n1,"Anna, ""the first""",10\n2,"anna (2)",20\n3,Bert,');
    const bert = await client.from('books').select('id,pages').eq('id', 3).single().stripNulls();
    expect(bert.data).toEqual({ id: 3 });
  });

  test('what is said beside a change and does not belong to it changes nothing', async () => {
    const { client } = await signedUp();
    const ask = (method: string, query: string, body?: object) =>
      client.auth.getSession().then(({ data }) =>
        fetch(`${site.origin}/rest/v1/books?${query}`, {
          method,
          headers: {
            apikey: site.database.anonKey,
            authorization: `Bearer ${data.session?.access_token}`,
            'content-type': 'application/json',
          },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
    expect((await ask('POST', 'id=eq.1&order=about->>n&select=about->>n', { id: 31, pages: 1 })).status).toBe(201);
    expect((await ask('PATCH', 'id=eq.31&select=about->>n&order=name', { pages: 2 })).status).toBe(204);
    const sorted = await client.from('books').update({ pages: 3 }).in('id', [31]).select('id').order('name');
    expect([sorted.error, sorted.data]).toEqual([null, [{ id: 31 }]]);
    expect((await ask('DELETE', 'id=eq.31&limit=0&offset=5')).status).toBe(204);
    expect((await client.from('books').select('id').eq('id', 31)).data).toEqual([]);
  });
});
