/** The door of the demo household. */
export { makeDemo, openDemoLife } from './demo-household.ts';
export { nameDemo } from './demo-things.ts';
