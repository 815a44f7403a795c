/** The door of tariffs. */
export { tariffRoutes } from './routes.ts';
export { readTariffLibrary } from './tariff-library.ts';
export { createTariffs } from './tariffs.ts';
export { marketRows } from './market-files.ts';
