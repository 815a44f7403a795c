/** The embedded backend at our own address, set up as the configuration says. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type StoredFiles, storageRoutes } from '#subjects/bills/service/documents/index.ts';
import {
  defaultAuthLimits,
  type EmbeddedBackend,
  startEmbeddedBackend,
} from '#subjects/identity/service/embedded/index.ts';
import { closeOwnDoors } from '#subjects/identity/service/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Database } from '#kernel/db.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { proxyBackend } from '#kernel/http/backend-proxy.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { watchSignOuts } from '#kernel/people/live-sessions.ts';
import type { Authenticate } from '#kernel/people/person.ts';

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
