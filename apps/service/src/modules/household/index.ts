/** The door of households: their people, invitations, and having several. */
import type { FastifyInstance } from 'fastify';
import { householdRoutes } from './household-routes.ts';
import { type InvitationDeps, invitationRoutes } from './invitation-routes.ts';

export const serveHouseholds = (app: FastifyInstance, deps: InvitationDeps): void => {
  householdRoutes(app, deps);
  invitationRoutes(app, deps);
};
