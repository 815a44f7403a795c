/**
 * A Citus cluster beside one plain PostgreSQL: what use costs by day, by month and live, and what a fleet's readings do.
 * `CITUS_URL=… PLAIN_URL=… npx tsx bench/cluster/compare.ts`: superusers' addresses of servers for tests alone, on which databases are made and dropped.
 * `--homes=1000`, `--asks=2000` of each question, `--rounds=4` of readings, each beside each. Processor time is told where the servers run here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { type Database, openDatabase } from '#kernel/db.ts';
import { closeDays, createIngest, createIngestTokens, newToken } from '#subjects/readings/service/ingest/index.ts';
import { makeDatabase } from '../../supabase/tests/citus/cluster.ts';
import { option } from '../option.ts';

const homes = option('homes', 1_000);
const asks = option('asks', 2_000);
const rounds = option('rounds', 4);
const perRequest = 400;
const requestsAtOnce = 5;
const minutesPerRound = 30;

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const month = (months: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
};

const questions = {
  'use by day': [`select private.usage_by_day($1, $2, $3, $4, 'day', false, false, null, false)`, [day(-6), day(1)]],
  'use by month and room': [
    'select private.usage_by_month($1, $2, $3, $4, true, false, null, false)',
    [month(-3), month(1)],
  ],
  live: ['select private.usage_latest($1, $2)', []],
} as const satisfies Record<string, readonly [string, readonly string[]]>;

interface Home {
  readonly user: string;
  readonly household: string;
}

interface Side {
  readonly name: string;
  readonly database: Database;
  readonly owner: postgres.Sql;
  readonly homes: readonly Home[];
  readonly meters: readonly string[];
  /** Milliseconds of processors that its servers have used; null: they run elsewhere. */
  cpuMs(): Promise<number | null>;
  end(): Promise<void>;
}

/** Of a postmaster, its children and those that ended. */
const cpuOf = (postmaster: number): number => {
  const fields = (pid: number | string): string[] =>
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = (list: readonly string[]): number => list.reduce((sum, field) => sum + Number(field), 0);
  let sum = ticks(fields(postmaster).slice(11, 15));
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const one = fields(pid);
      if (Number(one[1]) === postmaster) sum += ticks(one.slice(11, 13));
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum * 10;
};

const postmasterOf = async (sql: postgres.Sql): Promise<number | null> => {
  const [row] = await sql<{ pid: number; start: number }[]>`
    select pg_backend_pid() as pid, pg_postmaster_start_time() is not null as start`;
  try {
    const text = readFileSync(`/proc/${row?.pid}/stat`, 'utf8');
    return text.includes('(postgres)') ? Number(text.split(') ').at(-1)?.split(' ')[1]) : null;
  } catch {
    return null;
  }
};

/** Homes with a meter of electricity and one of water each, and four months of use. */
const fill = async (owner: postgres.Sql): Promise<void> => {
  await Promise.all(
    Array.from(
      { length: homes },
      (_, i) => owner`insert into auth.users (id, email, raw_user_meta_data)
        values (gen_random_uuid(), ${`home-${i}@example.org`}, '{"time_zone":"Europe/Madrid"}')`,
    ),
  );
  const members = await owner<Home[]>`select user_id as user, household_id as household from public.household_members`;
  await Promise.all(
    members.flatMap(({ user, household }) =>
      [
        ['Mains', 'kitchen', 'electricity'],
        ['Water', 'bathroom', 'water'],
      ].map(
        ([
          name = '',
          room = '',
          utility = '',
        ]) => owner`insert into public.connected_devices (household_id, user_id, name, room, utility)
          values (${household}, ${user}, ${name}, ${room}, ${utility})`,
      ),
    ),
  );
  await owner`insert into public.usage_day (household_id, meter_id, day, used, estimated, imported, covered_s)
    select household_id, id, d::date, 1000, 0, 0, 86400 from public.meters, generate_series(current_date - 120, current_date - 1, '1 day') d`;
  await owner`insert into public.usage_month (household_id, meter_id, month, used, estimated, imported, covered_s)
    select household_id, id, d::date, 1000, 0, 0, 86400 from public.meters,
      generate_series(date_trunc('month', current_date) - interval '3 months', date_trunc('month', current_date), '1 month') d`;
  await owner`analyze`;
};

