/** The keys of whoever signs tokens, kept ten minutes; older ones serve as long as there is no answer. */
import { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { cappedFetch } from '../http/capped-fetch.ts';

const keptMs = 600_000;
const patienceMs = 5_000;
/** After no answer: how long the kept keys serve without another try. */
const pauseMs = 30_000;
const maxBytes = 256 * 1024;

/** Thrown where the key is not known and nobody answers: whether the token is good cannot be told. */
export class NoKeysError extends Error {
  override readonly name = 'NoKeysError';
}

export const createKeySet = (url: string, now: () => number): JWTVerifyGetKey => {
  const remote = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: keptMs,
    timeoutDuration: patienceMs,
    [customFetch]: cappedFetch(maxBytes),
  });
  let askAgainAt = 0;

  const fromKept: JWTVerifyGetKey = async (header, token) => {
    const kept = remote.jwks();
    if (!kept) throw new NoKeysError('no answer from the key set');
    return createLocalJWKSet(kept)(header, token).catch((error: unknown) => {
      // It may be signed with a newer one.
      throw error instanceof errors.JWKSNoMatchingKey ? new NoKeysError('no answer from the key set') : error;
    });
  };

  return async (header, token) => {
    if (!remote.fresh && now() < askAgainAt) return fromKept(header, token);
    try {
      return await remote(header, token);
    } catch (error) {
      // The keys came, and none of them fits.
      if (error instanceof errors.JWKSNoMatchingKey) throw error;
      askAgainAt = now() + pauseMs;
      return fromKept(header, token);
    }
  };
};
