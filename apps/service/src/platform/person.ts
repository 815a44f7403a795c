/** Who is asking: the backend's token, verified once and remembered until it ends. */
import type { FastifyRequest } from 'fastify';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Claims } from './db.ts';
import { ProblemError } from './problem.ts';

export interface Person extends Claims {
  /** Seconds since 1970 at which the token ends. */
  readonly expiresAt: number;
}

export type Authenticate = (request: Pick<FastifyRequest, 'headers'>) => Promise<Person>;

export interface TokenKeys {
  readonly secret?: string;
  readonly keySetUrl?: string;
}

const remembered = 10_000;

const bearer = (authorization: string | undefined): string => {
  const token = authorization?.startsWith('Bearer ') ? authorization.slice(7).trim() : '';
  if (!token) throw new ProblemError('not-authenticated');
  return token;
};

export const createAuthenticate = (keys: TokenKeys, now: () => number): Authenticate => {
  const seen = new Map<string, Person>();
  const secret = keys.secret ? new TextEncoder().encode(keys.secret) : null;
  const keySet = keys.keySetUrl ? createRemoteJWKSet(new URL(keys.keySetUrl), { cacheMaxAge: 600_000 }) : null;

  const verify = async (token: string): Promise<Person> => {
    const options = { currentDate: new Date(now() * 1000), requiredClaims: ['sub', 'exp'] };
    const { payload } = await (secret
      ? jwtVerify(token, secret, { ...options, algorithms: ['HS256'] })
      : jwtVerify(token, keySet as NonNullable<typeof keySet>, { ...options, algorithms: ['ES256', 'RS256'] })
    ).catch(() => {
      throw new ProblemError('not-authenticated');
    });
    if (payload['role'] !== 'authenticated' || !payload.sub) throw new ProblemError('not-authenticated');
    return { sub: payload.sub, role: 'authenticated', expiresAt: payload.exp as number };
  };

  return async (request) => {
    const token = bearer(request.headers.authorization);
    const known = seen.get(token);
    if (known && known.expiresAt > now()) return known;
    const person = await verify(token);
    if (seen.size >= remembered) seen.delete(seen.keys().next().value as string);
    seen.set(token, person);
    return person;
  };
};
