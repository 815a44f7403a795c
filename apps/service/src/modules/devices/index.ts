/** The door of devices. */
export { deviceRoutes } from './routes.ts';
