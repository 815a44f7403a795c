/** A Firebase ID token, by Google's rules: RS256 with one of its keys, this project's issuer and audience, neither over nor of the future. */
import { jwtVerify } from 'jose';
import { createKeySet, NoKeysError } from '../../platform/key-set.ts';
import { ProblemError } from '../../platform/problem.ts';
import { issuerOf, readClaims, skewS, type VerifyIdentity } from './proven-identity.ts';

const googleKeys = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

export interface FirebaseProject {
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
