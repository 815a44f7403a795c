/** Who signs in, and by what: the embedded backend at our own address, or Firebase, as the configuration says. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '#kernel/config.ts';
import type { Database, Sql } from '#kernel/db.ts';
import { proxyBackend } from '#kernel/http/backend-proxy.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { watchSignOuts } from '#kernel/people/authentication.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { storageRoutes, type StoredFiles } from '#subjects/bills/service/documents/index.ts';
import {
  BackendError,
  defaultAuthLimits,
  type EmbeddedBackend,
  startEmbeddedBackend,
} from '#subjects/identity/service/embedded/index.ts';
import {
  closeOwnDoors,
  createHostedSessions,
  createVerifyEmulator,
  createVerifyFirebase,
  identityRoutes,
  type OpenSession,
} from '#subjects/identity/service/index.ts';

// The embedded backend at our own address, set up as the configuration says.

export const startBackend = async (
  root: string,
  config: Config,
  mailer: Mailer,
  origin: () => string,
  log: Logger,
): Promise<EmbeddedBackend> => {
  mkdirSync(config.dataDir, { recursive: true });
  return startEmbeddedBackend({
    dataDir: config.dataDir,
    migrationsDir: join(root, 'supabase/migrations'),
    publicOrigin: origin,
    guestDomain: config.GUEST_DOMAIN,
    mailer,
    mustConfirmEmail: config.confirmsEmail,
    log: { debug: (m) => log.debug(m), info: (m) => log.info(m), warn: (m) => log.warn(m), error: (m) => log.error(m) },
    ...(config.GOOGLE_CLIENT_ID &&
      config.GOOGLE_CLIENT_SECRET && {
        google: { clientId: config.GOOGLE_CLIENT_ID, secret: config.GOOGLE_CLIENT_SECRET },
      }),
    ...(config.BREACHED_PASSWORDS !== 'off' && { breachedPasswords: config.BREACHED_PASSWORDS }),
    minPasswordLength: config.PASSWORD_MIN_LENGTH,
    limits: {
      guestsInTotal: config.GUEST_LIMIT,
      guestPerAddress: { ...defaultAuthLimits.guestPerAddress, count: config.GUESTS_PER_HOUR },
      signUpPerAddress: { ...defaultAuthLimits.signUpPerAddress, count: config.SIGN_UPS_PER_HOUR },
    },
  });
};

interface BackendParts {
  readonly backend: EmbeddedBackend;
  readonly files: StoredFiles;
  readonly database: Database;
  readonly authenticate: Authenticate;
  /** People come by another provider: the backend's own ways in are closed. */
  readonly byFirebase: boolean;
  readonly sessionEnded: () => void;
  /** Empty until the address is known. */
  readonly origin: () => string;
}

/** Sign-in and tables by the backend itself, stored files by the service. */
export const serveBackend = (app: FastifyInstance, parts: BackendParts): void => {
  const { backend, files, database, authenticate, byFirebase, sessionEnded, origin } = parts;
  const front = byFirebase ? closeOwnDoors(backend.fetch) : backend.fetch;
  proxyBackend(app, watchSignOuts(front, sessionEnded), () => origin() || 'http://localhost');
  storageRoutes(app, { database, authenticate, takeAllowance: createTakeAllowance(database.engine), files });
};

// People who sign in with Firebase: where the configuration says so, and says all of it.

interface IdentityParts {
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
