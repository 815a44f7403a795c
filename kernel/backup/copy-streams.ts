/** COPY over postgres.js, mended in two places where 3.4.9 waits for ever (porsager/postgres issues 917 and 1173). */
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sql, TransactionSql } from 'postgres';

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
