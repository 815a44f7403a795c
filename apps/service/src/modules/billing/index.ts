/** The door of billing. The engine behind it can be another: see engine.ts. */
export { type Billing, createBilling } from './billing.ts';
export { billingRoutes } from './routes.ts';
