/** The door of contact. */
export { type ContactDeps, contactRoutes } from './routes.ts';
export { sendWaitingMails } from './send-waiting-mails.ts';
