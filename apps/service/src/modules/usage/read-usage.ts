/** Use by period and group: one statement for all but the 5-minute curve, which is unpacked here. */
import type { UsageQuery } from '@wattershed/contracts';
import type { Sql } from '../../platform/db.ts';
import { ProblemError } from '../../platform/problem.ts';
import { instantOf, isDay } from './period.ts';
import { readCurve } from './read-curve.ts';

const dayMs = 86_400_000;

/** How long a period may be, by bucket, so that an answer stays of a size that a page can hold. */
const longestDays: Record<UsageQuery['bucket'], number> = {
  '5m': 8,
  '15m': 32,
  hour: 100,
  day: 1100,
  week: 3700,
  month: 7400,
};

const checkPeriod = (query: UsageQuery): void => {
  const length = Date.parse(query.to) - Date.parse(query.from);
  if (!(length > 0)) throw new ProblemError('query-invalid', 'to: must be after from');
  if (length > longestDays[query.bucket] * dayMs) {
    throw new ProblemError(
      'query-invalid',
      `to: at most ${longestDays[query.bucket]} days with bucket=${query.bucket}`,
    );
  }
};

const readByDay = async (sql: Sql, userId: string, query: UsageQuery): Promise<string | null> => {
  if (!isDay(query.from) || !isDay(query.to)) {
    throw new ProblemError('query-invalid', `from, to: local days (2026-11-20) with bucket=${query.bucket}`);
  }
  const by = query.by.split(',');
  const [row] = await sql<{ answer: string | null }[]>`
    select private.usage_by_day(${userId}, ${query.household ?? null}, ${query.from}, ${query.to}, ${query.bucket},
      ${by.includes('room')}, ${by.includes('device')}, ${query.device ?? null}) as answer`;
  return row?.answer ?? null;
};

const readByQuarter = async (sql: Sql, userId: string, query: UsageQuery): Promise<string | null> => {
  const by = query.by.split(',');
  const household = query.household ?? null;
  const [row] = await sql<{ answer: string | null }[]>`
    select private.usage_by_quarter(${userId}, ${household}, ${instantOf(sql, userId, household, query.from)},
      ${instantOf(sql, userId, household, query.to)}, ${query.bucket}, ${by.includes('room')}, ${by.includes('device')},
      ${query.device ?? null}) as answer`;
  return row?.answer ?? null;
};

/** JSON text of a `UsageAnswer`. Throws `forbidden` for a household that is not the person's, `query-invalid` for a wrong period. */
export const readUsage = async (sql: Sql, userId: string, query: UsageQuery): Promise<string> => {
  checkPeriod(query);
  const read =
    query.bucket === '5m' ? readCurve : query.bucket === '15m' || query.bucket === 'hour' ? readByQuarter : readByDay;
  const answer = await read(sql, userId, query);
  if (answer === null) throw new ProblemError('forbidden');
  return answer;
};
