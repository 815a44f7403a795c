/** Another provider of identity: its tokens verified, a session of ours for each, and the session's end. */
import type { FastifyInstance } from 'fastify';
import { jwtVerify, UnsecuredJWT } from 'jose';
import type { Sql } from '#kernel/db.ts';
import { createTakeAllowance, hashedAddress } from '#kernel/http/client-address.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import { createKeySet, NoKeysError } from '#kernel/people/key-set.ts';
import { type Authenticate, bearer } from '#kernel/people/person.ts';
import { endIdentitySession, openIdentitySession } from '../contract/identity.ts';
import { createEnterAs, issuerOf, type OpenSession, readClaims, skewS, type VerifyIdentity } from './enter-as.ts';

export { createHostedSessions } from './hosted-sessions.ts';
export type { OpenSession } from './enter-as.ts';

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

// With another provider of identity the backend's own ways in stay shut: whoever signs up there has proved nothing to anybody.

type Fetch<F> = (request: Request, from: F) => Promise<Response>;

const shut = /^\/auth\/v1\/(signup|recover|resend|otp|magiclink|authorize|callback|verify)$/;
const credentials = ['email', 'phone', 'password', 'nonce'];

const refusal = (): Response => {
  const words = {
    code: 403,
    error_code: 'email_provider_disabled',
    msg: 'Sign in with the provider of this installation',
  };
  return Response.json(words, { status: 403 });
};

const setsCredentials = async (request: Request): Promise<boolean> => {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  // What cannot be read here might be read there.
  return typeof body !== 'object' || body === null || credentials.some((name) => name in body);
};

const isShut = async (request: Request): Promise<boolean> => {
  const { pathname, searchParams } = new URL(request.url);
  if (shut.test(pathname)) return true;
  if (pathname === '/auth/v1/token') return searchParams.getAll('grant_type').join() !== 'refresh_token';
  return pathname === '/auth/v1/user' && request.method === 'PUT' && (await setsCredentials(request));
};

export const closeOwnDoors =
  <F>(backend: Fetch<F>): Fetch<F> =>
  async (request, from) =>
    (await isShut(request)) ? refusal() : backend(request, from);

// The tokens of Firebase's emulator, which nobody signs. The configuration refuses it for anything but tests on one machine.

/** Only of a project that cannot exist at Google: its names begin so for this purpose. */
export const createVerifyEmulator = (project: string, now: () => number): VerifyIdentity => {
  if (!project.startsWith('demo-')) throw new Error(`the emulator serves projects named demo-…, not ${project}`);
  return async (token) => {
    try {
      const { payload } = UnsecuredJWT.decode(token, {
        issuer: issuerOf(project),
        audience: project,
        requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
        clockTolerance: skewS,
        currentDate: new Date(now()),
      });
      return readClaims(payload, now() / 1000);
    } catch {
      throw new ProblemError('not-authenticated');
    }
  };
};

// A Firebase ID token, by Google's rules: RS256 with one of its keys, this project's issuer and audience, neither over nor of the future.

const googleKeys = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

interface FirebaseProject {
  readonly project: string;
  /** For tests: where the keys are instead. */
  readonly keySetUrl?: string;
  readonly now: () => number;
}

export const createVerifyFirebase = ({ project, keySetUrl = googleKeys, now }: FirebaseProject): VerifyIdentity => {
  const keys = createKeySet(keySetUrl, now);
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer: issuerOf(project),
        audience: project,
        requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
        clockTolerance: skewS,
        currentDate: new Date(now()),
      });
      return readClaims(payload, now() / 1000);
    } catch (error) {
      throw new ProblemError(error instanceof NoKeysError ? 'identity-unavailable' : 'not-authenticated');
    }
  };
};
