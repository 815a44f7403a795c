/** The door of DSMR. */
export { parseTelegram } from './parse-telegram.ts';
