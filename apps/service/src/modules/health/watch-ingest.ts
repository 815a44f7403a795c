/** Ingest lag: how long readings that arrive take until they are committed, as this process has seen in the last five minutes. */
import type { PartState } from '@wattershed/contracts';
import { ProblemError } from '../../platform/problem.ts';
import type { Ingest } from '../ingest/index.ts';

const windowMs = 5 * 60_000;
const mostKept = 2_000;
/** Open pages promise a reading within two seconds. */
const slowMs = 2_000;

export interface IngestLag {
  readonly lagMs: number | null;
  readonly slowestMs: number | null;
  readonly commits: number;
  readonly failures: number;
  readonly lastAt: number | null;
}

export interface WatchedIngest extends Ingest {
  lag(): IngestLag;
  state(): PartState;
}

interface Commit {
  readonly at: number;
  readonly tookMs: number;
  readonly isFailed: boolean;
}

export const watchIngest = (ingest: Ingest, now: () => number): WatchedIngest => {
  let commits: Commit[] = [];
  let lastAt: number | null = null;

  const note = (begun: number, isFailed: boolean): void => {
    const at = now();
    if (!isFailed) lastAt = at;
    commits.push({ at, tookMs: at - begun, isFailed });
    if (commits.length > 2 * mostKept) commits = commits.slice(-mostKept);
  };
  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    const begun = now();
    try {
      const result = await work();
      note(begun, false);
      return result;
    } catch (error) {
      // A wrong token is the sender's affair.
      if (!(error instanceof ProblemError)) note(begun, true);
      throw error;
    }
  };
  const recent = (): Commit[] => {
    const from = now() - windowMs;
    commits = commits.filter(({ at }) => at > from);
    return commits;
  };
  const lag = (): IngestLag => {
    const all = recent();
    const times = all
      .filter(({ isFailed }) => !isFailed)
      .map(({ tookMs }) => tookMs)
      .sort((a, b) => a - b);
    return {
      lagMs: times[Math.floor(times.length / 2)] ?? null,
      slowestMs: times.at(-1) ?? null,
      commits: times.length,
      failures: all.length - times.length,
      lastAt,
    };
  };
  return {
    take: (text, body) => watched(() => ingest.take(text, body)),
    // Imports are as slow as their files are long: they say nothing about the lag.
    record: (recordings, person) =>
      person === null ? watched(() => ingest.record(recordings, person)) : ingest.record(recordings, person),
    lag,
    state: () => {
      if (recent().at(-1)?.isFailed) return 'down';
      return (lag().lagMs ?? 0) > slowMs ? 'slow' : 'up';
    },
  };
};
