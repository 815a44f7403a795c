/** Databases of before the first release, as their hosts have them: brought to the tables and functions of today without losing a row. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyMigrations, migrateDatabase } from '#kernel/postgres/migrations.ts';
import { migrationsBefore, TEMPLATE, versionsBefore } from '#kernel/postgres/testing.ts';
import { openPlainCluster, type PlainCluster, plainServers } from './plain-cluster.ts';

const SCHEMAS = `('public', 'private')`;

/** Of what a database is made; each answers `kind`, `name` and `text`; names of parts made by PostgreSQL's own counting are left as they are. */
const queries: Record<string, string> = {
  table: `select c.oid::regclass::text as name, concat_ws(' ', c.relkind, 'rls', c.relrowsecurity, c.relforcerowsecurity, c.relpersistence, c.reloptions::text,
      (select pg_get_partkeydef(c.oid)), obj_description(c.oid, 'pg_class')) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'c', 'f')`,
  column: `select c.oid::regclass || '.' || a.attname as name, concat_ws(' ',
      row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), 'null', not a.attnotnull, 'identity', a.attidentity,
      'generated', a.attgenerated::text, 'collation', a.attcollation::regcollation, 'storage', a.attstorage, a.attcompression, 'statistics', a.attstattarget,
      'default', pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum)) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'c', 'f')`,
  constraint: `select k.conrelid::regclass || '.' || k.conname as name, pg_get_constraintdef(k.oid) || ' ' || k.convalidated as text
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace where n.nspname in ${SCHEMAS} and k.contype <> 't'`,
  index: `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) || ' ' || i.indisclustered || ' ' || coalesce(c.reloptions::text, '') as text
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${SCHEMAS}`,
  sequence: `select c.oid::regclass::text as name, concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcache, s.seqcycle) as text
    from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${SCHEMAS}`,
  function: `select p.oid::regprocedure::text as name, concat_ws(' ', pg_get_function_arguments(p.oid), '->', pg_get_function_result(p.oid), l.lanname, p.prokind, p.provolatile,
      p.prosecdef, p.proleakproof, p.proisstrict, p.proretset, p.proparallel, p.procost, p.prorows, p.proconfig::text, p.prosupport,
      regexp_replace(coalesce(p.prosrc, ''), '\\s+', ' ', 'g'), pg_get_function_sqlbody(p.oid), obj_description(p.oid, 'pg_proc')) as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang where n.nspname in ${SCHEMAS}`,
  aggregate: `select a.aggfnoid::regprocedure::text as name, concat_ws(' ', a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.agginitval, a.aggtranstype::regtype) as text
    from pg_aggregate a join pg_proc p on p.oid = a.aggfnoid join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${SCHEMAS}`,
  policy: `select schemaname || '.' || tablename || '.' || policyname as name, concat_ws(' ', permissive, roles, cmd, 'using', qual, 'check', with_check) as text
    from pg_policies where schemaname in ${SCHEMAS} or schemaname = 'storage'`,
  trigger: `select t.tgrelid::regclass || '.' || t.tgname as name, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text as text
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_namespace n on n.oid = p.pronamespace
    where not t.tgisinternal and n.nspname in ${SCHEMAS}`,
  'right on a table': `select c.oid::regclass::text || ' ' || coalesce(nullif(a.grantee, 0)::regrole::text, 'public') as name,
      string_agg(a.privilege_type || case when a.is_grantable then '*' else '' end, ',' order by a.privilege_type) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) a
    where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'S') and a.grantee <> c.relowner group by 1`,
  'right on a column': `select c.oid::regclass || '.' || at.attname || ' ' || coalesce(nullif(a.grantee, 0)::regrole::text, 'public') as name, string_agg(a.privilege_type, ',' order by a.privilege_type) as text
    from pg_attribute at join pg_class c on c.oid = at.attrelid join pg_namespace n on n.oid = c.relnamespace cross join aclexplode(at.attacl) a
    where n.nspname in ${SCHEMAS} and not at.attisdropped group by 1`,
  'right on a function': `select p.oid::regprocedure || ' ' || coalesce(nullif(a.grantee, 0)::regrole::text, 'public') as name, string_agg(a.privilege_type, ',' order by a.privilege_type) as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
    where n.nspname in ${SCHEMAS} and a.grantee <> p.proowner group by 1`,
  'right on a schema': `select n.nspname || ' ' || coalesce(nullif(a.grantee, 0)::regrole::text, 'public') as name, string_agg(a.privilege_type, ',' order by a.privilege_type) as text
    from pg_namespace n cross join aclexplode(n.nspacl) a where n.nspname in ${SCHEMAS} and a.grantee <> n.nspowner group by 1`,
  'default right': `select coalesce(d.defaclnamespace::regnamespace::text, '') || ' ' || d.defaclobjtype::text || ' ' || d.defaclrole::regrole as name, d.defaclacl::text as text from pg_default_acl d`,
  extension: `select e.extname as name, e.extnamespace::regnamespace::text as text from pg_extension e`,
};

