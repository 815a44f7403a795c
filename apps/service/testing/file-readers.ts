/** The readers of price files and of rates, for tests of modules. */
export { readPriceFile } from '#subjects/bills/service/prices/index.ts';
export { readUrdb } from '#subjects/bills/service/urdb/index.ts';

/** The reader of files of temperatures, for tests of modules. */
export { readTemperatureFile } from '#subjects/readings/service/files/weather/index.ts';
