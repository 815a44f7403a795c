import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { BackendLog } from './backend-log.ts';
import type { WrittenMail } from './mail-page.ts';

export interface Mailer {
  send(mail: WrittenMail): Promise<void>;
}

export interface MailboxEntry extends WrittenMail {
  id: string;
  at: Date;
}

export interface DevMailbox extends Mailer {
  /** Newest first. */
  list(): readonly MailboxEntry[];
}

const MOST_MAILS = 100;

/** Where mails go while no SMTP server is configured: the developer reads them on a page. */
export function createDevMailbox(log: BackendLog): DevMailbox {
  const mails: MailboxEntry[] = [];
  return {
    async send(mail) {
      mails.unshift({ ...mail, id: randomUUID(), at: new Date() });
      mails.length = Math.min(mails.length, MOST_MAILS);
      log.info(`a mail is in the development mailbox: ${mail.subject}`);
    },
    list: () => mails,
  };
}

export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(smtpUrl, { from });
  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({ to, subject, text, html });
    },
  };
}