const openSide = async (name: string, url: string, isCluster: boolean): Promise<Side> => {
  const { told, nodeUrls, drop } = await makeDatabase(url, isCluster);
  // One after the other: two devices of a home at once wait for each other on a cluster.
  const owner = postgres(told.ownerUrl, { max: 1, onnotice: () => {} });
  const nodes = nodeUrls.map((node) => postgres(node, { max: 1, onnotice: () => {} }));
  const database = openDatabase(told.serviceUrl);
  await fill(owner);
  const postmasters = await Promise.all(nodes.map(postmasterOf));
  return {
    name,
    database,
    owner,
    homes: await owner<
      Home[]
    >`select user_id as user, household_id as household from public.household_members order by 2`,
    meters: (await owner<{ id: string }[]>`select id from public.meters order by household_id, id`).map(({ id }) => id),
    cpuMs: async () =>
      postmasters.some((pid) => pid === null)
        ? null
        : postmasters.reduce<number>((sum, pid) => sum + cpuOf(pid as number), 0),
    end: async () => {
      await Promise.all([database.stop(), owner.end(), ...nodes.map((node) => node.end())]);
      await drop();
    },
  };
};

const quantile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;

const askAll = async (sides: readonly Side[]): Promise<void> => {
  for (const [title, [text, given]] of Object.entries(questions)) {
    const times = new Map(sides.map((side) => [side, [] as number[]]));
    for (let i = -200; i < asks; i += 1)
      for (const side of sides) {
        const home = side.homes[Math.abs(i * 7) % side.homes.length] as Home;
        const begun = performance.now();
        await side.database.engine.unsafe(
          side.name === 'plain' ? text : text.replace('($1', '_there($1'),
          [home.user, home.household, ...given],
          { prepare: true },
        );
        if (i >= 0) times.get(side)?.push(performance.now() - begun);
      }
    const [plain = [], cluster = []] = [...times.values()];
    const line = [0.5, 0.95].map((part) => {
      const [one, other] = [quantile(plain, part), quantile(cluster, part)];
      return `p${part * 100} ${one.toFixed(2)} and ${other.toFixed(2)} ms (${(other / one).toFixed(2)} times)`;
    });
    console.log(`${title}, n = ${asks}: ${line.join(', ')}`);
  }
};

interface Fleet {
  send(at: number): Promise<number>;
}

const openFleet = async (side: Side, begin: number): Promise<Fleet> => {
  const { token, hash, hint } = newToken();
  await side.owner`insert into public.ingest_tokens (scope, name, hash, hint) values ('fleet', 'bench', ${hash}, ${hint})`;
  const { engine } = side.database;
  const ingest = createIngest(engine, createIngestTokens(engine, Date.now), { publish: () => {} }, Date.now);
  const parts = Array.from({ length: requestsAtOnce }, (_, i) =>
    side.meters.slice(i * perRequest, (i + 1) * perRequest),
  );
  return {
    send: async (at) => {
      const answers = await Promise.all(
        parts.map((part) =>
          ingest.take(token, {
            sent: part.map((meter, index) => ({ index, meter, at, value: at - begin, spanS: null })),
            rejected: [],
            count: part.length,
          }),
        ),
      );
      return answers.reduce((sum, { accepted }) => sum + accepted, 0);
    },
  };
};

