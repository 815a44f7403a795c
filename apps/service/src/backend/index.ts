import type { Mailer } from '../platform/mail.ts';
import { AuthGate, type AuthLimits, defaultAuthLimits } from './auth-limits.ts';
import { BackendError } from './backend-error.ts';
import type { BackendLog } from './backend-log.ts';
import { createBreachCheck, createPasswordRules } from './breached-passwords.ts';
import { openCluster, prepareDatabase, withOwner } from './embedded-database.ts';
import { startLite } from './lite-backend.ts';
import { openLiteThread } from './lite-thread.ts';
import type { GoogleClient, LiteReplies, OpenedSession, ProvenPerson, UpgradeGuestResult } from './lite-messages.ts';
import { writeMail } from './mail-page.ts';
import { checkRightsCanary } from './rights-canary.ts';

export { BackupError } from './backup/backup-error.ts';
export { type BackupSource, openSource } from './backup/open-source.ts';
export { restoreDatabase } from './backup/restore-database.ts';
export { inTheWay, restoreEmbedded } from './backup/restore-embedded.ts';
export { type Restored, type RestoreProgress, verifyBackup } from './backup/verify-backup.ts';
export { type BackupReport, writeBackup } from './backup/write-backup.ts';
export { type AuthLimits, defaultAuthLimits } from './auth-limits.ts';
export { BackendError } from './backend-error.ts';
export type { BackendLog } from './backend-log.ts';
export { devMailboxPage, mailboxIsAllowed, makeMailboxKey } from './dev-mailbox.ts';
export type { OpenedSession, ProvenPerson, UpgradeGuestResult } from './lite-messages.ts';
export { createDevMailbox, createSmtpMailer } from './mailer.ts';
export { migrateDatabase } from './migrations.ts';
export { runningOwnerUrl } from './running-database.ts';

export interface EmbeddedBackendOptions {
  dataDir: string;
  migrationsDir: string;
  /** Scheme, host and port under which people reach us; asked anew for each request. */
  publicOrigin: () => string;
  guestDomain: string;
  mailer: Mailer;
  log: BackendLog;
  limits?: Partial<AuthLimits>;
  /** Whether a new account must follow a link in a mail first. Guests never have to. */
  mustConfirmEmail?: boolean;
  jwtLifetimeS?: number;
  google?: GoogleClient;
  /** For tests: the origin of who stands in for Google. */
  googleStandIn?: string;
  /** Where passwords are looked up that are known from break-ins elsewhere; absent: nowhere. */
  breachedPasswords?: string;
  /** Of a password that somebody chooses. */
  minPasswordLength?: number;
}

export interface BackendHealth {
  isReady: boolean;
  database: boolean;
  signIn: boolean;
  /** For the operator, when something is wrong. */
  problem?: string;
}

export interface EmbeddedBackend {
  /** For the service: login role `wattershed`, a visitor until it says for whom it acts. */
  serviceUrl: string;
  /** Superuser: for migrations, operator commands and tests only. */
  ownerUrl: string;
  /** HS256, as UTF-8 text. */
  jwtSecret: string;
  anonKey: string;
  /** For `/auth/v1/*` and `/rest/v1/*`. `address` is the client's, by TRUST_PROXY where that is set. */
  fetch: (request: Request, from: { address: string }) => Promise<Response>;
  upgradeGuest: (userId: string, email: string, password: string) => Promise<UpgradeGuestResult>;
  /** Mails to somebody who is in an account how they prove its address. */
  sendProof: (userId: string) => Promise<LiteReplies['send-proof']>;
  /** Whether the token is of that mail: the address is proved, and nothing ends. */
  proveAddress: (userId: string, token: string) => Promise<boolean>;
  deleteAccount: (userId: string) => Promise<LiteReplies['delete-account']>;
  /** Finds or makes the account of somebody whom another provider has proved, and opens a session of it. Throws `guest-limit-reached`. */
  openSession: (person: ProvenPerson, userAgent: string | null) => Promise<OpenedSession>;
  /** Its refresh tokens end at once, its access tokens within half a minute. */
  endSession: (sessionId: string) => Promise<boolean>;
  health: () => BackendHealth;
  onDatabaseRestart: (listener: () => void) => void;
  stop: () => Promise<void>;
}

export async function startEmbeddedBackend(options: EmbeddedBackendOptions): Promise<EmbeddedBackend> {
  const {
    dataDir,
    migrationsDir,
    publicOrigin,
    guestDomain,
    mailer,
    log,
    mustConfirmEmail = false,
    jwtLifetimeS = 3600,
    google,
    googleStandIn,
  } = options;
  const isBreached = createBreachCheck(options.breachedPasswords, Date.now);
  const passwords = createPasswordRules(options.minPasswordLength ?? 6, isBreached);
  const limits = { ...defaultAuthLimits, ...options.limits };
  const thread = openLiteThread(log);
  const cluster = await openCluster({ dataDir, log }).catch(async (error) => {
    await thread.terminate();
    throw error;
  });
  const { postgres, secrets } = cluster;
  const ownerUrl = cluster.url('postgres');
  try {
    await prepareDatabase(cluster, { migrationsDir, thread, log });
    const lite = await startLite({
      task: {
        url: cluster.url('authenticator'),
        catalogUrl: ownerUrl,
        jwtSecret: secrets.jwtSecret,
        anonKey: secrets.anonKey,
        guestDomain,
        mustConfirmEmail,
        jwtLifetimeS,
        ...(google && { google }),
        ...(googleStandIn && { googleStandIn }),
      },
      passwords,
      gate: new AuthGate(limits),
      limits,
      publicOrigin,
      onMail: (mail) => {
        mailer.send(writeMail(mail)).catch((error) => log.error(`a mail could not be sent: ${String(error)}`));
      },
      log,
      thread,
    });
    try {
      await withOwner(ownerUrl, checkRightsCanary);
    } catch (error) {
      await lite.stop();
      throw error;
    }
    return {
      serviceUrl: cluster.url('wattershed'),
      ownerUrl,
      jwtSecret: secrets.jwtSecret,
      anonKey: secrets.anonKey,
      fetch: lite.fetch,
      async upgradeGuest(userId, email, password) {
        const weakness = await passwords.weaknessOf({ password, email });
        if (weakness) return { ok: false, code: weakness === 'length' ? 'password-weak' : 'password-breached' };
        return lite.call({ call: 'upgrade-guest', userId, email, password, origin: publicOrigin() });
      },
      sendProof: (userId) => lite.call({ call: 'send-proof', userId, origin: publicOrigin() }),
      proveAddress: (userId, token) => lite.call({ call: 'prove-address', userId, token }),
      deleteAccount: (userId) => lite.call({ call: 'delete-account', userId }),
      async openSession(person, userAgent) {
        const { guestsInTotal } = limits;
        const opened = await lite.call({ call: 'open-session', person, userAgent, guestsInTotal });
        if (opened === 'guest-limit-reached') throw new BackendError(opened, 'All places for guests are taken.');
        return opened;
      },
      endSession: async (sessionId) => (await lite.call({ call: 'end-session', sessionId })).ended,
      health() {
        const database = postgres.health();
        const signIn = lite.isReady();
        return {
          isReady: database.isReady && signIn,
          database: database.isReady,
          signIn,
          ...(database.problem ? { problem: database.problem.message } : {}),
        };
      },
      onDatabaseRestart: postgres.onRestart,
      async stop() {
        await lite.stop();
        await postgres.stop();
      },
    };
  } catch (error) {
    await thread.terminate();
    await postgres.stop();
    throw error;
  }
}
