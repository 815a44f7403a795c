/** The door of health. */
export { metricsRoutes } from './metrics.ts';
export { createIngestHealth, healthReportRoutes } from './service-health.ts';
