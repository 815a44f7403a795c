/** The door of mails. */
export { sendWaitingMails } from './send-waiting-mails.ts';
