/** The door of the community. */
export { communityRoutes } from './routes.ts';
