/** The reader of files of temperatures, for tests of modules. */
export { readTemperatureFile } from '../sources/files/weather/index.ts';
