import type { SupabaseClient } from '@supabase/supabase-js';
import { tokenFor } from '#kernel/people/testing-token.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveFactor, openSeed, type Seed, type SeededHome } from '#apps/service/testing/seed.ts';
import { type IdentitySite, openIdentitySite } from '#subjects/identity/service/embedded/testing-identity.ts';
import { changes, type MatrixStage, openMatrix, quoted, type Verb, verbs } from '../matrix-stage.ts';
import { type Line, lines, type Role, roles } from '../role-matrix.ts';

describe('table api', () => {
  /** The calls of the browser, by its own client, through the embedded backend. */
  let site: IdentitySite;
  let ada: { client: SupabaseClient; id: string };
  let dan: { client: SupabaseClient; id: string };
  const signUp = async (email: string): Promise<{ client: SupabaseClient; id: string }> => {
    const client = site.client();
    const { data } = await client.auth.signUp({ email, password: 'correct horse' });
    return { client, id: data.user?.id as string };
  };
  beforeAll(async () => {
    site = await openIdentitySite();
    ada = await signUp('ada@example.org');
    dan = await signUp('dan@example.org');
  });
  afterAll(() => site.stop());

  describe('connected_devices', () => {
    test('C7.12 C7.11 a device is inserted with user_id, and listed by it in the order of adding', async () => {
      for (const room of ['kitchen', 'bedroom']) {
        const row = { user_id: ada.id, name: `${room} lamp`, room, utility: 'electricity' };
        const { data, error } = await ada.client.from('connected_devices').insert(row).select().single();
        expect(error).toBeNull();
        expect(data).toMatchObject({ ...row, is_active: true });
        expect(data.household_id).toMatch(/^[0-9a-f-]{36}$/);
      }
      const { data } = await ada.client
        .from('connected_devices')
        .select('room')
        .eq('user_id', ada.id)
        .order('created_at', { ascending: true });
      expect(data).toEqual([{ room: 'kitchen' }, { room: 'bedroom' }]);
      expect((await dan.client.from('connected_devices').select('*').eq('user_id', ada.id)).data).toEqual([]);
    });

    test('C7.13 C8.3 a device is updated by id; a refusal comes with a message and null data', async () => {
      const { data: device } = await ada.client.from('connected_devices').select('id').limit(1).single();
      const update = (who: typeof ada, fields: object) =>
        who.client.from('connected_devices').update(fields).eq('id', device?.id).select('is_active').maybeSingle();
      expect(await update(ada, { is_active: false })).toMatchObject({ data: { is_active: false }, error: null });
      expect(await update(dan, { is_active: true })).toMatchObject({ data: null, error: null });
      for (const fields of [
        { user_id: dan.id },
        { household_id: dan.id },
        { id: dan.id },
        { created_at: '2020-01-01' },
      ]) {
        const { data, error } = await update(ada, fields);
        expect(data).toBeNull();
        expect(error?.code).toBe('42501');
        expect(error?.message).toMatch(/permission denied/);
      }
    });

    test('C7.14 a device is deleted by id, by its household alone', async () => {
      const { data: device } = await ada.client.from('connected_devices').select('id').limit(1).single();
      await dan.client.from('connected_devices').delete().eq('id', device?.id);
      expect((await ada.client.from('connected_devices').select('id').eq('id', device?.id)).data).toHaveLength(1);
      expect((await ada.client.from('connected_devices').delete().eq('id', device?.id)).error).toBeNull();
      expect((await ada.client.from('connected_devices').select('id').eq('id', device?.id)).data).toEqual([]);
    });
  });

  test('C7.10 the current bill is the latest, the history the latest six; another account gets null and nothing', async () => {
    for (let month = 1; month <= 8; month += 1) {
      await site.database.asOwner(`insert into billing_records
      (household_id, user_id, period_start, period_end, currency, total_amount, amounts)
      select household_id, user_id, make_date(2026, ${month}, 1), make_date(2026, ${month + 1}, 1), 'EUR', 30.30,
        '{"electricity": {"used": 5, "estimated": 0, "cost": "20.20"}, "water": {"used": 7, "estimated": 1, "cost": "10.10"}}'
      from household_members where user_id = '${ada.id}'`);
    }
    const bills = (who: typeof ada, count: number) =>
      who.client
        .from('billing_records')
        .select('*')
        .eq('user_id', ada.id)
        .order('period_start', { ascending: false })
        .limit(count);
    expect((await bills(ada, 1).maybeSingle()).data).toMatchObject({
      period_start: '2026-08-01',
      total_amount: 30.3,
      water_cost: 10.1,
      electricity_cost: 20.2,
      amounts: { water: { used: 7, estimated: 1, cost: '10.10' } },
    });
    const history = (await bills(ada, 6)).data as { period_start: string }[];
    expect(history.map((bill) => bill.period_start.slice(5, 7))).toEqual(['08', '07', '06', '05', '04', '03']);
    expect((await bills(dan, 1).maybeSingle()).data).toBeNull();
    expect((await bills(dan, 6)).data).toEqual([]);
  });

  test('C6.1 C6.3 without a session calls are the visitor’s, and refused; a person cannot make themselves administrator', async () => {
    const visitor = site.client();
    for (const table of ['connected_devices', 'billing_records', 'households', 'profiles', 'usage_day']) {
      const { data, error } = await visitor.from(table).select('*');
      expect(data).toBeNull();
      expect(error?.code).toBe('42501');
    }
    expect((await ada.client.from('administrators').insert({ user_id: ada.id })).error?.code).toBe('42501');
  });

  test('imports that tell bills are asked for alone, and without their bills where nobody reads them', async () => {
    const bills = JSON.stringify([{ total: 100 }]);
    for (const [fileName, told] of [
      ['use.xml', bills],
      ['use.csv', '[]'],
    ])
      await site.database.asOwner(`insert into imports (household_id, id, user_id, file_name, bills)
      select household_id, gen_random_uuid(), user_id, '${fileName}', '${told}' from household_members where user_id = '${ada.id}'`);
    const imports = () => ada.client.from('imports');
    expect((await imports().select('file_name,bills').neq('bills', '[]')).data).toEqual([
      { file_name: 'use.xml', bills: [{ total: 100 }] },
    ]);
    const rows = await imports()
      .select('id,file_name,began_at,ended_at,accepted,undo_began_at,undone_at,costs')
      .order('file_name');
    expect(rows.data).toMatchObject([{ file_name: 'use.csv' }, { file_name: 'use.xml' }]);
    expect((await dan.client.from('imports').select('file_name').neq('bills', '[]')).data).toEqual([]);
  });

  test('who may write says that an import is not an hour early, and changes nothing else of it', async () => {
    await site.database.asOwner(`insert into imports (household_id, id, user_id, file_name, may_be_early)
    select household_id, gen_random_uuid(), user_id, 'early.tsv', true from household_members where user_id = '${ada.id}'`);
    const early = (by: typeof ada, change: Record<string, unknown>) =>
      by.client.from('imports').update(change).eq('file_name', 'early.tsv').select('may_be_early');
    expect((await early(dan, { may_be_early: false })).data).toEqual([]);
    expect((await early(ada, { accepted: 7 })).error?.code).toBe('42501');
    expect((await early(ada, { may_be_early: true })).error?.code).toBe('42501');
    expect((await early(ada, { may_be_early: false })).data).toEqual([{ may_be_early: false }]);
  });
});

