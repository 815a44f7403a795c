/** What may grow while a service is under load: memory, connections, files, and the room that the database takes for a reading. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { memoryOf } from '../built-service.ts';

export interface Sample {
  readonly atS: number;
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

export const sampler = (owner: pg.Client, service: ChildProcess, files: () => number) => async (): Promise<Sample> => {
  const pid = service.pid as number;
  const [postgres = 0] = childrenOf(pid);
  const [row] = (await owner.query(looks)).rows as { size: number; connections: number; dead: number }[];
  return {
    atS: performance.now() / 1000,
    serviceMB: memoryOf(service),
    postgresMB: [postgres, ...childrenOf(postgres)].reduce((sum, one) => sum + shareOfMemory(one), 0),
    connections: row?.connections ?? 0,
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
    files: files(),
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

/** How each went over the samples: from the line's begin to its end. */
export const growth = (samples: readonly Sample[]): string[][] => {
  const spanS = (samples.at(-1)?.atS ?? 0) - (samples[0]?.atS ?? 0);
  const row = (what: string, value: (sample: Sample) => number, digits = 0): string[] => {
    const change = slope(samples, value) * spanS;
    const last = samples.at(-1);
    return [
      `${what}, second half`,
      `${change >= 0 ? '+' : ''}${change.toFixed(digits)} to ${(last ? value(last) : 0).toFixed(digits)}`,
      '',
    ];
  };
  return [
    row('memory of the service, MB', ({ serviceMB }) => serviceMB),
    row('memory of PostgreSQL, MB', ({ postgresMB }) => postgresMB),
    row('connections', ({ connections }) => connections),
    row('open files', ({ openFiles }) => openFiles),
    row('files in the data folder', ({ files }) => files),
    row('database, MB', ({ databaseMB }) => databaseMB, 1),
    row('dead rows', ({ deadRows }) => deadRows),
  ];
};
