/** A token of the other provider for a session of ours, and the session's end. */
import type { FastifyInstance } from 'fastify';
import { createTakeAllowance, hashedAddress } from '../../platform/allowance.ts';
import type { Sql } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { VerifyIdentity } from './proven-identity.ts';
import { createEnterAs, type OpenSession } from './sessions.ts';

export interface IdentityDeps {
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly verify: VerifyIdentity;
  readonly openSession: OpenSession;
  /** Of its token too, which a hosted backend wants to see. */
  readonly endSession: (session: string, token: string) => Promise<unknown>;
  readonly addressSecret: string;
  readonly guestsPerHour: number;
  readonly signUpsPerHour: number;
}

const path = '/api/v1/identity/session';
const perAddress = { kind: 'identity', count: 120, seconds: 300 };
const perPerson = { kind: 'identity-person', count: 20, seconds: 300 };

const bearer = (authorization: string | undefined): string => {
  const token = authorization?.startsWith('Bearer ') ? authorization.slice(7).trim() : '';
  if (!token) throw new ProblemError('not-authenticated');
  return token;
};

export const identityRoutes = (app: FastifyInstance, deps: IdentityDeps): void => {
  const { sql, authenticate, verify, endSession, addressSecret } = deps;
  const takeAllowance = createTakeAllowance(sql);
  const enterAs = createEnterAs({ ...deps, takeAllowance });

  app.post(path, async (request, reply) => {
    const address = hashedAddress(addressSecret, request);
    await takeAllowance(perAddress, address);
    const identity = await verify(bearer(request.headers.authorization));
    await takeAllowance(perPerson, identity.subject);
    const session = await enterAs(identity, { address, userAgent: request.headers['user-agent'] ?? null });
    return reply.header('cache-control', 'no-store').send(session);
  });

  app.delete(path, async (request, reply) => {
    const { session } = await authenticate(request);
    if (session !== null) await endSession(session, bearer(request.headers.authorization));
    return reply.code(204).send();
  });
};
