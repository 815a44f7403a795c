/** Makes the rows of one database those of another: whole tables first, then only what differs, by hashes of groups of rows. */
import type { Sql, TransactionSql } from 'postgres';
import { isCluster } from '../postgres/cluster.ts';
import { BackupError } from './backup-error.ts';
import { backendOf, copyIn, copyOut, listSequences, listTables, loadAsTheyWere, nameInSql } from './catalogue.ts';
import { type Table, titleOf } from './records.ts';

export interface CopyProgress {
  step: 'comparing' | 'copying';
  title: string;
  /** Copied so far. */
  rows: number;
}

/** A group is copied anew as a whole: the more there are, the less is. */
const GROUPS = 4096;

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const rowText = (columns: readonly string[]): string => `row(${columns.map(quote).join(', ')})::text`;

/** md5 is the same on every machine and version; PostgreSQL's own hashes are not. */
const groupOfText = (text: string): string => `(('x' || substr(md5(${text}), 1, 8))::bit(32)::int & ${GROUPS - 1})`;
const groupOf = (key: readonly string[]): string => groupOfText(rowText(key));

/** Citus deletes by what always answers the same, and does not know that of the text of a row. */
const GROUP_ON_CLUSTER = `
  create schema if not exists wattershed_moving;
  create or replace function wattershed_moving.group_of(key record) returns integer language plpgsql immutable as $$
  begin
    return ${groupOfText('key::text')};
  end $$`;
const groupOnCluster = (key: readonly string[]): string =>
  `wattershed_moving.group_of(row(${key.map(quote).join(', ')}))`;

/** By which a row is found again; all columns where there is none. */
async function keysOf(sql: TransactionSql): Promise<Map<string, string[]>> {
  const found = await sql<{ title: string; columns: string[] }[]>`
    select n.nspname || '.' || c.relname as title,
      array(select a.attname::text from unnest(i.indkey) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where i.indisprimary`;
  return new Map(found.map(({ title, columns }) => [title, columns]));
}

type Groups = Map<number, string>;

/** Count and sums of 128 bits of each group. */
async function groupsOf(sql: TransactionSql, table: Table, key: readonly string[]): Promise<Groups> {
  const half = (from: number): string => `sum(('x' || substr(hash, ${from}, 16))::bit(64)::bigint)`;
  const rows = await sql.unsafe<{ part: number; said: string }[]>(`
    select part, count(*) || ' ' || ${half(1)} || ' ' || ${half(17)} as said
    from (select ${groupOf(key)} as part, md5(${rowText(table.columns)}) as hash from ${nameInSql(table)}) rows group by part`);
  return new Map(rows.map(({ part, said }) => [part, said]));
}

const differing = (one: Groups, other: Groups): number[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((part) => one.get(part) !== other.get(part));

async function copyTable(from: TransactionSql, to: TransactionSql, table: Table, where: string): Promise<number> {
  const columns = table.columns.map(quote).join(', ');
  let rows = 0;
  const content = copyOut(from, `copy (select ${columns} from ${nameInSql(table)}${where}) to stdout`);
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
      yield chunk;
    }
  }
  await copyIn(to, `copy ${nameInSql(table)} (${columns}) from stdin`, counted());
  return rows;
}

/** The target may have more: what came with a newer Wattershed. */
function checkColumns(source: readonly Table[], target: readonly Table[]): void {
  const there = new Map(target.map((table) => [titleOf(table), new Set(table.columns)]));
  const missing = source.find((table) => table.columns.some((column) => !there.get(titleOf(table))?.has(column)));
  if (!missing) return;
  const words = `The new database lacks ${titleOf(missing)} as the old one has it. Start this Wattershed once on the old one, then begin again.`;
  throw new BackupError('move-differs', words);
}

interface Tables {
  source: TransactionSql;
  target: TransactionSql;
  isOnCluster: boolean;
}

/** `there`: the groups of the source, where they are known. */
interface Done {
  copied: number;
  there: Groups | null;
  isChanged: boolean;
}

async function copyTableDifferences(
  { source, target, isOnCluster }: Tables,
  table: Table,
  key: readonly string[],
): Promise<Done> {
  const filled = await target.unsafe(`select 1 from ${nameInSql(table)} limit 1`);
  if (filled.length === 0) return { copied: await copyTable(source, target, table, ''), there: null, isChanged: true };
  const [there, here] = await Promise.all([groupsOf(source, table, key), groupsOf(target, table, key)]);
  const parts = differing(there, here);
  if (parts.length === 0) return { copied: 0, there, isChanged: false };
  const concerned = (group: string): string => ` where ${group} = any ('{${parts.join(',')}}')`;
  await target.unsafe(`delete from ${nameInSql(table)}${concerned(isOnCluster ? groupOnCluster(key) : groupOf(key))}`);
  return { copied: await copyTable(source, target, table, concerned(groupOf(key))), there, isChanged: true };
}

/** Reads back what was copied; what was equal before needs no second look. Answers how many rows the table has. */
async function checkTable(
  { source, target }: Tables,
  table: Table,
  key: readonly string[],
  done: Done,
): Promise<number> {
  const there = done.there ?? (await groupsOf(source, table, key));
  if (done.isChanged && differing(there, await groupsOf(target, table, key)).length > 0)
    throw new BackupError(
      'move-differs',
      `${titleOf(table)} differs from what it was. The old database stays as it is: begin again.`,
    );
  return [...there.values()].reduce((sum, said) => sum + Number(said.split(' ')[0]), 0);
}

/** Of one snapshot of `from`; `to` has it all or nothing of it. `isChecked`: each row is held against its original. */
export async function copyDifferences(
  from: Sql,
  to: Sql,
  isChecked: boolean,
  onProgress: (progress: CopyProgress) => void,
  signal?: AbortSignal,
): Promise<{ copied: number; checked: number }> {
  let [copied, checked] = [0, 0];
  const isOnCluster = await isCluster(to);
  if (isOnCluster) await to.unsafe(GROUP_ON_CLUSTER).simple();
  await from.begin('isolation level repeatable read read only', (source) =>
    to.begin(async (target) => {
      const both = { source, target, isOnCluster };
      const tables = await listTables(source, await backendOf(source));
      checkColumns(tables, await listTables(target, await backendOf(target)));
      await loadAsTheyWere(target);
      const keys = await keysOf(source);
      for (const table of tables) {
        signal?.throwIfAborted();
        const title = titleOf(table);
        const key = keys.get(title) ?? table.columns;
        onProgress({ step: 'comparing', title, rows: copied });
        const done = await copyTableDifferences(both, table, key);
        copied += done.copied;
        if (isChecked) checked += await checkTable(both, table, key, done);
        onProgress({ step: 'copying', title, rows: copied });
      }
      for (const sequence of await listSequences(source, tables))
        await target`select setval(${nameInSql(sequence)}::regclass, ${sequence.value}::bigint, ${sequence.isCalled})`;
    }),
  );
  return { copied, checked };
}
