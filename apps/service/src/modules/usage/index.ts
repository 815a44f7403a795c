/** The door of usage. */
export { usageRoutes } from './routes.ts';
