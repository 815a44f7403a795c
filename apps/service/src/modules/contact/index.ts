/** The door of contact. */
export { readFaq } from './read-faq.ts';
export { contactRoutes } from './routes.ts';
