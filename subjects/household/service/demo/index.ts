/** The door of the demo household. */
export { type DemoLife, openDemoLife } from './live-demo.ts';
export { makeDemo } from './make-demo.ts';
