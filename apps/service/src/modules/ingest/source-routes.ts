/** The doors for those who speak a format of their own. */
import type { FastifyInstance } from 'fastify';
import type { Serve } from '../../platform/serve.ts';
import { type EmoncmsDeps, emoncmsRoutes } from './emoncms-routes.ts';
import { type LineDeps, lineRoutes } from './line-routes.ts';
import { type RadioDeps, radioRoutes } from './radio-routes.ts';
import { type TelegramDeps, telegramRoutes } from './telegram-routes.ts';

export const sourceRoutes = (
  app: FastifyInstance,
  serve: Serve,
  deps: EmoncmsDeps & LineDeps & RadioDeps & TelegramDeps,
): void => {
  emoncmsRoutes(app, deps);
  lineRoutes(serve, deps);
  radioRoutes(serve, deps);
  telegramRoutes(serve, deps);
};
