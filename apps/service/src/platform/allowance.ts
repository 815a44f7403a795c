/** How often an account or an address may do what others have to read; counted in the database, so that all processes agree. */
import { createHmac } from 'node:crypto';
import { addressKey } from './address-key.ts';
import type { Sql } from './db.ts';
import { ProblemError } from './problem.ts';

export interface Allowance {
  readonly kind: string;
  readonly count: number;
  readonly seconds: number;
}

/** Throws `rate-limited`, with the seconds to wait, when `who` has used up the allowance. */
export type TakeAllowance = (allowance: Allowance, who: string) => Promise<void>;

export const createTakeAllowance =
  (sql: Sql): TakeAllowance =>
  async ({ kind, count, seconds }, who) => {
    const [row] = await sql<{ wait: number }[]>`
      select private.take_allowance(${kind}, ${who}, ${count}, ${seconds}) as wait`;
    if (row && row.wait > 0) throw new ProblemError('rate-limited', undefined, row.wait);
  };

/** What an address is counted by: a keyed hash, never the address itself. */
export const hashedAddress = (secret: string, address: string): string =>
  createHmac('sha256', secret).update(addressKey(address)).digest('base64url');
