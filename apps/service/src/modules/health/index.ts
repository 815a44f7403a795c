/** The door of health. */
export { healthReportRoutes } from './routes.ts';
export { watchIngest } from './watch-ingest.ts';
