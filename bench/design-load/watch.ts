/** What may grow while a service is under load: memory, connections, files, and the room that the database takes for a reading. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { memoryOf } from '../built-service.ts';

export interface Sample {
  readonly atS: number;
  /** Acknowledged so far. */
  readonly readings: number;
  readonly serviceMB: number;
  /** Of all its processes, shared pages by their share. */
  readonly postgresMB: number;
  readonly connections: number;
  readonly openFiles: number;
  readonly files: number;
  readonly databaseMB: number;
  readonly deadRows: number;
}

export const shareOf = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
};

const childrenOf = (pid: number): number[] => {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
};

/** A process that has ended meanwhile weighs nothing. */
const shareOfMemory = (pid: number): number => {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

const looks = `select pg_database_size(current_database())::float8 / 1e6 as size,
  (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
  (select coalesce(sum(n_dead_tup), 0)::int from pg_stat_user_tables) as dead`;

interface Watched {
  readonly owner: pg.Client;
  readonly service: ChildProcess;
  readonly dataDir: string;
  readonly readings: () => number;
}

export const sampler =
  ({ owner, service, dataDir, readings }: Watched) =>
  async (): Promise<Sample> => {
    const pid = service.pid as number;
    const [postgres = 0] = childrenOf(pid);
    const [row] = (await owner.query(looks)).rows as { size: number; connections: number; dead: number }[];
    return {
      atS: performance.now() / 1000,
      readings: readings(),
      serviceMB: memoryOf(service),
      postgresMB: [postgres, ...childrenOf(postgres)].reduce((sum, one) => sum + shareOfMemory(one), 0),
      connections: row?.connections ?? 0,
      openFiles: readdirSync(`/proc/${pid}/fd`).length,
      files: readdirSync(dataDir, { recursive: true }).length,
      databaseMB: row?.size ?? 0,
      deadRows: row?.dead ?? 0,
    };
  };

/** By a straight line through them, so that one moment does not decide. */
const slope = (samples: readonly Sample[], value: (sample: Sample) => number): number => {
  const n = samples.length;
  const mean = (of: (sample: Sample) => number): number => samples.reduce((sum, one) => sum + of(one), 0) / n;
  const [x, y] = [mean(({ atS }) => atS), mean(value)];
  const spread = samples.reduce((sum, one) => sum + (one.atS - x) ** 2, 0);
  return spread === 0 ? 0 : samples.reduce((sum, one) => sum + (one.atS - x) * (value(one) - y), 0) / spread;
};

/** Of its own level, from the begin of the straight line to its end: more is growth. */
const mayGrow = 0.05;
/** Beside the bytes that a reading took in the first half: the database grows with what is sent, and with nothing else. */
const mayWeigh = 1.1;

export interface Verdict {
  readonly what: string;
  readonly found: string;
  readonly bar: string;
  readonly isHeld: boolean;
}

const watched: readonly (readonly [what: string, value: (sample: Sample) => number])[] = [
  ['memory of the service, MB', ({ serviceMB }) => serviceMB],
  ['memory of PostgreSQL, MB', ({ postgresMB }) => postgresMB],
  ['connections', ({ connections }) => connections],
  ['open files', ({ openFiles }) => openFiles],
  ['files in the data folder', ({ files }) => files],
  ['dead rows', ({ deadRows }) => deadRows],
];

const bytesAReading = (samples: readonly Sample[]): number => {
  const [first, last] = [samples[0], samples.at(-1)];
  return first && last ? ((last.databaseMB - first.databaseMB) * 1e6) / (last.readings - first.readings) : NaN;
};

/** Whether anything but what is kept grows in the second half of the samples. */
export const growth = (samples: readonly Sample[]): Verdict[] => {
  const [early, late] = [samples.slice(0, samples.length >> 1), samples.slice(samples.length >> 1)];
  const spanS = (late.at(-1)?.atS ?? 0) - (late[0]?.atS ?? 0);
  const verdicts = watched.map(([what, value]): Verdict => {
    const level = late.reduce((sum, one) => sum + value(one), 0) / late.length;
    const change = slope(late, value) * spanS;
    return {
      what: `${what}, second half`,
      found: `${change >= 0 ? '+' : ''}${change.toFixed(1)} of ${level.toFixed(0)}`,
      bar: `+${(level * mayGrow).toFixed(1)}`,
      isHeld: change <= level * mayGrow,
    };
  });
  const [before, now] = [bytesAReading(early), bytesAReading(late)];
  verdicts.push({
    what: 'database, bytes a reading, second half',
    found: now.toFixed(0),
    bar: (before * mayWeigh).toFixed(0),
    isHeld: now <= before * mayWeigh,
  });
  return verdicts;
};
