/** The household that everybody wants into: a row in every table there is, known by marks that nobody else knows. */
import { createHash, randomUUID } from 'node:crypto';
import type { Sql } from '#kernel/db.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNeeded: boolean;
  readonly checks: string;
}

/** A table that the table API could be asked for, whether or not it may be. */
export interface Table {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly Column[];
  /** The column that says whose a row is; null where no column does. */
  readonly owner: 'household_id' | 'user_id' | 'id' | null;
}

export interface Victim {
  readonly household: string;
  readonly userId: string;
  /** What only this household's rows hold: an answer with one of these in it is a leak. */
  readonly secrets: readonly string[];
  /** Ids of its rows, of whatever table, to be asked for. */
  readonly ids: readonly string[];
}

const inherited = /^(packed_days|usage_)/;

export const readTables = async (sql: Sql): Promise<Table[]> => {
  const rows = await sql<{ schema: string; name: string; columns: Column[] }[]>`
    select n.nspname as schema, c.relname as name, json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, null),
      'isNeeded', a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '',
      'checks', coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)), '')) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'private', 'auth', 'storage')
    group by 1, 2 order by 1, 2`;
  return rows.map((table) => ({ ...table, owner: ownerOf(table) }));
};

const ownerOf = ({ schema, name, columns }: Omit<Table, 'owner'>): Table['owner'] => {
  if (schema !== 'public') return null;
  if (name === 'households') return 'id';
  return (['household_id', 'user_id'] as const).find((wanted) => columns.some((one) => one.name === wanted)) ?? null;
};

const ownedBy = ({ owner }: Table, victim: Pick<Victim, 'household' | 'userId'>): string =>
  owner === 'user_id' ? victim.userId : victim.household;

/** Large, so that no other number is taken for it. */
const markedNumber: Readonly<Record<string, string>> = {
  smallint: '7',
  integer: '918273645',
  bigint: '918273645918',
  numeric: '91827.36',
  'double precision': '91827.3645',
  real: '91827.4',
};

const pick = (checks: string, pattern: RegExp): string | undefined => pattern.exec(checks)?.slice(1).find(Boolean);

const isOfJobs = /^(?:due|next|mail|retry|again|expires|ends|until)_|_(?:due|until)(?:_at)?$/;

/** What a column may hold, likeliest first: where a check does not like one, the next is tried. */
export const candidates = ({ name, type, checks }: Column, victim: Pick<Victim, 'household' | 'userId'>): string[] => {
  if (name === 'household_id') return [victim.household];
  if (name === 'currency') return ['EUR'];
  if (type === 'uuid') return [/user|author|owner|_by$|^who$/.test(name) ? victim.userId : randomUUID()];
  if (type === 'text' || type === 'character varying') {
    const listed = pick(checks, new RegExp(`\\(${name} = ANY \\(ARRAY\\['([^']+)'|\\(${name} = '([^']+)'`));
    return listed
      ? [listed]
      : [`mark-${randomUUID()}`, 'EUR', 'ES', '1', createHash('sha256').update(randomUUID()).digest('hex')];
  }
  if (type in markedNumber) return [markedNumber[type] as string, '7', '1', '0', '1750000000', '100'];
  if (type === 'bytea') return [`\\x${createHash('sha256').update(randomUUID()).digest('hex')}`, '\\x'];
  if (type === 'boolean') return ['true'];
  if (type === 'date') return ['2026-01-01'];
  // What is due would be done meanwhile by the service's own jobs: an account ended, a mail sent.
  if (type.startsWith('timestamp') && isOfJobs.test(name)) return ['2100-01-01'];
  if (type.startsWith('timestamp')) return [new Date().toISOString()];
  if (type.startsWith('time')) return ['12:00'];
  if (type === 'json' || type === 'jsonb') return ['{}', '[]'];
  if (type.endsWith('[]')) return ['{1}', '{}'];
  if (type.endsWith('range')) return ['[2026-01-01,2026-02-01)', '[1,2)'];
  return [''];
};

/** What several columns' checks want together. */
const agreed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  billing_cycles: { kind: 'dates', month_days: '{01-15}' },
  billing_records: {
    period_end: '2026-02-01',
    total_amount: '30',
    amounts: '{"water": {"used": 1, "estimated": 0, "cost": "30"}}',
  },
  contact_messages: { email: 'secret@example.org' },
  device_schedules: { minute: '600' },
  notice_quiet_hours: { starts: '22:00', ends: '07:00' },
  notices: { kind: 'silent-meter', meter_id: '918273645', mail_at: '2100-01-01' },
  payment_ways: { kind: 'after-bill' },
  places: { name: 'kitchen', inside: 'The marked floor' },
  price_points: { step_s: '3600', price: '1' },
  // What is due would be fetched meanwhile.
  pulls: { next_at: '2100-01-01' },
  tariffs: { plan: '{}' },
  utility_bills: { period_end: '2026-02-01', total: '91827.36' },
};

