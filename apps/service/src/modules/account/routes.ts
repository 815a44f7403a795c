/** A guest becomes a member; a person's visit is remembered, so that idle guests can be told from others. */
import { type ErrorCode, noteVisit, upgradeGuest as upgradeGuestEndpoint } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { createTakeAllowance } from '../../platform/allowance.ts';
import type { Database } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import { createServe } from '../../platform/serve.ts';
import { type AccessDeps, accessRoutes } from './access.ts';
import { endingRoutes } from './endings.ts';
import { type ExportDeps, exportRoutes } from './export.ts';
import { sessionRoutes } from './sessions.ts';

export type UpgradeGuest = (
  userId: string,
  email: string,
  password: string,
) => Promise<{ ok: true; sessionsEnded?: true } | { ok: false; code: ErrorCode }>;

export interface AccountDeps extends Pick<ExportDeps, 'documents'>, Partial<Pick<AccessDeps, 'proof'>> {
  readonly database: Database;
  readonly authenticate: Authenticate;
  /** Absent with a hosted backend whose service key we were not given. */
  readonly upgradeGuest: UpgradeGuest | null;
  readonly forgetSessions: () => void;
  readonly now: () => number;
}

export const accountRoutes = (
  app: FastifyInstance,
  { database, authenticate, upgradeGuest, proof = null, documents = null, forgetSessions, now }: AccountDeps,
): void => {
  const sql = database.engine;
  const takeAllowance = createTakeAllowance(sql);
  const serve = createServe(app, authenticate);
  endingRoutes(serve, sql);
  accessRoutes(serve, { sql, takeAllowance, proof });
  sessionRoutes(serve, { sql, forgetSessions });
  exportRoutes(serve, { database, takeAllowance, documents, now });

  serve(noteVisit, async ({ person }) => {
    await sql`select private.seen(${person.sub})`;
  });

  if (!upgradeGuest) return;
  serve(upgradeGuestEndpoint, async ({ person, body: { email, password } }) => {
    const result = await upgradeGuest(person.sub, email, password);
    if (!result.ok) throw new ProblemError(result.code);
    return result.sessionsEnded && { sessionsEnded: true };
  });
};
