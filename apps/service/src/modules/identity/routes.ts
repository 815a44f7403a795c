/** A token of the other provider for a session of ours, and the session's end. */
import { endIdentitySession, openIdentitySession } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { createTakeAllowance, hashedAddress } from '../../platform/allowance.ts';
import type { Sql } from '../../platform/db.ts';
import { type Authenticate, bearer } from '../../platform/person.ts';
import { createServe } from '../../platform/serve.ts';
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

const perAddress = { kind: 'identity', count: 120, seconds: 300 };
const perPerson = { kind: 'identity-person', count: 20, seconds: 300 };

export const identityRoutes = (app: FastifyInstance, deps: IdentityDeps): void => {
  const { sql, authenticate, verify, endSession, addressSecret } = deps;
  const takeAllowance = createTakeAllowance(sql);
  const enterAs = createEnterAs({ ...deps, takeAllowance });

  const serve = createServe(app, authenticate);

  serve(openIdentitySession, async ({ token, request }) => {
    const address = hashedAddress(addressSecret, request);
    await takeAllowance(perAddress, address);
    const identity = await verify(token);
    await takeAllowance(perPerson, identity.subject);
    return enterAs(identity, { address, userAgent: request.headers['user-agent'] ?? null });
  });

  serve(endIdentitySession, async ({ person: { session }, request }) => {
    if (session !== null) await endSession(session, bearer(request.headers.authorization));
  });
};
