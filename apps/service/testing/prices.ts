/** The readers of price files and of rates, for tests of modules. */
export { readPriceFile } from '#subjects/bills/service/prices/index.ts';
export { readUrdb } from '#subjects/bills/service/urdb/index.ts';
