/** Notices: meters are looked at, and what there is to tell is put where mails wait. Views for a wall show it with the figures of the pages. */
import type { Kernel } from '#kernel/kernel.ts';
import { detectNotices, tidyNotices } from './detect-notices.ts';
import { type WallDeps, wallRoutes } from './wall-routes.ts';

export { wallRoutes } from './wall-routes.ts';

export const serveInsight = (kernel: Kernel, others: Pick<WallDeps, 'usage' | 'billing'>): void => {
  const { app, sql, now, jobs, mail } = kernel;
  wallRoutes(app, { ...kernel, ...others });
  const seconds = (): number => Math.floor(now() / 1000);
  jobs.add({
    name: 'notices',
    everyMs: 5_000,
    run: async (signal) => {
      await detectNotices(sql, seconds(), signal);
      if (mail.sending) await sql`select private.queue_notice_mails(${seconds()})`;
    },
  });
  jobs.add({ name: 'old-notices', everyMs: 600_000, run: () => tidyNotices(sql, seconds()) });
};
