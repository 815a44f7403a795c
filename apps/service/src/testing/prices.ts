/** The readers of price files and of rates, for tests of modules. */
export { readPriceFile } from '../sources/prices/index.ts';
export { readUrdb } from '../sources/urdb/index.ts';
