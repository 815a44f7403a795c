/** What the service does by itself, and how often. */
import type { Logger } from 'pino';
import { endDueAccounts } from '#subjects/identity/service/account/index.ts';
import type { Billing } from '#subjects/bills/service/index.ts';
import type { DemoLife } from '#subjects/household/service/demo/index.ts';
import { runSchedules, type Switching } from '#subjects/hardware/service/index.ts';
import { closeDays, forgetReadings } from '#subjects/readings/service/ingest/index.ts';
import { sendWaitingMails } from '#subjects/contact/service/mails/index.ts';
import { detectNotices } from '#subjects/insight/service/index.ts';
import {
  type DocumentsSetUp,
  type RemoveLeftovers,
  type StoredFiles,
  sweepFiles,
} from '#subjects/bills/service/documents/index.ts';
import type { Sql } from '#kernel/db.ts';
import type { Jobs } from '#kernel/jobs.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';

const minuteMs = 60_000;
const dayS = 86_400;
const mailsEveryMs = 5_000;
const switchEveryMs = 10_000;
const lookEveryMs = 5_000;

export interface Work {
  readonly sql: Sql;
  readonly log: Logger;
  readonly now: () => number;
  readonly guestDays: number;
  readonly billing: Billing;
  readonly switching: Switching;
  /** Null with a hosted backend, whose own storage has the files. */
  readonly files: StoredFiles | null;
  readonly documentsSetUp: DocumentsSetUp;
  /** Null with the embedded backend, and without a hosted one's service key. */
  readonly removeLeftovers: RemoveLeftovers | null;
  /** Null without a demo household. */
  readonly demo: DemoLife | null;
  /** Null when nothing can be sent. */
  readonly mails: { readonly mailer: Mailer; readonly operator: string | null; readonly origin: () => string } | null;
}

export const schedule = (jobs: Jobs, work: Work): void => {
  const { sql, log, now, guestDays, billing, switching, files, documentsSetUp, removeLeftovers, demo, mails } = work;
  const seconds = (): number => Math.floor(now() / 1000);
  const add = (name: string, minutes: number, run: (signal: AbortSignal) => Promise<unknown>, firstMs = minuteMs) =>
    jobs.add({ name, everyMs: minutes * minuteMs, firstMs, run: async (signal) => void (await run(signal)) });

  add('bills', 5, (signal) => billing.closeDue(signal));
  add('close-days', 10, (signal) => closeDays(sql, (Math.floor(seconds() / dayS) - 1) * dayS, signal));
  add('forget-readings', 60, (signal) => forgetReadings(sql, seconds(), signal));
  add('idle-guests', 60, () => sql`select private.remove_idle_guests(${guestDays})`);
  add('account-endings', 10, async () => {
    await endDueAccounts(sql);
    await sql`select private.forget_allowances()`;
    await sql`select private.forget_old_commands()`;
    await sql`select private.forget_unread()`;
    await sql`select private.forget_old_actions()`;
    await sql`select private.forget_old_traces_of_sign_in()`;
    await sql`select private.forget_old_invitations()`;
    await sql`select private.forget_old_notices(${seconds()})`;
  });
  jobs.add({ name: 'schedules', everyMs: switchEveryMs, run: () => runSchedules(sql, switching, seconds()) });
  jobs.add({
    name: 'notices',
    everyMs: lookEveryMs,
    run: async (signal) => {
      await detectNotices(sql, seconds(), signal);
      if (mails) await sql`select private.queue_notice_mails(${seconds()})`;
    },
  });
  if (files) add('stored-files', 10, () => sweepFiles(sql, files), minuteMs / 4);
  add('documents', 1, () => documentsSetUp.attempt());
  if (removeLeftovers)
    add('storage-leftovers', 1, async (signal) => {
      const documents = await removeLeftovers(sql, signal);
      if (documents > 0) log.info({ documents }, 'documents of households that are gone were removed');
    });
  if (demo) add('demo', 1, async () => demo.catchUp(seconds()), 1);
  if (mails)
    jobs.add({
      name: 'mails',
      everyMs: mailsEveryMs,
      run: async (signal) => void (await sendWaitingMails({ sql, log, ...mails }, signal)),
    });
};
