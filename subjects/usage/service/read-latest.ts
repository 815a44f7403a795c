/** What each meter said last, with its present rate. */
import type { LatestAnswer, LatestMeter } from '../contract/usage.ts';
import { presentRate } from '#subjects/readings/domain/present-rate.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createBatchedQuery } from './shared-answers.ts';

/** JSON text of a `LatestAnswer`. Throws `forbidden` when the person is no member of `household` (or of any). */
export type ReadLatest = (userId: string, household: string | undefined) => Promise<string>;

/** As the database has it: what was used lately, and over how many seconds. */
type StoredMeter = Omit<LatestMeter, 'rate' | 'rateWithin' | 'rateState' | 'rateUntil'> & {
  readonly isCounter: boolean;
  readonly used: number;
  readonly spanS: number;
};

const withRate = ({ isCounter, used, spanS, ...meter }: StoredMeter, nowMs: number): LatestMeter => {
  const { utility, lastAt, lastValue } = meter;
  const lastAtMs = lastAt === null ? null : Date.parse(lastAt);
  const counter = isCounter ? lastValue : null;
  const { state, rate, within, until } = presentRate({ utility, lastAtMs, counter, window: { used, spanS } }, nowMs);
  const rateUntil = until === null ? null : new Date(until).toISOString();
  return { ...meter, rate, rateWithin: within, rateState: state, rateUntil };
};

/** About as many rows as a home has meters. */
const weight = 10;

/** `now`: in place of the database's clock. */
export const createReadLatest = (sql: Sql, now?: () => number): ReadLatest => {
  const ask = createBatchedQuery(sql, 'usage_latest', ['uuid', 'uuid']);
  return async (userId, household) => {
    const answer = await ask([userId, household ?? null], weight);
    if (answer === null) throw new ProblemError('forbidden');
    const stored = JSON.parse(answer) as Omit<LatestAnswer, 'meters'> & { meters: StoredMeter[] };
    const at = now === undefined ? stored.at : new Date(now()).toISOString();
    const nowMs = Date.parse(at);
    return JSON.stringify({ ...stored, at, meters: stored.meters.map((meter) => withRate(meter, nowMs)) });
  };
};