/** What a database is made of, as sorted lines: two databases with the same lines are the same but for their rows. */
async function catalogueOf(sql: Sql): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, query] of Object.entries(queries)) {
    const rows = await sql.unsafe<{ name: string; text: string }[]>(query);
    lines.push(...rows.map(({ name, text }) => `${kind} ${name}: ${text}`));
  }
  return lines.toSorted();
}

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
let cluster: PlainCluster;
const opened: Sql[] = [];

const openDatabase = async (name: string): Promise<{ ownerUrl: string; superuser: Sql }> => {
  const at = (url: string): string => url.replace(TEMPLATE, name);
  const maintenance = postgres(cluster.superuserUrl.replace(TEMPLATE, 'postgres'), { max: 1 });
  await maintenance.unsafe(`create database ${name} template ${TEMPLATE} owner wattershed_owner`);
  await maintenance.end();
  const superuser = postgres(at(cluster.superuserUrl), { max: 1, onnotice: () => {} });
  opened.push(superuser);
  return { ownerUrl: at(cluster.ownerUrl), superuser };
};

beforeAll(async () => {
  cluster = await openPlainCluster(plainServers().findLast(({ programs }) => programs !== null)?.programs ?? '');
});
afterAll(async () => {
  for (const sql of opened) await sql.end();
  await cluster.close();
});

const person = '00000000-0000-4000-8000-000000000001';
const household = '(select id from households where owner_id is not null)';
const meter = '(select min(id) from meters)';

/** With columns by utility, as bills had. */
const bill = `
  insert into billing_records (household_id, user_id, period_start, period_end, currency, total_amount, water_cost, electricity_cost,
      electricity_wh, electricity_estimated_wh, water_ml, water_estimated_ml)
    values (${household}, '${person}', '2026-01-01', '2026-02-01', 'EUR', 30.305, 10.1, 20.205, 9007199254740991, 1, 10628040, 0);
  insert into billing_record_versions (household_id, bill_id, version, period_start, period_end, currency, total_amount, water_cost,
      electricity_cost, lines, electricity_wh, electricity_estimated_wh, water_ml, water_estimated_ml, unpriced_days, made_at, replaced_at, reason)
    select household_id, id, version, period_start, period_end, currency, total_amount, water_cost, electricity_cost, lines, electricity_wh,
      electricity_estimated_wh, water_ml, water_estimated_ml, unpriced_days, created_at, created_at, 'use' from billing_records`;

