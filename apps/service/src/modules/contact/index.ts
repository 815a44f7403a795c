/** The door of contact. */
export { contactRoutes } from './routes.ts';
