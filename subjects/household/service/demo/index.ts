/** The door of the demo household. */
export { type DemoLife, makeDemo, openDemoLife } from './demo-household.ts';
export { nameDemo } from './demo-things.ts';
