/** What tests of an account share: its addresses on a stage, what is left of it, and what it takes along. */
import { inflateRawSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Stage } from '#apps/service/testing/stage.ts';
import type { Sql } from '#kernel/db.ts';
import { type AccountDeps, accountRoutes } from './index.ts';

/** `more`: what this test has of its own. */
export const serveAccount = (stage: Stage, more: Partial<AccountDeps> = {}): FastifyInstance =>
  stage.http((http, deps) =>
    accountRoutes(http, {
      ...deps,
      database: stage.database,
      upgradeGuest: null,
      forgetSessions: () => {},
      now: Date.now,
      ...more,
    }),
  );

// Where somebody still stands in the database, whatever the column is called.

/** Each `table.column` of any schema in which this id stands. */
export const tracesOf = async (owner: Sql, id: string): Promise<string[]> => {
  const columns = await owner<{ place: string; column: string }[]>`
    select format('%I.%I', table_schema, table_name) as place, column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and data_type in ('uuid', 'text', 'json', 'jsonb', 'character varying')`;
  const found: string[] = [];
  for (const { place, column } of columns) {
    const [row] = await owner.unsafe<{ n: number }[]>(
      `select count(*)::int as n from ${place} where strpos("${column}"::text, $1) > 0`,
      [id],
    );
    if (row && row.n > 0) found.push(`${place}.${column}`);
  }
  return found;
};

// Reads a ZIP by its central directory, as any unpacker does.

const endMark = 0x06054b50;
const entryMark = 0x02014b50;

/** File name → content. */
export const unzip = (zip: Buffer): Map<string, string> => {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== endMark) end -= 1;
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let n = zip.readUInt16LE(end + 10); n > 0; n -= 1) {
    if (zip.readUInt32LE(at) !== entryMark) throw new Error(`no entry at ${at}`);
    const method = zip.readUInt16LE(at + 10);
    const packed = zip.readUInt32LE(at + 20);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(begin, begin + packed);
    files.set(name, (method === 0 ? data : inflateRawSync(data)).toString('utf8'));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
};
