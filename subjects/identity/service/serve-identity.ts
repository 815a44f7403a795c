/** Who signs in, and by what: the embedded backend at our own address, a hosted one, or Firebase, as the configuration says. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#kernel/config.ts';
import { proxyBackend } from '#kernel/http/backend-proxy.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Ground, Kernel } from '#kernel/kernel.ts';
import { createTellSecurity } from '#kernel/security-events.ts';
import { watchSignOuts } from '#kernel/people/authentication.ts';
import { accountRoutes, createHostedUpgrade, endDueAccounts } from './account/index.ts';
import type { ExportDeps } from './account/export.ts';
import {
  BackendError,
  defaultAuthLimits,
  type EmbeddedBackend,
  type Provider,
  startEmbeddedBackend,
} from './embedded/index.ts';
import {
  closeOwnDoors,
  createHostedSessions,
  createVerifyEmulator,
  createVerifyFirebase,
  identityRoutes,
  type OpenSession,
} from './index.ts';

const providersOf = (config: Config): Provider[] => {
  const providerOf = (id: string, issuer?: string, clientId?: string, secret?: string): Provider[] =>
    issuer && clientId && secret ? [{ id, issuer, clientId, secret }] : [];
  return [
    ...providerOf('google', 'https://accounts.google.com', config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET),
    ...providerOf('oidc', config.OIDC_ISSUER, config.OIDC_CLIENT_ID, config.OIDC_CLIENT_SECRET),
  ];
};

/** The embedded backend at our own address, set up as the configuration says. */
export const startBackend = async ({ root, config, mail, origin, log }: Ground): Promise<EmbeddedBackend> => {
  mkdirSync(config.dataDir, { recursive: true });
  return startEmbeddedBackend({
    dataDir: config.dataDir,
    migrationsDir: join(root, 'supabase/migrations'),
    publicOrigin: origin,
    guestDomain: config.GUEST_DOMAIN,
    mailer: mail.mailer,
    mustConfirmEmail: config.confirmsEmail,
    log: {
      security: createTellSecurity(log),
      debug: (m) => log.debug(m),
      info: (m) => log.info(m),
      warn: (m) => log.warn(m),
      error: (m) => log.error(m),
    },
    providers: providersOf(config),
    ...(config.BREACHED_PASSWORDS !== 'off' && { breachedPasswords: config.BREACHED_PASSWORDS }),
    minPasswordLength: config.PASSWORD_MIN_LENGTH,
    limits: {
      guestsInTotal: config.GUEST_LIMIT,
      guestPerAddress: { ...defaultAuthLimits.guestPerAddress, count: config.GUESTS_PER_HOUR },
      signUpPerAddress: { ...defaultAuthLimits.signUpPerAddress, count: config.SIGN_UPS_PER_HOUR },
    },
  });
};

const openSessionOf =
  (backend: EmbeddedBackend): OpenSession =>
  async (person, userAgent) => {
    try {
      return await backend.openSession(person, userAgent);
    } catch (error) {
      if (error instanceof BackendError && error.code === 'guest-limit-reached') throw new ProblemError('guests-full');
      throw error;
    }
  };

/** People who sign in with Firebase: where the configuration says all of it. */
const serveFirebase = (kernel: Kernel, backend: EmbeddedBackend | null): void => {
  const { app, config, sessionEnded, now } = kernel;
  const { FIREBASE_PROJECT_ID: project, FIREBASE_AUTH_EMULATOR: emulator } = config;
  if (!project) return console.log('FIREBASE_PROJECT_ID is not set: nobody can sign in.');
  const hosted = createHostedSessions(config);
  identityRoutes(app, {
    ...kernel,
    verify: emulator ? createVerifyEmulator(project, now) : createVerifyFirebase({ project, now }),
    openSession: backend ? openSessionOf(backend) : hosted.openSession,
    endSession: async (session, token) => {
      await (backend ? backend.endSession(session) : hosted.endSession(session, token));
      sessionEnded();
    },
    guestsPerHour: config.GUESTS_PER_HOUR,
    signUpsPerHour: config.SIGN_UPS_PER_HOUR,
  });
};

export interface Identity {
  /** Whether a guest can become a member. */
  readonly keepsGuests: boolean;
  /** Whether people are asked to prove their address. */
  readonly asksToConfirm: boolean;
}

export const serveIdentity = (
  kernel: Kernel,
  backend: EmbeddedBackend | null,
  documents: NonNullable<ExportDeps['documents']>,
): Identity => {
  const { app, config, sql, jobs, mail, sessionEnded, origin } = kernel;
  const byFirebase = config.IDENTITY_PROVIDER === 'firebase';
  if (byFirebase) serveFirebase(kernel, backend);
  // With Firebase a guest is given an address there: the session that follows tells us.
  const upgradeGuest = byFirebase ? null : (backend?.upgradeGuest ?? createHostedUpgrade(config));
  const proof =
    backend && mail.sending && !byFirebase ? { send: backend.sendProof, accept: backend.proveAddress } : null;
  accountRoutes(app, { ...kernel, upgradeGuest, proof, documents, forgetSessions: sessionEnded });
  if (backend) {
    // People who come by another provider: the backend's own ways in are closed.
    const front = byFirebase ? closeOwnDoors(backend.fetch) : backend.fetch;
    proxyBackend(app, watchSignOuts(front, sessionEnded), () => origin() || 'http://localhost');
  }
  const everyMs = 600_000;
  jobs.add({ name: 'account-endings', everyMs, run: () => endDueAccounts(sql) });
  jobs.add({ name: 'sign-in-traces', everyMs, run: () => sql`select private.forget_old_traces_of_sign_in()` });
  jobs.add({
    name: 'idle-guests',
    everyMs: 6 * everyMs,
    run: () => sql`select private.remove_idle_guests(${config.GUEST_DAYS})`,
  });
  return {
    keepsGuests: byFirebase || upgradeGuest !== null,
    asksToConfirm: proof !== null && mail.devMailbox === null,
  };
};
