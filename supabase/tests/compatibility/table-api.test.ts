import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiteSite, openLiteSite } from '#subjects/identity/service/embedded/testing-lite.ts';

/** The calls of the browser, by its own client, through the embedded backend. */
let site: LiteSite;
let ada: { client: SupabaseClient; id: string };
let dan: { client: SupabaseClient; id: string };
const signUp = async (email: string): Promise<{ client: SupabaseClient; id: string }> => {
  const client = site.client();
  const { data } = await client.auth.signUp({ email, password: 'correct horse' });
  return { client, id: data.user?.id as string };
};
beforeAll(async () => {
  site = await openLiteSite();
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
