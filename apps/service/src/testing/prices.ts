/** The reader of price files, for tests of modules. */
export { readPriceFile } from '../sources/prices/index.ts';
