/** What a home has changed, over HTTP; what is written of it goes through the table API. */
import type { FastifyInstance } from 'fastify';
import { factsOf } from '#catalogue/index.ts';
import type { TakeAllowance } from '#kernel/http/client-address.ts';
import { csvOf } from '#kernel/http/csv.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { type HomeChanges, readHomeChanges, readHomeChangesTable } from '../../contract/changes.ts';
import { type ChangesDeps, createReadChanges } from './read-changes.ts';

export interface ChangeRoutesDeps extends ChangesDeps {
  readonly authenticate: Authenticate;
  readonly takeAllowance: TakeAllowance;
}

const filesPerHour = { kind: 'change-files', count: 120, seconds: 3600 };

export const changeRoutes = (app: FastifyInstance, deps: ChangeRoutesDeps): void => {
  const serve = createServe(app, deps.authenticate);
  const read = createReadChanges(deps);

  serve(readHomeChanges, ({ person, query }) => read(person.sub, query.household));

  serve(readHomeChangesTable, async ({ person, query, reply }) => {
    await deps.takeAllowance(filesPerHour, person.sub);
    const { today, changes } = await read(person.sub, query.household);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="wattershed-changes-${today}.csv"`)
      .send(`\ufeff${changesCsv(changes)}`);
  });
};

const columns = [
  'first_day',
  'name',
  'utility',
  'device',
  'state',
  'saved_per_month',
  'saved_low',
  'saved_high',
  'unit',
  'money_per_month',
  'money_low',
  'money_high',
  'currency',
  'days_counted',
] as const;

const changesCsv = (changes: HomeChanges['changes']): string =>
  csvOf(
    columns,
    changes.map(({ day, name, utility, device, state, result }) => ({
      first_day: day,
      name,
      utility,
      device,
      state,
      saved_per_month: result?.perMonth.expected ?? null,
      saved_low: result?.perMonth.low ?? null,
      saved_high: result?.perMonth.high ?? null,
      unit: factsOf(utility).base,
      money_per_month: result?.money?.expected ?? null,
      money_low: result?.money?.low ?? null,
      money_high: result?.money?.high ?? null,
      currency: result?.money?.currency ?? null,
      days_counted: result?.days.length ?? 0,
    })),
  );
