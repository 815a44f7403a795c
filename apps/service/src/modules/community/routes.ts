/** The community: everybody reads, members write, administrators moderate; the database decides who is who. */
import type { FastifyInstance } from 'fastify';
import type { Changes } from '../../platform/changes.ts';
import type { Sql } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { createServe } from '../../platform/serve.ts';
import { createCommunityStream } from './community-stream.ts';
import { readRoutes } from './read-routes.ts';
import { writeRoutes } from './write-routes.ts';

export interface CommunityDeps {
  readonly sql: Sql;
  readonly changes: Changes;
  readonly authenticate: Authenticate;
  readonly stopping: AbortSignal;
  /** Addresses are counted by a hash with this key. */
  readonly addressSecret: string;
}

export const communityRoutes = (app: FastifyInstance, deps: CommunityDeps): void => {
  const serve = createServe(app, deps.authenticate);
  readRoutes(serve, deps, createCommunityStream(deps));
  writeRoutes(serve, deps);
};
