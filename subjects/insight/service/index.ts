/** Notices: meters are looked at, and what there is to tell is put where mails wait. Views for a wall show it with the figures of the pages. */
import { factsOf, type Language, type Utility } from '#catalogue/index.ts';
import type { Sql } from '#kernel/db.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { detectNotices, tidyNotices } from './detect-notices.ts';
import { type WallDeps, wallRoutes } from './wall-routes.ts';

export { wallRoutes } from './wall-routes.ts';

/** What a home tells other programs of itself: its name, its owner's language, and by name what runs without a stop and what is silent. */
interface HomeConcerns {
  readonly name: string;
  readonly language: Language;
  /** Null: nothing that is measured can leak. */
  readonly leaking: readonly string[] | null;
  /** Null: it has no meter. */
  readonly silent: readonly string[] | null;
}

/** Null: of a visitor's demo. */
export const readHomeConcerns = async (sql: Sql, household: string): Promise<HomeConcerns | null> => {
  const [row] = await sql<{ told: (HomeConcerns & { utilities: Utility[] }) | null }[]>`
    select private.home_concerns(${household}) as told`;
  if (!row?.told) return null;
  const { utilities, leaking, silent, ...home } = row.told;
  const canLeak = utilities.some((utility) => factsOf(utility).canLeak);
  return { ...home, leaking: canLeak ? leaking : null, silent: utilities.length > 0 ? silent : null };
};

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
