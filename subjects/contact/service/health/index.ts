/** The door of health. */
export { metricsRoutes } from './metrics.ts';
export { healthReportRoutes } from './serve-health.ts';
export { watchIngest } from './watch-ingest.ts';
