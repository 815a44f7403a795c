/** Mails, and whoever takes them to their server. */
import { randomUUID } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import type { PartState } from '#catalogue/health.ts';
import type { BackendLog } from '../postgres/backend-error.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** What a mail is for, where it is one link. */
  readonly link?: string;
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** Written by the machine in answer to something: nobody's holiday note should answer it. */
  readonly isAutomatic?: boolean;
  /** Where its reader says that no more of these shall come. */
  readonly unsubscribe?: string;
  /** Their mail program may say it for them, by one press (RFC 8058). */
  readonly isOneClick?: boolean;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Rejects when the server cannot be reached or does not let us in. */
  check(): Promise<void>;
}

/** The server has said for good that it will not take this mail: another try is no use. */
export const isRefusedForGood = (error: unknown): boolean => {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
};

// Who takes mails: a mailbox on this machine, or the operator's server.

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
  let opened: Promise<Transporter> | undefined;
  /** The library comes with the first mail: most homes have no server for it. */
  const transport = (): Promise<Transporter> =>
    (opened ??= import('nodemailer').then(({ createTransport }) =>
      createTransport(withPatience(smtpUrl), { from, disableFileAccess: true, disableUrlAccess: true }),
    ));
  return {
    async send({ to, subject, text, html, replyTo, isAutomatic, unsubscribe, isOneClick }) {
      // Addresses as objects: a text would be read as a list of them.
      await (await transport()).sendMail({
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== undefined && { html }),
        ...(replyTo && { replyTo }),
        headers: {
          ...(isAutomatic && { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' }),
          ...(unsubscribe !== undefined && { 'List-Unsubscribe': `<${unsubscribe}>` }),
          ...(isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
      });
    },
    async check() {
      await (await transport()).verify();
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

// Remembers how sending went, so that the health page can say whether mails go out without sending one.

const checkedForMs = 60_000;

export interface WatchedMailer extends Mailer {
  /** Asks the server at most once a minute. */
  state(): Promise<PartState>;
  /** What it said when it last did not take a mail or did not answer; null after a success. */
  problem(): string | null;
}

export const watchMailer = (mailer: Mailer, now: () => number): WatchedMailer => {
  let problem: string | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | null = null;

  const remember = (error: unknown): void => {
    problem = error === null ? null : error instanceof Error ? error.message : 'unknown';
    checkedAt = now();
  };
  const check = (): Promise<void> => {
    checking ??= mailer.check().finally(() => {
      checking = null;
    });
    return checking;
  };

  return {
    check,
    send: async (mail) => {
      try {
        await mailer.send(mail);
        remember(null);
      } catch (error) {
        // One address that is refused says nothing about the server.
        if (!isRefusedForGood(error)) remember(error);
        throw error;
      }
    },
    state: async () => {
      if (now() - checkedAt > checkedForMs)
        await check().then(
          () => remember(null),
          (error: unknown) => remember(error),
        );
      return problem === null ? 'up' : 'down';
    },
    problem: () => problem,
  };
};
