/** The sweep that takes waiting mails to their server until each has gone. */
import type { Logger } from 'pino';
import type { Sql } from '#kernel/db.ts';
import { isRefusedForGood, type Mail, type Mailer } from '#kernel/mail/mailer.ts';
import type { Refusals } from './refusals.ts';
import { type WaitingMail, writeMail } from './write-mail.ts';

export interface MailSweep {
  readonly sql: Sql;
  readonly mailer: Mailer;
  /** Where messages go; null: they wait until somebody says. */
  readonly operator: string | null;
  readonly origin: () => string;
  readonly refusals: Refusals;
  readonly log: Pick<Logger, 'warn'>;
}

/** A process that dies while it sends gives its mails back after this time. */
const leaseS = 120;
const atOnce = 5;

/** Answers how many went. Stops at the first that does not, unless the mail or its address alone is to blame. */
export const sendWaitingMails = async (sweep: MailSweep, signal: AbortSignal): Promise<number> => {
  const { sql, mailer, log } = sweep;
  const write = (mail: WaitingMail): Mail | null => {
    try {
      return writeMail(mail, sweep.operator, sweep.origin(), sweep.refusals);
    } catch (error) {
      log.warn({ err: error, kind: mail.kind, attempts: mail.attempts }, 'a mail cannot be written');
      return null;
    }
  };
  let gone = 0;
  for (;;) {
    const mails = await sql<
      WaitingMail[]
    >`select * from private.take_waiting_mails(${atOnce}, ${leaseS}, ${sweep.operator !== null})`;
    for (const mail of mails) {
      if (signal.aborted) return gone;
      const written = write(mail);
      if (!written) continue;
      try {
        await mailer.send(written);
        await sql`select private.settle_mail(${mail.id}, true)`;
        gone += 1;
      } catch (error) {
        log.warn({ err: error, kind: mail.kind, attempts: mail.attempts }, 'a mail waits for another try');
        if (!isRefusedForGood(error)) return gone;
        // A message to us waits however often it is refused: the operator will want it when the address is right.
        if (mail.kind !== 'contact') await sql`select private.settle_mail(${mail.id}, false)`;
      }
    }
    if (mails.length < atOnce) return gone;
  }
};
