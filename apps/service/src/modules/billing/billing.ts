/** Closes what has ended and reads what is open; each household's bills under a lock of their own. */
import type { BillSoFar } from '@wattershed/contracts';
import { addDays } from '@wattershed/domain';
import type { Sql } from '../../platform/db.ts';
import { ProblemError } from '../../platform/problem.ts';
import { type Books, dueHouseholds, type HeardUse, homeOf, openBooks, readUse, storeBills } from './books.ts';
import { closeBills, cyclesOf } from './close-bills.ts';
import { type BillEngine, datedTariffs } from './engine.ts';
import { readSoFar } from './so-far.ts';

const atOnce = 50;

export interface Billing {
  /** Closes and recomputes the bills of every household that is due. Answers how many households it looked at. */
  closeDue(signal?: AbortSignal): Promise<number>;
  /** Brings this household's bills up to date. Throws `forbidden` for one that is not the person's. */
  bringUpToDate(userId: string, household: string | undefined): Promise<Books>;
  /** The same, and then what the open cycle costs. */
  soFar(userId: string, household: string | undefined): Promise<BillSoFar>;
}

export interface BillingDeps {
  readonly sql: Sql;
  readonly now: () => number;
  /** One household's bills could not be made; the others go on. */
  readonly onFault?: (error: unknown, household: string) => void;
  readonly engine?: BillEngine;
}

export const createBilling = ({ sql, now, onFault = () => {}, engine = datedTariffs }: BillingDeps): Billing => {
  const close = async (household: string): Promise<{ books: Books; use: HeardUse[] } | null> => {
    const result = await sql.begin(async (tx) => {
      const nowMs = now();
      const books = await openBooks(tx, household, nowMs);
      if (books === null) return null;
      const from = cyclesOf(books)[0]?.start ?? books.today;
      const use = await readUse(tx, household, from, addDays(books.today, 1), nowMs);
      await storeBills(tx, household, closeBills(books, use, engine, nowMs), nowMs);
      return { books, use };
    });
    return result;
  };

  const closeFor = async (userId: string, wanted: string | undefined) => {
    const household = await homeOf(sql, userId, wanted);
    const closed = household && (await close(household));
    if (!closed) throw new ProblemError('forbidden');
    return closed;
  };

  return {
    closeDue: async (signal) => {
      const failed = new Set<string>();
      let looked = 0;
      for (;;) {
        const due = (await dueHouseholds(sql, now(), atOnce + failed.size)).filter((one) => !failed.has(one));
        if (due.length === 0) return looked;
        for (const household of due) {
          if (signal?.aborted) return looked;
          looked += 1;
          await close(household).catch((error: unknown) => {
            failed.add(household);
            onFault(error, household);
          });
        }
      }
    },
    bringUpToDate: async (userId, household) => (await closeFor(userId, household)).books,
    soFar: async (userId, household) => {
      const { books, use } = await closeFor(userId, household);
      return readSoFar(books, use, engine);
    },
  };
};
