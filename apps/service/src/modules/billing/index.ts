/** The door of billing. */
export { type Billing, createBilling } from './billing.ts';
export { coloursNamed, type MarketFacts, pricesNamed, readMarket, readQuarters } from './read-priced.ts';
export { billingRoutes } from './routes.ts';
