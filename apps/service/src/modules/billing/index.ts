/** The door of billing. */
export { type Billing, createBilling } from './billing.ts';
export type { PeriodCosts } from './read-period-costs.ts';
export { leakCost, type Leaking } from './leak-cost.ts';
export { coloursNamed, type MarketFacts, pricesNamed, readMarket, readQuarters } from './read-priced.ts';
export { type FiledBill, readBills } from './read-bills.ts';
export { earlierBill } from './read-changes.ts';
export { billWords } from './papers/bill-words.ts';
export { lineTexts } from './papers/line-words.ts';
export { billingRoutes } from './routes.ts';
