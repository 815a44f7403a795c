/** The door of health. */
export { metricsRoutes } from './metrics.ts';
export { healthReportRoutes } from './routes.ts';
export { watchIngest } from './watch-ingest.ts';
