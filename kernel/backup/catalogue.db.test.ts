import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from 'postgres';
import { createTestDatabase, type TestDatabase } from '../postgres/testing.ts';
import { copyIn, copyOut, openOwner } from './catalogue.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = openOwner(database.ownerUrl);
  await sql`create table copied (id integer check (id < 1000000), words text)`;
});
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await database.drop();
});

async function* lines(from: number, to: number): AsyncGenerator<Buffer> {
  for (let id = from; id < to; id += 1) yield Buffer.from(`${id}\t${'x'.repeat(200)}\n`);
}

test('a reader that is slower than the database gets everything, and the connection goes on', async () => {
  await copyIn(sql, 'copy copied from stdin', lines(0, 5000));
  // Each length leaves another piece at the end, at which the connection may be paused.
  for (const count of [1, 80, 81, 320, 321, 330, 1000, 4999, 5000]) {
    const bytes = await sql.begin(async (tx) => {
      let read = 0;
      for await (const chunk of copyOut(tx, `copy (select * from copied limit ${count}) to stdout`)) {
        await new Promise(setImmediate);
        read += chunk.length;
      }
      const [row] = await tx<
        { n: number }[]
      >`select sum(length(id::text) + 202)::int as n from (select id from copied limit ${count}) as few`;
      expect(read).toBe(row?.n);
      return read;
    });
    expect(bytes).toBeGreaterThan(0);
  }
});

test('a refusal is told whether it comes at the first row or after the last', async () => {
  const first = copyIn(sql, 'copy copied from stdin', lines(999_990, 1_020_000));
  await expect(first).rejects.toMatchObject({ code: '23514' });
  const last = copyIn(sql, 'copy copied from stdin', lines(1_000_000, 1_000_001));
  await expect(last).rejects.toMatchObject({ code: '23514' });
  const cut = copyIn(
    sql,
    'copy copied from stdin',
    (async function* () {
      yield* lines(0, 10);
      throw new Error('the source failed');
    })(),
  );
  await expect(cut).rejects.toThrow('the source failed');
  expect(await sql`select count(*)::int as n from copied`).toEqual([{ n: 5000 }]);
});
