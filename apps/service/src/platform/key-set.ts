/** The keys of whoever signs tokens, kept ten minutes; older ones serve as long as there is no answer. */
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';

const keptMs = 600_000;
const patienceMs = 5_000;
/** After no answer: how long the kept keys serve without another try. */
const pauseMs = 30_000;

/** Thrown where there are no keys at all: whether the token is good cannot be told. */
export class NoKeysError extends Error {
  override readonly name = 'NoKeysError';
}

export const createKeySet = (url: string, now: () => number): JWTVerifyGetKey => {
  const remote = createRemoteJWKSet(new URL(url), { cacheMaxAge: keptMs, timeoutDuration: patienceMs });
  let askAgainAt = 0;

  const fromKept: JWTVerifyGetKey = async (header, token) => {
    const kept = remote.jwks();
    if (!kept) throw new NoKeysError('no answer from the key set');
    return createLocalJWKSet(kept)(header, token);
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