/** Something in many tables, among it all that is mended. */
const fill = async (sql: Sql): Promise<void> => {
  await sql.unsafe(`insert into auth.users (id, email) values ('${person}', 'ada@example.org')`);
  await sql.unsafe(`
    update households set country = 'ES' where owner_id is not null;
    insert into connected_devices (household_id, user_id, name, room, utility) values (${household}, '${person}', 'Oven', 'kitchen', 'electricity');
    insert into open_readings (household_id, meter_id, at, value) values (${household}, ${meter}, '2026-10-01', 5);
    insert into meter_state (household_id, meter_id, last_at, last_value) values (${household}, ${meter}, '2026-10-01', 5)
      on conflict (household_id, meter_id) do update set last_at = excluded.last_at;
    insert into usage_day (household_id, meter_id, day, used) values (${household}, ${meter}, '2026-01-01', 5);
    insert into notices (household_id, kind, meter_id, since, noticed_at, mail_at, ended_at, figures) values (${household}, 'running-water', ${meter},
      '2026-10-01T00:00Z', '2026-10-01T02:00Z', '2026-10-01T02:00Z', '2026-10-01T10:00Z', '{"usedMl": 90000, "lowestMlPerHour": 4000}');
    insert into imports (household_id, id, user_id, file_name, accepted) values (${household}, '${person}', '${person}', 'use.csv', 3);
    insert into price_points (household_id, series, starts_at, step_s, price) values (${household}, 'esios-1001', '2026-01-01', 3600, 0.1);
    insert into tariffs (household_id, utility, valid_from, currency, plan) values (${household}, 'water', '2026-01-01', 'EUR', '{}');
    insert into household_invitations (household_id, role, hash, expires_at) values (${household}, 'viewer', '\\x01', '2027-01-01');
    ${bill};`);
};

type Row = Record<string, unknown>;
type Rows = Map<string, Row[]>;

