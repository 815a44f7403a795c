/** The doors for those who speak a format of their own. */
import type { FastifyInstance } from 'fastify';
import { type LineDeps, lineRoutes } from './line-routes.ts';
import { type RadioDeps, radioRoutes } from './radio-routes.ts';
import { type TelegramDeps, telegramRoutes } from './telegram-routes.ts';

export const sourceRoutes = (app: FastifyInstance, deps: LineDeps & RadioDeps & TelegramDeps): void => {
  lineRoutes(app, deps);
  radioRoutes(app, deps);
  telegramRoutes(app, deps);
};
