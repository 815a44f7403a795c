/** Notices: meters are looked at, and what there is to tell is put where mails wait. Reports of weeks. Views for a wall show it with the figures of the pages. */
import type { Utility } from '#catalogue/index.ts';
import type { Sql } from '#kernel/db.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Billing } from '#subjects/bills/service/index.ts';
import { type MailedNotice, type MailReader, noticeWords } from '#subjects/contact/service/index.ts';
import type { HomeFigures } from '#subjects/hardware/service/index.ts';
import { adviceRoutes } from './advice/index.ts';
import { changeRoutes } from './changes/index.ts';
import { checkMeters } from './check-meters.ts';
import { compareRoutes } from './compare/index.ts';
import { detectNotices, tidyNotices } from './detect-notices.ts';
import { rulesRoutes, runReplay } from './rules-routes.ts';
import { serveReports } from './report/index.ts';
import { type WallDeps, wallRoutes } from './wall-routes.ts';
import { serveNoticeWays } from './ways/index.ts';

export { adviceRoutes } from './advice/index.ts';
export { changeRoutes } from './changes/index.ts';
export { compareRoutes, createReadComparison } from './compare/index.ts';
export { createReadRuns, type DeviceRuns } from './advice/priced-runs.ts';
export { rulesRoutes } from './rules-routes.ts';
export { reportRoutes } from './report/index.ts';
export { wallRoutes } from './wall-routes.ts';
export { noticeWayRoutes } from './ways/index.ts';

/** What a home tells other programs of itself: its money, and what it was told of that is not over. Null: of a visitor's demo. */
export const createReadHome =
  (sql: Sql, billing: Pick<Billing, 'homeMoney'>) =>
  async (household: string): Promise<HomeFigures | null> => {
    const [row] = await sql<{ told: StoredConcerns | null }[]>`select private.home_concerns(${household}) as told`;
    if (!row?.told) return null;
    const { name, language, utilities, notices, ...reader } = row.told;
    return {
      name,
      language,
      utilities,
      notices: notices.map((notice) => {
        const told = { ...notice, phase: 'began', endedAt: null } as const;
        const { kind, device, since } = notice;
        return { kind, device, since, title: noticeWords(told, { ...reader, language }).subject };
      }),
      money: await billing.homeMoney(household),
    };
  };

interface StoredConcerns extends MailReader {
  readonly name: string;
  /** What is measured there. */
  readonly utilities: readonly Utility[];
  readonly notices: readonly Omit<MailedNotice, 'phase' | 'endedAt'>[];
}

export const serveInsight = (kernel: Kernel, others: Pick<WallDeps, 'usage' | 'billing'>): void => {
  const { app, sql, now, jobs, mail, log } = kernel;
  wallRoutes(app, { ...kernel, ...others });
  rulesRoutes(app, kernel);
  serveReports(kernel, others);
  changeRoutes(app, kernel);
  adviceRoutes(app, { ...kernel, billing: others.billing });
  compareRoutes(app, { ...kernel, ...others });
  serveNoticeWays(kernel);
  const seconds = (): number => Math.floor(now() / 1000);
  jobs.add({
    name: 'notices',
    everyMs: 5_000,
    run: async (signal) => {
      await detectNotices(sql, seconds(), signal);
      if (mail.sending) await sql`select private.queue_notice_mails(${seconds()})`;
    },
  });
  jobs.add({
    name: 'meter-checks',
    everyMs: 60_000,
    isEverywhere: true,
    run: async (signal) => {
      await checkMeters(sql, seconds(), {
        signal,
        onFault: (error, where) => log.error({ err: error, ...where }, 'a look at a home failed'),
      });
    },
  });
  jobs.add({
    name: 'rule-replays',
    everyMs: 3_000,
    run: async (signal) => {
      await runReplay(sql, seconds(), signal);
    },
  });
  jobs.add({ name: 'old-notices', everyMs: 600_000, run: () => tidyNotices(sql, seconds()) });
};
