/** Rows of the tables that the browser reads and writes through the table API; kept true by a test against the catalogue. */
export type * from './assistant.ts';
export type * from './bills.ts';
export type * from './contact.ts';
export type * from './devices.ts';
export type * from './households.ts';
export type * from './readings.ts';
export type * from './tariffs.ts';
