/** Remembers how sending went, so that the health page can say whether mails go out without sending one. */
import type { PartState } from '#catalogue/health.ts';
import { isRefusedForGood, type Mailer } from './mailer.ts';

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
