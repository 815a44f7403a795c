/** What of a database belongs in a backup. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { BackupError } from './backup-error.ts';
import type { Sequence, Table } from './records.ts';

/** Those of our migrations and of the embedded backend; a test names the tables of every other schema. */
const SCHEMAS = ['auth', 'private', 'private_migrations', 'public', 'storage'];
/** A hosted backend's own: its history, and rows of files that lie elsewhere. */
const HOSTED_SCHEMAS = ['auth', 'private', 'private_migrations', 'public'];
const HOSTED_OWN = 'auth.schema_migrations';
/** Says which functions a database has been given, which a backup does not bring. */
const OF_THE_DATABASE = 'private_migrations.repeatables';

type Backend = 'embedded' | 'hosted';

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const nameInSql = ({ schema, name }: { schema: string; name: string }): string =>
  `${quote(schema)}.${quote(name)}`;

/** Without waiting for more to send: a small table's COPY would stand still for 40 ms at its end. */
const promptSocket = async ({ hostname, port }: URL): Promise<Socket> => {
  const socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, 'connect');
  return socket;
};

/** With these the text of a row is the same on every machine and version. */
const textSettings = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
};

/** What loads rows as they were: without triggers and foreign keys, and with the same text on the nodes of a cluster. */
export async function loadAsTheyWere(tx: TransactionSql): Promise<void> {
  const [citus] = await tx`select from pg_extension where extname = 'citus'`;
  if (citus) {
    // Its connections to the nodes are its own: only what a transaction sets is handed on.
    await tx`set local citus.propagate_set_commands = 'local'`;
    // Tables of different kinds are written in one transaction.
    await tx`set local citus.multi_shard_modify_mode = 'sequential'`;
    for (const [name, value] of Object.entries(textSettings)) await tx.unsafe(`set local ${name} = '${value}'`);
  }
  await tx`set local session_replication_role = replica`;
}

export function openOwner(url: string, application = 'wattershed-backup'): Sql {
  if (!URL.canParse(url)) {
    const words = 'DATABASE_OWNER_URL is no address of a database: postgres://user:password@host:port/database.';
    throw new BackupError('target-not-ready', words);
  }
  const place = new URL(url);
  return postgres(url, {
    ...(place.hostname === '127.0.0.1' && place.port ? { socket: () => promptSocket(place) } : {}),
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
    connect_timeout: 10,
    prepare: false,
    onnotice: () => undefined,
    connection: {
      application_name: application,
      ...textSettings,
      client_encoding: 'UTF8',
      statement_timeout: '0',
      idle_in_transaction_session_timeout: '0',
      // A table whose rows are hidden from us is an error, not an empty table.
      row_security: 'off',
      // A table is read from its first page on, whoever else reads it.
      synchronize_seqscans: 'off',
    } as Record<string, string>,
  });
}

export async function backendOf(sql: Sql | TransactionSql): Promise<Backend> {
  const [row] = await sql<{ comment: string | null }[]>`
    select obj_description(to_regnamespace('auth'), 'pg_namespace') as comment`;
  return row?.comment === 'wattershed' || row?.comment?.startsWith('@supabase/lite') ? 'embedded' : 'hosted';
}

/** Generated columns are left out: they are made again. */
export async function listTables(sql: Sql | TransactionSql, backend: Backend): Promise<Table[]> {
  const schemas = backend === 'embedded' ? SCHEMAS : HOSTED_SCHEMAS;
  const tables = await sql<Table[]>`
    select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = any (${schemas})
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1, 2`;
  const left = backend === 'embedded' ? [OF_THE_DATABASE] : [OF_THE_DATABASE, HOSTED_OWN];
  return tables
    .filter((table) => !left.includes(`${table.schema}.${table.name}`))
    .map(({ schema, name, columns }) => ({ schema, name, columns }));
}

export async function listSequences(sql: TransactionSql, tables: readonly Table[]): Promise<Sequence[]> {
  const schemas = [...new Set(tables.map(({ schema }) => schema))];
  const found = await sql<{ schema: string; name: string }[]>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname = any (${schemas}) order by 1, 2`;
  const sequences: Sequence[] = [];
  for (const { schema, name } of found) {
    const [row] = await sql.unsafe<{ value: string; isCalled: boolean }[]>(
      `select last_value::text as value, is_called as "isCalled" from ${nameInSql({ schema, name })}`,
    );
    if (row) sequences.push({ schema, name, ...row });
  }
  return sequences;
}

export const copyOutOf = (table: Table): string =>
  `copy ${nameInSql(table)} (${table.columns.map(quote).join(', ')}) to stdout`;
export const copyInto = (table: Table): string =>
  `copy ${nameInSql(table)} (${table.columns.map(quote).join(', ')}) from stdin with (freeze)`;

// COPY over postgres.js, mended in two places where 3.4.9 waits for ever (porsager/postgres issues 917 and 1173).

/** Chunks are not cut at rows. Whoever stops before the end must end the connection. */
export async function* copyOut(sql: TransactionSql, statement: string): AsyncGenerator<Buffer> {
  const stream: Readable = await sql.unsafe(statement).readable();
  for await (const chunk of stream) yield chunk as Buffer;
  // The connection may have been paused at the last piece, and the rest of the answer would never be read.
  // oxlint-disable-next-line no-underscore-dangle -- what resumes it
  stream._read(0);
}

export async function copyIn(
  sql: Sql | TransactionSql,
  statement: string,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const query = sql.unsafe(statement) as unknown as { writable(): Promise<Writable>; reject(error: Error): void };
  const stream = await query.writable();
  // A refusal that comes after the last piece is told to the query alone, which has answered already.
  const refused = new Promise<never>((_, reject) => {
    query.reject = reject;
  });
  await Promise.race([pipeline(chunks, stream), refused]);
}
