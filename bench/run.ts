/** The benchmark: our service beside the floor, on the same embedded PostgreSQL, in one run. Prints ratios; compare nothing else. */
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { openDatabase } from '#kernel/db.ts';
import { copyRate } from './copy.ts';
import { type Batch, fleetMinute, history, meterCount } from './data.ts';
import type { QueryName } from './floor-sql.ts';
import { type Call, hasWrk, rate, send, sendAll } from './load.ts';
import { memoryOf, openBench } from './built-service.ts';
import { option } from './option.ts';
import { bodyOf, openFloor, openService, type Periods, type Side } from './side.ts';

const households = option('households', 2);
const months = option('months', 13);
const seconds = option('seconds', 4);
const rounds = option('rounds', 3);
const fleetMeters = 3000;
const fleetHouseholds = fleetMeters / meterCount;
const connections = 4;

const bench = openBench();
const DAY_S = 86_400;
const now = Math.floor(Date.now() / 60_000) * 60;
const today = now - (now % DAY_S);
const isoDay = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);
const monthStart = (back: number): string => {
  const date = new Date(now * 1000);
  return isoDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1) / 1000);
};
const periods: Periods = {
  now,
  day: (query: QueryName) => {
    if (query === 'q1') return { from: isoDay(today - 6 * DAY_S), to: isoDay(today + DAY_S) };
    if (query === 'q2') return { from: monthStart(1), to: monthStart(0) };
    if (query === 'q3') return { from: monthStart(11), to: monthStart(-1) };
    return { from: isoDay(today - DAY_S), to: isoDay(today) };
  },
};

const post = (side: Side, body: string): Call => ({
  method: 'POST',
  path: side.ingestPath,
  token: side.ingestToken,
  body,
});

function* backfill(count: number, from: number): Generator<Batch> {
  const streams = Array.from({ length: count }, (_, i) => history(i, from, now));
  for (let left = streams.length; left > 0; ) {
    left = 0;
    for (const stream of streams) {
      const next = stream.next();
      if (next.done) continue;
      left += 1;
      yield next.value;
    }
  }
}

/** Minutes of the fleet before `now`, each round its own hour. */
function* fleet(first: number, round: number, until: number): Generator<Batch> {
  for (let minute = 0; minute < 60 && performance.now() < until; minute += 1) {
    for (let part = 0; part < fleetMeters; part += 1000) {
      yield fleetMinute(first + part, 1000, now - 86_400 + (round * 60 + minute) * 60);
    }
  }
}

function* callsOf(side: Side, batches: Iterable<Batch>): Generator<Call> {
  for (const batch of batches) yield post(side, bodyOf(side, batch));
}

/** Singles go on where this minute of the whole fleet ends: a meter that was silent for long is another matter than one that lives. */
const singlesBegin = (round: number): number => now - 86_400 + (rounds * 60 + round * 60) * 60;

function* primeCalls(side: Side, first: number, round: number): Generator<Call> {
  for (let part = 0; part < fleetMeters; part += 1000) {
    yield post(side, bodyOf(side, fleetMinute(first + part, 1000, singlesBegin(round))));
  }
}

