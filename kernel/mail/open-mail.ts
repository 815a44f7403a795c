/** Mail goes to the operator's server, or stays on this machine, or is not sent. */
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { silentLog } from '../postgres/backend-error.ts';
import { mailboxIsAllowed } from './dev-mailbox.ts';
import {
  createDevMailbox,
  createSmtpMailer,
  type DevMailbox,
  type Mailer,
  type WatchedMailer,
  watchMailer,
} from './mailer.ts';

export interface Mailing {
  readonly devMailbox: DevMailbox | null;
  /** Null where nothing can be sent. */
  readonly sending: WatchedMailer | null;
  /** Says in the log that a mail was not sent, where nothing can be. */
  readonly mailer: Mailer;
}

export const openMail = (config: Config, log: Logger, now: () => number): Mailing => {
  const isAllowed = mailboxIsAllowed({ smtpUrl: config.SMTP_URL, publicUrl: config.PUBLIC_URL, host: config.HOST });
  const devMailbox = isAllowed ? createDevMailbox(silentLog) : null;
  const server = config.SMTP_URL ? createSmtpMailer(config.SMTP_URL, config.MAIL_FROM) : devMailbox;
  const noMailer: Mailer = {
    send: async () => log.warn('a mail was not sent: SMTP_URL is not set'),
    check: async () => undefined,
  };
  const sending = server && watchMailer(server, now);
  return { devMailbox, sending, mailer: sending ?? noMailer };
};
