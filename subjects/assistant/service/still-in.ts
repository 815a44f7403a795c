/** That who asked may still ask, looked at once more before each use of a tool: an answer can take a minute, and rights end at once. */
import type { AssistantFault } from '../contract/assistant.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Tool } from './tools/tool.ts';

/** The session has ended, or the household is no longer theirs: the answer ends here. */
export class AskerGone extends Error {
  override readonly name = 'AskerGone';
  readonly code: Extract<AssistantFault, 'not-authenticated' | 'forbidden'>;
  constructor(code: AskerGone['code']) {
    super(code);
    this.code = code;
  }
}

/** Throws `AskerGone`. */
export type StillIn = () => Promise<void>;

/** `signedIn` throws once the session has ended. */
export const createStillIn =
  (sql: Sql, userId: string, household: string, signedIn: () => Promise<unknown>): StillIn =>
  async () => {
    await signedIn().catch((error: unknown) => {
      const isOut = error instanceof ProblemError && error.code === 'not-authenticated';
      throw isOut ? new AskerGone('not-authenticated') : error;
    });
    const [row] = await sql<{ role: string | null }[]>`select private.role_in(${userId}, ${household}) as role`;
    if (!row?.role) throw new AskerGone('forbidden');
  };

export const askedFirst = (tools: readonly Tool[], stillIn: StillIn): Tool[] =>
  tools.map((tool) => ({
    ...tool,
    run: async (asking, args) => {
      await stillIn();
      return tool.run(asking, args);
    },
  }));
