/** Who is asking: the backend's token, verified once and remembered until it ends. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { type Claims, isUuid } from '../db.ts';
import { createKeySet, NoKeysError } from './key-set.ts';
import { ProblemError } from '../http/problem.ts';

export interface Person extends Claims {
  /** Seconds since 1970 at which the token ends. */
  readonly expiresAt: number;
  /** The session that it belongs to; null where the backend names none. */
  readonly session: string | null;
}

export interface Authenticate {
  (request: Pick<FastifyRequest, 'headers'>): Promise<Person>;
  /** Whether they have shown lately who they are; absent where nobody could ask them to. */
  isFresh?: (person: Person) => Promise<boolean>;
}

/** Both where a backend is changing from one to the other: each token says by its algorithm which it was signed with. */
export interface TokenKeys {
  readonly secret?: string | undefined;
  readonly keySetUrl?: string | undefined;
  /** Where given, tokens of any other issuer, or for another audience, are refused. */
  readonly issuer?: string | undefined;
}

/** Names an installation in the tokens of its own sign-in, whatever its address is by now. */
export const issuerOf = (jwtSecret: string): string =>
  `urn:wattershed:${createHash('sha256').update(`issuer ${jwtSecret}`).digest('hex').slice(0, 16)}`;

const remembered = 10_000;

export const bearer = (authorization: string | undefined): string => {
  const token = authorization?.startsWith('Bearer ') ? authorization.slice(7).trim() : '';
  if (!token) throw new ProblemError('not-authenticated');
  return token;
};

/** The token of a request; clients of InfluxDB say `Token` where others say `Bearer`. Throws `token-invalid`. */
export const ingestToken = ({ headers: { authorization = '' } }: Pick<FastifyRequest, 'headers'>): string => {
  const [, token] = /^(?:Bearer|Token) +(\S+)$/i.exec(authorization.trim()) ?? [];
  if (token === undefined) throw new ProblemError('token-invalid');
  return token;
};

/** `isLive`: whether a token's session has not been ended meanwhile; without it a token is good to its end. */
export const createAuthenticate = (
  keys: TokenKeys,
  now: () => number,
  isLive?: (session: string) => Promise<boolean>,
): Authenticate => {
  const seen = new Map<string, Person>();
  const secret = keys.secret ? new TextEncoder().encode(keys.secret) : null;
  const keySet = keys.keySetUrl ? createKeySet(keys.keySetUrl, () => now() * 1000) : null;

  const expected = {
    requiredClaims: ['sub', 'exp'],
    ...(keys.issuer !== undefined && { issuer: keys.issuer, audience: 'authenticated' }),
  };

  const check = async (token: string) => {
    const options = { ...expected, currentDate: new Date(now() * 1000) };
    const isShared = decodeProtectedHeader(token).alg === 'HS256';
    if (isShared && secret) return jwtVerify(token, secret, { ...options, algorithms: ['HS256'] });
    if (!isShared && keySet) return jwtVerify(token, keySet, { ...options, algorithms: ['ES256', 'RS256'] });
    throw new ProblemError('not-authenticated');
  };

  const verify = async (token: string): Promise<Person> => {
    const { payload } = await check(token).catch((error: unknown) => {
      throw new ProblemError(error instanceof NoKeysError ? 'identity-unavailable' : 'not-authenticated');
    });
    const { sub, exp, role, aal, session_id: session } = payload;
    if (role !== 'authenticated' || !sub) throw new ProblemError('not-authenticated');
    return {
      sub,
      role: 'authenticated',
      ...(typeof aal === 'string' && { aal }),
      expiresAt: exp as number,
      session: typeof session === 'string' ? session : null,
    };
  };

  const whose = async (token: string): Promise<Person> => {
    const known = seen.get(token);
    if (known && known.expiresAt > now()) return known;
    const person = await verify(token);
    if (seen.size >= remembered) seen.delete(seen.keys().next().value as string);
    seen.set(token, person);
    return person;
  };

  return async (request) => {
    const person = await whose(bearer(request.headers.authorization));
    const { session } = person;
    if (isLive && session !== null && !(isUuid(session) && (await isLive(session))))
      throw new ProblemError('not-authenticated');
    return person;
  };
};