/** Puts one row in, without triggers and references; answers why none was let in, or null. */
const fill = async (sql: Sql, table: Table, victim: Pick<Victim, 'household' | 'userId'>): Promise<string | null> => {
  const given = agreed[table.name] ?? {};
  const isChosen = ({ name, type, isNeeded, checks }: Column): boolean =>
    isNeeded || name === table.owner || name in given || (type === 'text' && checks === '');
  const chosen = table.columns.filter(isChosen);
  const lists = chosen.map((column) => (given[column.name] ? [given[column.name]] : candidates(column, victim)));
  const names = chosen.map(({ name }) => `"${name}"`).join(', ');
  let refused: string | null = 'nothing was tried';
  for (let turn = 0; refused !== null && turn < Math.max(...lists.map((list) => list.length)); turn += 1) {
    const values = lists
      .map((list, at) => `'${list[Math.min(turn, list.length - 1)]}'::${chosen[at]?.type}`)
      .join(', ');
    refused = await sql.unsafe(`insert into public."${table.name}" (${names}) values (${values})`).then(
      () => null,
      (error: Error) => error.message,
    );
  }
  return refused;
};

/** A row in every table that can have one of this household; answers where none could be put, and why. */
export const fillEverywhere = async (
  sql: Sql,
  tables: readonly Table[],
  victim: Pick<Victim, 'household' | 'userId'>,
): Promise<string[]> => {
  const empty: string[] = [];
  const one = await sql.reserve();
  await one`set session_replication_role = replica`;
  for (const table of tables.filter(({ owner }) => owner !== null)) {
    const [found] = await one.unsafe(
      `select 1 from public."${table.name}" where "${table.owner}" = '${ownedBy(table, victim)}' limit 1`,
    );
    const refused = found ? null : await fill(one, table, victim);
    if (refused !== null) empty.push(`${table.name}: ${refused}`);
  }
  await one`set session_replication_role = origin`;
  one.release();
  return empty;
};

/** Everything of the household, in every schema: where this differs, something was changed. */
export const digest = async (
  sql: Sql,
  tables: readonly Table[],
  victim: Pick<Victim, 'household' | 'userId'>,
): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  const look = async (name: string, where: string) => {
    const [row] = await sql.unsafe<{ said: string }[]>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as said from ${name} t where ${where}`,
    );
    found[name] = row?.said ?? '';
  };
  for (const { schema, name, columns } of tables) {
    const has = (wanted: string): boolean => columns.some((one) => one.name === wanted);
    const whose = [
      ...(has('household_id') ? [`household_id = '${victim.household}'`] : []),
      ...(has('user_id') ? [`user_id::text = '${victim.userId}'`] : []),
      ...(name === 'households' ? [`id = '${victim.household}'`] : []),
      ...(schema === 'auth' && name === 'users' ? [`id = '${victim.userId}'`] : []),
      ...(schema === 'storage' && name === 'objects' ? [`name like '${victim.household}/%'`] : []),
    ];
    if (whose.length > 0) await look(`${schema}."${name}"`, whose.join(' or '));
  }
  return found;
};

/** The marks and ids in the household's rows. */
export const knowVictim = async (
  sql: Sql,
  tables: readonly Table[],
  victim: Pick<Victim, 'household' | 'userId'>,
): Promise<Victim> => {
  const secrets = new Set<string>([victim.household, victim.userId]);
  const ids = new Set<string>();
  for (const table of tables.filter(({ owner, name }) => owner !== null && !inherited.test(name))) {
    const rows = await sql.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t) as row from public."${table.name}" t where "${table.owner}" = '${ownedBy(table, victim)}'`,
    );
    for (const { row } of rows) {
      const { id } = row;
      if (typeof id === 'string' || typeof id === 'number') ids.add(String(id));
      for (const value of Object.values(row)) if (isMark(value)) secrets.add(String(value));
    }
  }
  return { ...victim, secrets: [...secrets], ids: [...ids] };
};

const isMark = (value: unknown): boolean =>
  /^(mark-)?[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$|^918273645/.test(String(value)) ||
  (typeof value === 'string' && value.startsWith('Secret of Ada'));
