/** The door of health. */
export { metricsRoutes } from './service-health.ts';
export { healthReportRoutes } from './service-health.ts';
export { createIngestHealth } from './service-health.ts';
