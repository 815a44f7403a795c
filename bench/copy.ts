/** The most that the store can take: the same batches by COPY into a table with a key, and nothing else, a commit each. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import postgres from 'postgres';
import type { Batch } from './data.ts';

const open = (url: string): postgres.Sql => {
  const options = { max: 1, onnotice: () => {}, socket: undelayed };
  return postgres(url, options);
};

const rowsOf = ({ meters, at, values }: Batch): string =>
  meters
    .map((meter, i) => `${meter}\t${new Date((at[i] as number) * 1000).toISOString()}\t${values[i] as number}\n`)
    .join('');

/** The driver lets small packets wait for each other; COPY ends in one. */
const undelayed = async ({ host, port }: { host: string[]; port: number[] }): Promise<Socket> => {
  const socket = connect({ host: host[0] as string, port: port[0] as number, noDelay: true });
  await once(socket, 'connect');
  return socket;
};

/** Readings a second. Makes its table anew in the database at `url`. */
export const copyRate = async (url: string, batches: Iterator<Batch>, connections: number): Promise<number> => {
  const pool = Array.from({ length: connections }, () => open(url));
  const [first] = pool as [postgres.Sql];
  await first`drop table if exists copied`;
  await first`create table copied (meter int, at timestamptz, value bigint, primary key (meter, at))`;
  let rows = 0;
  const begun = performance.now();
  const loop = async (sql: postgres.Sql): Promise<void> => {
    for (let next = batches.next(); !next.done; next = batches.next()) {
      const into = await sql`copy copied from stdin`.writable();
      const done = once(into, 'finish');
      into.end(rowsOf(next.value));
      await done;
      rows += next.value.meters.length;
    }
  };
  await Promise.all(pool.map(loop));
  const seconds = (performance.now() - begun) / 1000;
  await first`drop table copied`;
  await Promise.all(pool.map((sql) => sql.end()));
  return rows / seconds;
};
