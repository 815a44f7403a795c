/** The door of outdoor temperatures. */
export { weatherRoutes } from './routes.ts';
export { createWeather } from './weather.ts';
