/** The door of contact. */
export { contactRoutes } from './routes.ts';
export { sendWaitingMails } from './send-waiting-mails.ts';
