/** People who sign in with Firebase: where the configuration says so, and says all of it. */
import type { FastifyInstance } from 'fastify';
import { BackendError, type EmbeddedBackend } from '#subjects/identity/service/embedded/index.ts';
import {
  createHostedSessions,
  createVerifyEmulator,
  createVerifyFirebase,
  identityRoutes,
  type OpenSession,
} from '#subjects/identity/service/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Sql } from '#kernel/db.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { ProblemError } from '#kernel/http/problem.ts';

export interface IdentityParts {
  readonly backend: EmbeddedBackend | null;
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly addressSecret: string;
  readonly sessionEnded: () => void;
  readonly now: () => number;
}

const ofEmbedded =
  (backend: EmbeddedBackend): OpenSession =>
  async (person, userAgent) => {
    try {
      return await backend.openSession(person, userAgent);
    } catch (error) {
      if (error instanceof BackendError && error.code === 'guest-limit-reached') throw new ProblemError('guests-full');
      throw error;
    }
  };

export const serveIdentity = (app: FastifyInstance, config: Config, parts: IdentityParts): void => {
  const { FIREBASE_PROJECT_ID: project, FIREBASE_AUTH_EMULATOR: emulator } = config;
  if (config.IDENTITY_PROVIDER !== 'firebase') return;
  if (!project) return console.log('FIREBASE_PROJECT_ID is not set: nobody can sign in.');
  const { backend, sessionEnded, now } = parts;
  const hosted = createHostedSessions(config);
  identityRoutes(app, {
    ...parts,
    verify: emulator ? createVerifyEmulator(project, now) : createVerifyFirebase({ project, now }),
    openSession: backend ? ofEmbedded(backend) : hosted.openSession,
    endSession: async (session, token) => {
      await (backend ? backend.endSession(session) : hosted.endSession(session, token));
      sessionEnded();
    },
    guestsPerHour: config.GUESTS_PER_HOUR,
    signUpsPerHour: config.SIGN_UPS_PER_HOUR,
  });
};
