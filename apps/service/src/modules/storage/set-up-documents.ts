/** Documents need a bucket and policies on the storage's own tables, which a hosted storage server may make after our migrations. */
import type { PartState } from '@wattershed/contracts';
import type { Logger } from 'pino';
import type { Sql } from '../../platform/db.ts';

export interface DocumentsSetUp {
  /** Tries, unless it is done already. */
  attempt(): Promise<void>;
  /** `not-set-up`: there is no storage, or not yet. `down`: it is there, and the step failed. */
  state(): PartState;
}

export const createDocumentsSetUp = (sql: Sql, log: Pick<Logger, 'warn' | 'info'>): DocumentsSetUp => {
  let state: PartState = 'not-set-up';
  const settle = (next: PartState, error?: unknown): void => {
    if (next === state) return;
    state = next;
    if (next === 'down')
      log.warn({ err: error }, 'documents could not be set up at the storage; tried again every minute');
    else if (next === 'up') log.info('documents are set up at the storage');
  };
  return {
    attempt: async () => {
      if (state === 'up') return;
      try {
        const [row] = await sql<{ state: PartState }[]>`select private.set_up_documents() as state`;
        settle(row?.state ?? 'not-set-up');
      } catch (error) {
        settle('down', error);
      }
    },
    state: () => state,
  };
};
