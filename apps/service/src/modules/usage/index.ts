/** The door of usage. */
export { usageRoutes } from './routes.ts';
export { createUsage, type Usage } from './usage.ts';
