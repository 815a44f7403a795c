/** The door of the demo household. */
export { type DemoLife, openDemoLife } from './demo-household.ts';
export { makeDemo } from './demo-household.ts';
