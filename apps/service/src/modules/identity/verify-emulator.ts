/** The tokens of Firebase's emulator, which nobody signs. The configuration refuses it for anything but tests on one machine. */
import { UnsecuredJWT } from 'jose';
import { ProblemError } from '../../platform/problem.ts';
import { issuerOf, readClaims, skewS, type VerifyIdentity } from './proven-identity.ts';

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