const singleCalls = (side: Side, first: number, round: number): Call[] =>
  Array.from({ length: 60_000 }, (_, i) => {
    const at = singlesBegin(round) + (1 + Math.floor(i / fleetMeters)) * 60;
    const { meters, values } = fleetMinute(first + (i % fleetMeters), 1, at);
    return post(side, bodyOf(side, { meters, at: [at], values }));
  });

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number;
const run = async (): Promise<void> => {
  const cold = await bench.startService();
  const stopped = new Promise((resolve) => cold.child.removeAllListeners('exit').on('exit', resolve));
  cold.child.kill('SIGINT');
  await stopped;
  const warm = await bench.startService();
  const owner = await bench.open(bench.ownerUrl('wattershed'));
  await owner.query('create database floor');
  const floorToken = randomBytes(12).toString('hex');
  const floorDatabase = await bench.open(bench.ownerUrl('floor'));
  const floorProcess = await bench.launch(
    ['--import', 'tsx', 'bench/floor.ts'],
    { PG_URL: bench.ownerUrl('floor'), TOKEN: floorToken },
    /floor at (http:\/\/\S+)/,
  );
  const secrets = bench.secrets();
  const token = `ws_${randomBytes(24).toString('base64url')}`;
  const meters = (households + fleetHouseholds) * meterCount;
  const fleetFirst = households * meterCount;
  const sides = [
    await openFloor(floorDatabase, floorProcess.base, floorToken, meters, periods),
    await openService(
      owner,
      warm.base,
      secrets.jwtSecret,
      token,
      createHash('sha256').update(token).digest(),
      meters,
      periods,
    ),
  ];
  const result: Record<string, Record<string, number>> = {};
  const note = (what: string, side: Side, value: number): void => {
    result[what] = { ...result[what], [side.name]: value };
    console.error(`${what} ${side.name} ${Math.round(value)}`);
  };

  const from = today - Math.round(months * 30.44) * DAY_S;
  const rows = households * meterCount * ((now - from) / 60);
  const noteCopy = (what: string, copy: number): void => {
    result[what] = { ...result[what], copy };
    console.error(`${what} COPY and key ${Math.round(copy)}`);
  };
  for (const side of sides) {
    const calls = callsOf(side, backfill(households, from));
    note('backfill rows/s', side, rows / (await sendAll(side.base, calls, connections)));
  }
  noteCopy('backfill rows/s', await copyRate(bench.ownerUrl('floor'), backfill(households, from), connections));
  const ingest: Record<string, number[]> = {};
  const until = (): number => performance.now() + seconds * 1000;
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) {
      let sent = 0;
      const counted = (function* () {
        for (const call of callsOf(side, fleet(fleetFirst, round, until()))) {
          sent += 1000;
          yield call;
        }
      })();
      const took = await sendAll(side.base, counted, connections);
      (ingest[`fleet ${side.name}`] ??= []).push(sent / took);
    }
    (ingest['fleet copy'] ??= []).push(
      await copyRate(bench.ownerUrl('floor'), fleet(fleetFirst, round, until()), connections),
    );
  }
  noteCopy('fleet rows/s', median(ingest['fleet copy'] as number[]));
  for (const side of sides) note('fleet rows/s', side, median(ingest[`fleet ${side.name}`] as number[]));
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) {
      await sendAll(side.base, primeCalls(side, fleetFirst, round), connections);
      (ingest[`single ${side.name}`] ??= []).push(
        await rate(side.base, singleCalls(side, fleetFirst, round), 8, seconds),
      );
    }
  }
  for (const side of sides) note('singles/s', side, median(ingest[`single ${side.name}`] as number[]));

  const port = new URL(bench.ownerUrl('wattershed')).port;
  const database = openDatabase(`postgres://wattershed:${secrets.servicePassword}@127.0.0.1:${port}/wattershed`);
  await closeDays(database.engine, today);
  await database.stop();
  await owner.query('vacuum analyze');
  await floorDatabase.query('vacuum analyze');
  await owner.query('checkpoint');
  for (const query of ['q1', 'q2', 'q3', 'q4', 'q5'] as const) {
    const rates: Record<string, number[]> = {};
    for (let round = 0; round < rounds; round += 1) {
      for (const side of sides) {
        const calls = Array.from({ length: households }, (_, hh) => side.ask(query, hh)).map(
          (ask): Call => ({ method: 'GET', ...ask }),
        );
        if (round === 0) await send(side.base, calls[0] as Call);
        (rates[side.name] ??= []).push(await rate(side.base, calls, 8, seconds));
      }
    }
    for (const side of sides) note(`${query} req/s`, side, median(rates[side.name] as number[]));
  }

  const [mine] = (
    await owner.query(
      `select (pg_total_relation_size('packed_days') + pg_total_relation_size('usage_day') + pg_total_relation_size('usage_month')) as bytes`,
    )
  ).rows as { bytes: string }[];
  const [theirs] = (
    await floorDatabase.query(
      `select pg_total_relation_size('reading') + pg_total_relation_size('rollup_hour') + pg_total_relation_size('rollup_day') as bytes, (select count(*) from reading) as n`,
    )
  ).rows as { bytes: string; n: string }[];
  const [packed] = (await owner.query('select sum(n) as n from packed_days')).rows as { n: string }[];
  result['bytes/reading'] = {
    floor: Number(theirs?.bytes) / Number(theirs?.n),
    service: Number(mine?.bytes) / Number(packed?.n),
  };
  const memory = memoryOf(warm.child);

  const table = Object.entries(result).map(([what, { floor = 0, service = 0, copy }]) => ({
    what,
    floor: Number(floor.toFixed(1)),
    service: Number(service.toFixed(1)),
    ratio: Number((service / floor).toFixed(2)),
    ...(copy !== undefined && { copy: Number(copy.toFixed(1)), ofCopy: Number((service / copy).toFixed(2)) }),
  }));
  console.table(table);
  console.log(
    `first start ${(cold.ms / 1000).toFixed(1)} s, second ${(warm.ms / 1000).toFixed(1)} s; memory after the run ${memory.toFixed(0)} MB; load by ${hasWrk ? 'wrk' : 'autocannon'}`,
  );
  const out = process.argv.find((arg) => arg.startsWith('--out='))?.slice(6);
  if (out)
    writeFileSync(out, JSON.stringify({ table, startMs: { cold: cold.ms, warm: warm.ms }, memoryMb: memory }, null, 1));
  await owner.end();
  await floorDatabase.end();
};

try {
  await run();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await bench.end();
}
