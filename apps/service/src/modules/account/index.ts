/** The door of account. */
export { accountRoutes } from './routes.ts';
