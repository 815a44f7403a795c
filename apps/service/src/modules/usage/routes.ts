/** Use by period, what each meter said last, and the same live. */
import { followUsage, readLatestUsage, readUsage } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import type { Changes } from '../../platform/changes.ts';
import type { Sql } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { createServe } from '../../platform/serve.ts';
import { createStreams } from './stream.ts';
import type { Usage } from './usage.ts';

export interface UsageDeps {
  readonly sql: Sql;
  readonly changes: Changes;
  readonly authenticate: Authenticate;
  readonly stopping: AbortSignal;
  readonly usage: Usage;
}

export const usageRoutes = (app: FastifyInstance, deps: UsageDeps): void => {
  const { usage, authenticate } = deps;
  const serve = createServe(app, authenticate);
  const streams = createStreams(deps, usage.latest);

  serve(readUsage, ({ person, query }) => usage.read(person.sub, query));
  serve(readLatestUsage, ({ person, query }) => usage.latest(person.sub, query.household));
  serve(followUsage, ({ person, query, request, reply }) =>
    streams.open(person, query.household, () => authenticate(request), reply),
  );
};
