/** The door of repairs. */
export { removeImported } from './remove-imported.ts';
export { repairRoutes } from './routes.ts';
