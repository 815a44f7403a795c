/** A made-up household, shaped by facts of real ones: see README.md. */
export type { CounterDay } from './counter.ts';
export { counterDay } from './counter.ts';
export type { DemoDay, DemoHousehold, DemoHouseholdOptions, DemoMeterDay } from './household.ts';
export { createDemoHousehold } from './household.ts';
export type { DemoMeter } from './meters.ts';
export { demoMeters } from './meters.ts';
export type { DemoEvent } from './notable.ts';
