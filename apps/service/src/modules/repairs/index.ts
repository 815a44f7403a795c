/** The door of repairs. */
export { repairRoutes } from './routes.ts';