const rowsOf = async (sql: Sql): Promise<Rows> => {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth', 'storage') order by 1`;
  const rows: Rows = new Map();
  for (const { name } of tables) {
    const found = await sql.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t) as row from ${name} t order by t::text`,
    );
    rows.set(
      name,
      found.map(({ row }) => row),
    );
  }
  return rows;
};

const plain = (cost: unknown): string => String(Number(cost));
/** Tables whose columns were others, one for each utility or language among them: their rows as they are now. */
const reshaped: Record<string, (row: Row) => Row> = {
  'public.billing_records': ({ electricity_wh, electricity_estimated_wh, water_ml, water_estimated_ml, ...row }) => ({
    ...row,
    amounts: {
      electricity: { used: electricity_wh, estimated: electricity_estimated_wh, cost: plain(row['electricity_cost']) },
      water: { used: water_ml, estimated: water_estimated_ml, cost: plain(row['water_cost']) },
    },
  }),
  'public.billing_record_versions': (row) => {
    const { electricity_cost: _, water_cost: __, ...rest } = reshaped['public.billing_records']?.(row) ?? {};
    return rest;
  },
  'public.faq_entries': ({ question_en, question_es, question_hi, answer_en, answer_es, answer_hi, ...row }) => ({
    ...row,
    question: { en: question_en, es: question_es, hi: question_hi },
    answer: { en: answer_en, es: answer_es, hi: answer_hi },
  }),
  'public.meters': ({ register, facts, ...row }) => {
    const flow = register === 'export' ? 'returned' : 'drawn';
    return { ...row, flow, facts: String(facts).replace(',"parentMeterId"', `,"flow":"${flow}","parentMeterId"`) };
  },
};
const reshape = (rows: Rows): Rows =>
  new Map([...rows].map(([name, own]) => [name, own.map((row) => reshaped[name]?.(row) ?? row)]));

/** What `after` says in the columns of `before`. */
/** What a person is mailed about stands in a table of its own since: those who had chosen nothing have no rows there. */
const carriedOver = ['mail_running_water', 'mail_silent_meter', 'mail_budget'];

const inColumnsOf = (before: Rows, after: Rows): Rows =>
  new Map(
    [...before].map(([name, rows]) => {
      const columns = Object.keys(rows[0] ?? {});
      const kept = (after.get(name) ?? []).map((row) => Object.fromEntries(columns.map((key) => [key, row[key]])));
      return [name, kept];
    }),
  );

describe.each(versionsBefore)('a hosted database with %i migrations of before the first release', (count) => {
  let old: { ownerUrl: string; superuser: Sql };
  let before: Rows;
  beforeAll(async () => {
    const folder = migrationsBefore(count);
    old = await openDatabase(`before_${count}`);
    await migrateDatabase(old.ownerUrl, folder);
    rmSync(folder, { recursive: true });
    await fill(old.superuser);
    before = reshape(await rowsOf(old.superuser));
    await migrateDatabase(old.ownerUrl, migrations);
  });

  test('has the catalogue of a new one: tables, columns, constraints, functions, triggers, policies, rights', async () => {
    const fresh = await openDatabase(`fresh_${count}`);
    await migrateDatabase(fresh.ownerUrl, migrations);
    const [is, wanted] = [await catalogueOf(old.superuser), await catalogueOf(fresh.superuser)];
    expect(is.filter((line) => !wanted.includes(line))).toEqual([]);
    expect(wanted.filter((line) => !is.includes(line))).toEqual([]);
  });

  test('keeps its rows', async () => {
    const after = inColumnsOf(before, await rowsOf(old.superuser));
    after.set('public.notices', before.get('public.notices') ?? []);
    const profiles = (rows: Rows) =>
      (rows.get('public.profiles') ?? []).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !carriedOver.includes(column))),
      );
    expect(profiles(after)).toEqual(profiles(before));
    after.set('public.profiles', before.get('public.profiles') ?? []);
    expect(after).toEqual(before);
    expect(await old.superuser`select from notice_wishes`).toHaveLength(0);
  });

  test('has rows that lacked something mended', async () => {
    const after = await rowsOf(old.superuser);
    const [state] = after.get('public.meter_state') ?? [];
    expect({
      figures: after.get('public.notices')?.map(({ figures }) => figures),
      tax: after.get('public.price_points')?.map(({ tax }) => tax),
      fell: state?.['fell_at'],
      chosen: after.get('public.households')?.map((home) => home['time_zone_chosen']),
    }).toEqual(
      {
        59: {
          figures: [{ usedMl: 90_000, floorMlPerHour: 4000, leakMl: 40_000 }],
          tax: ['excluded'],
          fell: state?.['last_at'],
          chosen: [true],
        },
        70: { figures: [{ usedMl: 90_000, lowestMlPerHour: 4000 }], tax: [null], fell: null, chosen: [false] },
      }[count],
    );
  });

  test('is up to date then', async () => {
    const said: string[] = [];
    expect(await migrateDatabase(old.ownerUrl, migrations, ({ name }) => said.push(name))).toEqual([]);
    expect(said).toEqual([]);
  });
});

test('a database with columns by utility and language keeps its bills and questions', async () => {
  const { superuser } = await openDatabase('by_columns');
  const owner = postgres(cluster.ownerUrl.replace(TEMPLATE, 'by_columns'), { max: 1, onnotice: () => {} });
  await applyMigrations(owner, migrations, undefined, '20261202000100_catalogue.sql');
  await superuser.unsafe(`
    insert into auth.users (id, email) values ('${person}', 'ada@example.org');
    insert into households (name, kind, owner_id) values ('Home', 'home', '${person}');
    ${bill}`);
  const before = reshape(await rowsOf(superuser));
  await applyMigrations(owner, migrations);
  await owner.end();
  const after = inColumnsOf(before, await rowsOf(superuser));
  const tables = Object.keys(reshaped);
  expect(tables.map((name) => before.get(name)?.length)).toEqual([1, 1, expect.any(Number), 0]);
  expect(tables.map((name) => after.get(name))).toEqual(tables.map((name) => before.get(name)));
});

test('a database between those versions is refused, with what to do', async () => {
  const folder = migrationsBefore(70);
  const { ownerUrl, superuser } = await openDatabase('between');
  await migrateDatabase(ownerUrl, folder);
  rmSync(folder, { recursive: true });
  await superuser`delete from private_migrations.applied where name like '20261125%' and name > '20261125000300'`;
  const before = await catalogueOf(superuser);
  await expect(migrateDatabase(ownerUrl, migrations)).rejects.toMatchObject({
    code: 'migration-too-old',
    message: expect.stringContaining('Start the newest Wattershed that has this file'),
  });
  expect(await catalogueOf(superuser)).toEqual(before);
});
