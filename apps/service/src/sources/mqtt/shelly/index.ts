/** The door of Shelly. */
export { shellyGen1 } from './shelly-gen1.ts';
export { shellyGen2 } from './shelly-gen2.ts';
