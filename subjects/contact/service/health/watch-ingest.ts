/** Ingest lag: how long readings that arrive take until they are committed, as this process has seen in the last five minutes. */
import type { PartState } from '#catalogue/health.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Ingest } from '#subjects/readings/service/ingest/index.ts';

const windowMs = 5 * 60_000;
const maxKept = 2_000;
/** Open pages promise a reading within two seconds. */
const slowMs = 2_000;

interface IngestLag {
  readonly lagMs: number | null;
  readonly slowestMs: number | null;
  readonly commits: number;
  readonly failures: number;
  readonly lastAt: number | null;
}

/** Since the process began. */
interface IngestTotals {
  readonly accepted: number;
  readonly duplicate: number;
  readonly rejected: number;
  readonly commits: number;
  readonly failures: number;
}

export interface WatchedIngest extends Ingest {
  lag(): IngestLag;
  totals(): IngestTotals;
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
  const totals = { accepted: 0, duplicate: 0, rejected: 0, commits: 0, failures: 0 };

  const note = (begun: number, isFailed: boolean): void => {
    const at = now();
    if (!isFailed) lastAt = at;
    totals[isFailed ? 'failures' : 'commits'] += 1;
    commits.push({ at, tookMs: at - begun, isFailed });
    if (commits.length > 2 * maxKept) commits = commits.slice(-maxKept);
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
  const take: Ingest['take'] = async (text, body) => {
    const answer = await watched(() => ingest.take(text, body));
    totals.accepted += answer.accepted;
    totals.duplicate += answer.duplicate;
    totals.rejected += answer.rejected.length;
    return answer;
  };
  const record: Ingest['record'] = async (recordings, person) => {
    // Imports are as slow as their files are long: they say nothing about the lag.
    await (person === null ? watched(() => ingest.record(recordings, null)) : ingest.record(recordings, person));
    for (const { outcome } of recordings)
      totals[outcome === 'accepted' || outcome === 'duplicate' ? outcome : 'rejected'] += 1;
  };
  return {
    take,
    record,
    totals: () => totals,
    lag,
    state: () => {
      if (recent().at(-1)?.isFailed) return 'down';
      return (lag().lagMs ?? 0) > slowMs ? 'slow' : 'up';
    },
  };
};
