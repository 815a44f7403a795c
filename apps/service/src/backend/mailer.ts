import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { BackendLog } from './backend-log.ts';
import type { Mail, Mailer } from '../platform/mail.ts';

export interface MailboxEntry extends Mail {
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
    check: async () => undefined,
    list: () => mails,
  };
}

/** A server that says nothing must not hold a mail for the ten minutes that the library allows it. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(withPatience(smtpUrl), { from, disableFileAccess: true, disableUrlAccess: true });
  return {
    async send({ to, subject, text, html, replyTo, isAutomatic, unsubscribe }) {
      // Addresses as objects: a text would be read as a list of them.
      await transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== undefined && { html }),
        ...(replyTo && { replyTo }),
        headers: {
          ...(isAutomatic && { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' }),
          ...(unsubscribe !== undefined && { 'List-Unsubscribe': `<${unsubscribe}>` }),
        },
      });
    },
    async check() {
      await transport.verify();
    },
  };
}

function withPatience(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const [name, ms] of Object.entries(patience)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  }
  return url.href;
}