const sendAll = async (sides: readonly Side[]): Promise<void> => {
  const begin = Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400;
  const fleets = await Promise.all(sides.map((side) => openFleet(side, begin)));
  const rates = sides.map(() => [] as number[]);
  const cpu = sides.map(() => ({ ms: 0, readings: 0, isKnown: true }));
  let at = begin;
  for (let i = 0; i < 3; i += 1, at += 60) for (const fleet of fleets) await fleet.send(at);
  for (let round = 0; round < rounds; round += 1, at += minutesPerRound * 60)
    for (const [i, fleet] of fleets.entries()) {
      const before = await (sides[i] as Side).cpuMs();
      const begun = performance.now();
      let accepted = 0;
      for (let minute = 0; minute < minutesPerRound; minute += 1) accepted += await fleet.send(at + minute * 60);
      rates[i]?.push(accepted / ((performance.now() - begun) / 1000));
      const after = await (sides[i] as Side).cpuMs();
      const spent = cpu[i] as (typeof cpu)[number];
      spent.isKnown &&= before !== null && after !== null;
      spent.ms += (after ?? 0) - (before ?? 0);
      spent.readings += accepted;
    }
  // A day is closed once its meter has left it behind.
  for (const fleet of fleets) await fleet.send(Math.floor(Date.now() / 1000) - 30);
  const [plain = 0, cluster = 0] = rates.map((list) => quantile(list, 0.5));
  console.log(
    `readings, ${requestsAtOnce} requests of ${perRequest} at once, the middle of ${rounds}: ${Math.round(plain)} and ${Math.round(cluster)} a second (${(cluster / plain).toFixed(2)} times)`,
  );
  for (const [i, { ms, readings, isKnown }] of cpu.entries())
    if (isKnown)
      console.log(`${sides[i]?.name}: ${((ms * 1000) / readings).toFixed(1)} µs of the servers' processors a reading`);
};

/** What closing a day costs, and what its readings take on disk before and after. */
const closeAll = async (side: Side): Promise<void> => {
  const size = async (): Promise<number> => {
    const one = side.name === 'plain' ? 'pg_total_relation_size(t.name)' : `citus_total_relation_size(t.name)`;
    const [row] = await side.owner.unsafe<{ bytes: string }[]>(
      `select sum(${one}) as bytes from (values ('public.open_readings'::regclass), ('public.packed_days'), ('public.usage_quarter')) t (name)`,
    );
    return Number(row?.bytes);
  };
  const [count] = await side.owner<{ n: number }[]>`select count(*)::int as n from public.open_readings`;
  const [open, before] = [await size(), await side.cpuMs()];
  await closeDays(side.database.engine, Math.floor(Date.now() / 1000));
  const after = await side.cpuMs();
  await side.owner.unsafe('vacuum full public.packed_days');
  const [packed] = await side.owner<{ bytes: number; n: number }[]>`
    select sum(pg_column_size(d.*))::float8 as bytes, sum(d.n)::int as n from public.packed_days d`;
  console.log(
    `${side.name}: ${count?.n} open readings took ${(open / (count?.n ?? 1)).toFixed(0)} bytes each with their indexes, closed ${((packed?.bytes ?? 0) / (packed?.n ?? 1)).toFixed(2)}; ` +
      `closing took ${before === null || after === null ? '?' : (((after - before) * 1000) / (count?.n ?? 1)).toFixed(1)} µs a reading`,
  );
};

const { CITUS_URL, PLAIN_URL } = process.env;
if (!CITUS_URL || !PLAIN_URL) {
  console.error(
    'Set CITUS_URL and PLAIN_URL to superusers’ addresses of a cluster and of a plain PostgreSQL for tests alone.',
  );
  process.exit(2);
}
const sides: Side[] = [];
try {
  sides.push(await openSide('plain', PLAIN_URL, false));
  sides.push(await openSide('cluster', CITUS_URL, true));
  console.log(`${homes} homes; a plain PostgreSQL and a cluster, in turn; load ${loadavg()[0]?.toFixed(1)}`);
  await askAll(sides);
  await sendAll(sides);
  await delay(1_000);
  for (const side of sides) await closeAll(side);
} finally {
  for (const side of sides) await side.end();
}
