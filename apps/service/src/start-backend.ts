/** The embedded backend, set up as the configuration says. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { defaultAuthLimits, type EmbeddedBackend, startEmbeddedBackend } from './backend/index.ts';
import type { Config } from './platform/config.ts';
import type { Mailer } from './platform/mail.ts';

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
