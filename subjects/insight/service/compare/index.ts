/** A home beside its own months and beside published figures, over HTTP. */
import type { FastifyInstance } from 'fastify';
import { factsOf, utilityIds } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { Sql } from '#kernel/db.ts';
import type { TakeAllowance } from '#kernel/http/client-address.ts';
import { csvOf } from '#kernel/http/csv.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import type { LatestAnswer, UsageAnswer } from '#subjects/usage/contract/usage.ts';
import type { Usage } from '#subjects/usage/service/index.ts';
import {
  type ComparedHome,
  type ComparedUtility,
  readComparison,
  readComparisonTable,
} from '../../contract/compare.ts';
import { besideItself, lastYearOf, monthsOf } from '../../domain/compare/own-months.ts';
import { type HomeFactsForStandard, standardFor } from '../../domain/compare/standards.ts';
import { homeDaysOf } from '../home-days.ts';

export interface CompareDeps {
  readonly sql: Sql;
  readonly usage: Pick<Usage, 'read' | 'latest'>;
  readonly authenticate: Authenticate;
  readonly takeAllowance: TakeAllowance;
  readonly now: () => number;
}

interface StoredHome extends HomeFactsForStandard {
  readonly id: string;
  readonly time_zone: string;
  readonly today: LocalDay;
}

/** The latest whole month, and as many before it as tell two years. */
const monthsTold = 25;

const firstOfMonth = (today: LocalDay, back: number): LocalDay =>
  new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 - back)).toISOString().slice(0, 10);

const publishedOf = (
  utility: ComparedUtility['utility'],
  home: StoredHome,
): Pick<ComparedUtility, 'published' | 'missing'> => {
  const found = standardFor(utility, home);
  if ('missing' in found) return { published: null, missing: found.missing };
  const { amount, unit, is, scope, source } = found.standard;
  const value = amount.per === 'people' ? null : amount.value;
  return { published: { perDay: found.perDay, value, unit, per: amount.per, is, scope, source }, missing: null };
};

export const createReadComparison =
  ({ sql, usage, now }: Pick<CompareDeps, 'sql' | 'usage' | 'now'>) =>
  async (userId: string, wanted: string | undefined): Promise<ComparedHome> => {
    const [home] = await sql<StoredHome[]>`
      select * from private.compare_home(${userId}, ${wanted ?? null}, ${new Date(now()).toISOString()})`;
    if (!home) throw new ProblemError('forbidden');
    const { id: household, time_zone: timeZone, today, country, residents, dwelling } = home;
    const from = firstOfMonth(today, monthsTold);
    const [latest, answer] = await Promise.all([
      usage.latest(userId, household).then((text) => JSON.parse(text) as LatestAnswer),
      usage
        .read(userId, { household, from, to: today, bucket: 'day', by: 'utility' })
        .then((text) => JSON.parse(text) as UsageAnswer),
    ]);
    const days = homeDaysOf(answer.rows, latest, timeZone, from, today);
    const utilities = utilityIds.flatMap((utility): ComparedUtility[] => {
      const own = days.filter((one) => one.utility === utility);
      if (own.length === 0) return [];
      const months = monthsOf(own, today, monthsTold);
      const year = lastYearOf(own, today);
      return [{ utility, months, ...besideItself(months), year, ...publishedOf(utility, home) }];
    });
    return { household, today, origin: latest.origin, country, residents, dwelling, utilities };
  };

const filesPerHour = { kind: 'comparison-files', count: 120, seconds: 3600 };

export const compareRoutes = (app: FastifyInstance, deps: CompareDeps): void => {
  const serve = createServe(app, deps.authenticate);
  const read = createReadComparison(deps);

  serve(readComparison, ({ person, query }) => read(person.sub, query.household));

  serve(readComparisonTable, async ({ person, query, reply }) => {
    await deps.takeAllowance(filesPerHour, person.sub);
    const answer = await read(person.sub, query.household);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="wattershed-comparison-${answer.today}.csv"`)
      .send(`\ufeff${comparisonCsv(answer)}`);
  });
};

const columns = [
  'utility',
  'what',
  'first_day',
  'end',
  'mean_day',
  'mean_day_per_person',
  'unit',
  'state',
  'days',
  'days_known',
  'source',
  'source_year',
] as const;

/** Each month, the last year, and what was published. */
const comparisonCsv = ({ utilities, residents }: ComparedHome): string =>
  csvOf(
    columns,
    utilities.flatMap(({ utility, months, year, published }) => {
      const row = (what: string, perDay: number | null) => ({
        utility,
        what,
        first_day: null,
        end: null,
        mean_day: perDay && Math.round(perDay),
        mean_day_per_person: perDay && residents && Math.round(perDay / residents),
        unit: factsOf(utility).base,
        state: null,
        days: null,
        days_known: null,
        source: null,
        source_year: null,
      });
      const spans = [...months.map((span) => ['month', span] as const), ['last 365 days', year] as const];
      return [
        ...spans.map(([what, { start, end, state, days, daysKnown, perDay }]) => ({
          ...row(what, perDay),
          first_day: start,
          end,
          state,
          days,
          days_known: daysKnown,
        })),
        ...(published
          ? [
              {
                ...row('published', published.perDay),
                source: published.source.title,
                source_year: published.source.year,
              },
            ]
          : []),
      ];
    }),
  );
