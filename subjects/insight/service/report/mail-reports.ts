/** The week that is over, to each person who wants it; in January the year. Which was told to whom stands in the database, so that nothing is told twice. */
import { defaultLanguage, toLanguage } from '#catalogue/index.ts';
import type { Sql } from '#kernel/db.ts';
import type { ReadReport } from './read-report.ts';
import { reportMail } from './report-mail.ts';
import { writeReport } from './report-texts.ts';

export interface MailReportsDeps {
  readonly sql: Sql;
  readonly read: ReadReport;
  readonly origin: () => string;
  /** A report could not be made: it is tried again with the next turn, after the others. */
  readonly onFault: (error: unknown, household: string) => void;
}

interface DueReport {
  user_id: string;
  household_id: string;
  period: string;
  language: string;
}

const atOnce = 50;

/** Answers how many mails wait now that did not. `now` in seconds since 1970. */
export const mailReports = async (deps: MailReportsDeps, now: number, signal?: AbortSignal): Promise<number> => {
  const { sql, read, origin, onFault } = deps;
  const failed = new Set<string>();
  let queued = 0;
  for (;;) {
    const due = await sql<DueReport[]>`select * from private.reports_due(${now}, ${atOnce + failed.size})`;
    const left = due.filter(({ user_id, household_id, period }) => !failed.has(`${user_id} ${household_id} ${period}`));
    if (left.length === 0) return queued;
    for (const { user_id: person, household_id: household, period, language } of left) {
      if (signal?.aborted) return queued;
      try {
        const answer = await read(person, household, period);
        // Figures of a simulated home are nobody's news.
        const written =
          answer.origin === 'measured' ? writeReport(answer, toLanguage(language) ?? defaultLanguage) : null;
        const mail = written && reportMail(written, origin());
        const [row] = await sql<{ first: boolean }[]>`
          select private.queue_report(${person}, ${household}, ${period}, ${mail?.subject ?? null}, ${mail?.text ?? null}, ${mail?.html ?? null}) as first`;
        if (row?.first && mail) queued += 1;
      } catch (error) {
        failed.add(`${person} ${household} ${period}`);
        onFault(error, household);
      }
    }
  }
};
