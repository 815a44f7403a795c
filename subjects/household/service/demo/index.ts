/** The door of the demo household. */
export { makeDemo, openDemoLife } from './demo-household.ts';
