/** The door of Tasmota. */
export { tasmota } from './tasmota.ts';
