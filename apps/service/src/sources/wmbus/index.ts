/** The door of radio meters. */
export { readMeter } from './read-meter.ts';
