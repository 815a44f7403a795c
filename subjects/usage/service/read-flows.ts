/** What a home with a roof or a battery drew, produced, stored and returned; and CO2 of what was drawn. */
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type {
  EmissionsAnswer,
  EmissionsQuery,
  EmissionsRow,
  FlowsQuery,
  UsageAnswer,
  UsageQuery,
} from '../contract/usage.ts';
import { type EmissionFactor, type Emitted, emittedOn, sumEmitted } from '../domain/emissions.ts';

const dayMs = 86_400_000;

/** Every answer is worked out by the quarter-hour: so long a period of them can be read in a second. */
const maxDays: Record<FlowsQuery['bucket'], number> = { hour: 100, day: 1100, week: 1100, month: 1100 };

export const checkLength = (
  { from, to, bucket }: { readonly from: string; readonly to: string; readonly bucket: string },
  most: number,
): void => {
  const length = Date.parse(to) - Date.parse(from);
  if (!(length > 0)) throw new ProblemError('query-invalid', 'to: must be after from');
  if (length > most * dayMs) throw new ProblemError('query-invalid', `to: at most ${most} days with bucket=${bucket}`);
};

/** JSON text of a `FlowsAnswer`. Throws `forbidden` for a household that is not the person's, `query-invalid` for a wrong period. */
export type ReadFlows = (userId: string, query: FlowsQuery) => Promise<string>;

export const createReadFlows =
  (sql: Sql): ReadFlows =>
  async (userId, query) => {
    checkLength(query, maxDays[query.bucket]);
    const [row] = await sql<{ answer: string | null }[]>`
      select private.usage_flows(${userId}, ${query.household ?? null}, ${query.from}, ${query.to}, ${query.bucket}) as answer`;
    const answer = row?.answer ?? null;
    if (answer === null) throw new ProblemError('forbidden');
    return answer;
  };

// CO2, by the household's own factors and the days of its use.

/** Throws as use does: `forbidden`, `query-invalid`. */
export type ReadEmissions = (userId: string, query: EmissionsQuery) => Promise<EmissionsAnswer>;

/** The first day of the bucket that holds a day; weeks begin on Mondays. */
const startOf = (day: string, bucket: EmissionsQuery['bucket']): string => {
  if (bucket === 'day') return day;
  if (bucket === 'month') return `${day.slice(0, 7)}-01`;
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
};

export const createReadEmissions =
  (sql: Sql, readUsage: (userId: string, query: UsageQuery) => Promise<string>): ReadEmissions =>
  async (userId, { bucket, ...query }) => {
    const answer = JSON.parse(await readUsage(userId, { ...query, bucket: 'day', by: 'flow' })) as UsageAnswer;
    const { rows, ...head } = answer;
    const [known] = await sql<{ factors: EmissionFactor[] }[]>`
      select private.emission_factors_of(${userId}, ${head.household}) as factors`;
    const factors = known?.factors ?? [];
    const sums = new Map<string, Pick<EmissionsRow, 'start' | 'utility'> & { days: Emitted[] }>();
    for (const { start: day, utility, flow, used, estimated } of rows) {
      if (flow !== 'drawn') continue;
      const start = startOf(day, bucket);
      const sum = sums.get(`${start} ${utility}`) ?? { start, utility, days: [] };
      sum.days.push(emittedOn(factors, { day, utility, used, estimated }));
      sums.set(`${start} ${utility}`, sum);
    }
    return {
      ...head,
      bucket,
      factors,
      rows: [...sums.values()].map(({ days, ...row }) => ({ ...row, ...sumEmitted(days) })),
    };
  };
