/** A made-up household, shaped by facts of real ones: see README.md. */
export type { DemoDay } from './household.ts';
export { createDemoHousehold } from './household.ts';
export { demoMeters, waterHeating } from './meters.ts';
