/** The door of DSMR. */
export { p1Dialect } from './p1-dialect.ts';
export { parseTelegram } from './parse-telegram.ts';
export { splitTelegrams } from './split-telegrams.ts';
