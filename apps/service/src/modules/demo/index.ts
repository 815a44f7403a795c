/** The door of the demo household. */
export { openDemoLife } from './live-demo.ts';
export { makeDemo } from './make-demo.ts';
