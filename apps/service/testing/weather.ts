/** The reader of files of temperatures, for tests of modules. */
export { readTemperatureFile } from '#subjects/readings/service/files/weather/index.ts';
