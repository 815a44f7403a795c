/** Tokens by which other assistants ask in a person's name: shown once, kept as a hash. */
import { createHash, randomBytes } from 'node:crypto';
import type { CreatedToken } from '@wattershed/contracts';
import type { Sql } from '../../../platform/db.ts';

export interface TokenHolder {
  readonly userId: string;
  readonly household: string;
}

export interface McpTokens {
  /** For the household, or the person's first one; null where it is not theirs, or they have twenty already. */
  add(userId: string, household: string | undefined, name: string): Promise<CreatedToken | null>;
  /** Asked anew each time: one that was removed is refused at once. */
  find(token: string): Promise<TokenHolder | null>;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const createMcpTokens = (sql: Sql): McpTokens => ({
  add: async (userId, household, name) => {
    const token = `wsa_${randomBytes(24).toString('base64url')}`;
    const hint = token.slice(-4);
    const [row] = await sql<{ id: string }[]>`
      select id from private.add_assistant_token(${userId}, ${household ?? null}, ${name}, ${hashOf(token)}, ${hint})`;
    return row ? { id: row.id, name, hint, token } : null;
  },
  find: async (token) => {
    const [row] = await sql<{ user_id: string; household_id: string }[]>`
      select user_id, household_id from private.find_assistant_token(${hashOf(token)})`;
    return row ? { userId: row.user_id, household: row.household_id } : null;
  },
});
