/** CO2 of what a home drew, by its own factors and the days of its use. */
import type { Sql } from '#kernel/db.ts';
import type { EmissionsAnswer, EmissionsQuery, EmissionsRow, UsageAnswer, UsageQuery } from '../contract/usage.ts';
import { type EmissionFactor, type Emitted, emittedOn, sumEmitted } from '../domain/emissions.ts';

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
