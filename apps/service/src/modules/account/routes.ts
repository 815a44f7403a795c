/** A guest becomes a member; a person's visit is remembered, so that idle guests can be told from others. */
import type { ErrorCode, GuestUpgraded } from '@wattershed/contracts';
import { upgradeGuestBody } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { createTakeAllowance } from '../../platform/allowance.ts';
import type { Database } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
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
  endingRoutes(app, sql, authenticate);
  accessRoutes(app, { sql, authenticate, takeAllowance, proof });
  sessionRoutes(app, { sql, authenticate, forgetSessions });
  exportRoutes(app, { database, authenticate, takeAllowance, documents, now });

  app.post('/api/v1/account/seen', async (request, reply) => {
    const person = await authenticate(request);
    await sql`select private.seen(${person.sub})`;
    return reply.code(204).send();
  });

  if (!upgradeGuest) return;
  app.post('/api/v1/account/upgrade', async (request, reply) => {
    const person = await authenticate(request);
    const parsed = upgradeGuestBody.safeParse(request.body);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new ProblemError('body-malformed', `${issue?.path.join('.')}: ${issue?.message}`);
    }
    const result = await upgradeGuest(person.sub, parsed.data.email, parsed.data.password);
    if (!result.ok) throw new ProblemError(result.code);
    if (!result.sessionsEnded) return reply.code(204).send();
    return { sessionsEnded: true } satisfies GuestUpgraded;
  });
};
