/** The door of health. */
export { type HealthDeps, healthReportRoutes } from './routes.ts';
export { watchIngest } from './watch-ingest.ts';