describe('table api roles', () => {
  /** The same database behind the service's login and behind the browser's table API. */
  let site: IdentitySite;
  let stage: MatrixStage;
  const tokens = new Map<Role, string>();
  beforeAll(async () => {
    site = await openIdentitySite();
    stage = await openMatrix(site.database);
    for (const [role, { id }] of stage.people) tokens.set(role, await tokenFor(site.database.jwtSecret, id));
  });
  afterAll(async () => {
    await stage.end();
    await site.stop();
  });

  /** `done` with at least a row, `nothing`, or the code of the refusal. */
  const ask = async (role: Role, line: Line, verb: Verb): Promise<string> => {
    const [column = ''] = await stage.columnsOf(line.table);
    const query = new URLSearchParams(verb === 'i' ? {} : { select: column });
    for (const [name, value] of Object.entries(stage.targetOf(line)))
      if (verb !== 'i') query.set(name, `eq.${value as string}`);
    const [kept] = await stage.story.truth.unsafe(`select ${column} as it from ${quoted(line.table)} limit 1`);
    const same = { [column]: kept?.['it'] };
    const bodies = {
      r: undefined,
      i: stage.another(line, role) ?? same,
      u: changes[line.name] ?? same,
      d: undefined,
    };
    const answer = await fetch(`${site.origin}/rest/v1/${line.table}?${query.toString()}`, {
      method: { r: 'GET', i: 'POST', u: 'PATCH', d: 'DELETE' }[verb],
      headers: {
        apikey: site.database.anonKey,
        authorization: `Bearer ${tokens.get(role) ?? site.database.anonKey}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      ...(bodies[verb] && { body: JSON.stringify(bodies[verb]) }),
    });
    const said = (await answer.json()) as unknown[] | { code: string };
    if (!Array.isArray(said)) return said.code;
    return said.length > 0 ? 'done' : 'nothing';
  };

  const contents = async (): Promise<string[]> => {
    const tables = [...new Set(lines.map(({ table }) => quoted(table)))];
    const rows = await Promise.all(
      tables.map((name) =>
        stage.story.truth.unsafe(
          `select '${name} ' || coalesce(string_agg(t::text, ' ' order by t::text), '') as all from ${name} t`,
        ),
      ),
    );
    return rows.map(([row]) => row?.['all'] as string);
  };

  /** Reading is tried by all; of what may not be done every third. */
  const tried = lines
    .filter(({ table }) => table !== 'storage.objects')
    .map((line, row) => ({
      line,
      cells: roles.flatMap((role, column) =>
        verbs
          .map((verb) => ({ role, verb, isAllowed: line.cells[role].includes(verb) }))
          .filter(({ verb, isAllowed }, place) => verb === 'r' || (!isAllowed && (row + column + place) % 3 === 0)),
      ),
    }));

  test('C6.1 C6.3 the table API gives each role what the matrix says, and changes nothing that it forbids', {
    timeout: 120_000,
  }, async () => {
    const before = await contents();
    const wrong: string[] = [];
    for (const { line, cells } of tried)
      await Promise.all(
        cells.map(async ({ role, verb, isAllowed }) => {
          const outcome = await ask(role, line, verb);
          const isRight = isAllowed ? outcome === 'done' : ['nothing', '42501'].includes(outcome);
          if (!isRight) wrong.push(`${line.name} ${role} ${verb}: ${outcome}`);
        }),
      );
    expect(wrong).toEqual([]);
    expect(await contents()).toEqual(before);
    expect(tried.flatMap(({ cells }) => cells).length).toBeGreaterThan(900);
  });
});

describe('table api second factor', () => {
  let site: IdentitySite;
  let seed: Seed;
  let home: SeededHome;
  beforeAll(async () => {
    site = await openIdentitySite();
    seed = openSeed(site.database.ownerUrl);
    home = await seed.home();
  });
  afterAll(async () => {
    await seed.end();
    await site.stop();
  });

  const ask = async (aal: string, method: string, path: string, body?: object) => {
    const token = await tokenFor(site.database.jwtSecret, home.userId, { aal });
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
});
