/** The door of the line protocol. */
export { readCounters } from './read-counters.ts';
