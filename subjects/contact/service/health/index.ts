/** The door of health. */
export { createIngestHealth, healthReportRoutes, metricsRoutes } from './service-health.ts';
