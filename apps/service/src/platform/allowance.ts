/** How often an account or an address may do what others have to read; counted in the database, so that all processes agree. */
import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { addressKey, clientAddress } from './client-address.ts';
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

/** What somebody is counted by without being kept. */
export const hashed = (secret: string, said: string): string =>
  createHmac('sha256', secret).update(said).digest('base64url');

/** What a visitor is counted by: a keyed hash of their address, never the address itself. */
export const hashedAddress = (secret: string, request: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  hashed(secret, addressKey(clientAddress(request)));
