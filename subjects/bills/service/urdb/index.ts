/** The door of rates from OpenEI's Utility Rate Database. */
export { readUrdb } from './read-urdb.ts';
