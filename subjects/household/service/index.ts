/** The door of households: their people, invitations, and having several. */
import type { FastifyInstance } from 'fastify';
import type { Authenticate } from '#kernel/people/person.ts';
import { createServe } from '#kernel/http/serve.ts';
import { householdRoutes, type InvitationDeps, invitationRoutes } from './household-routes.ts';

export const serveHouseholds = (app: FastifyInstance, deps: InvitationDeps & { authenticate: Authenticate }): void => {
  const serve = createServe(app, deps.authenticate);
  householdRoutes(serve, deps);
  invitationRoutes(serve, deps);
};
