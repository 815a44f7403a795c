/** The embedded backend: its database, and sign-in and tables in a thread beside it. */
import type { Mailer } from '#kernel/mail/mailer.ts';
import {
  AuthGate,
  type AuthLimits,
  createBreachCheck,
  createPasswordRules,
  defaultAuthLimits,
} from './limits/auth-limits.ts';
import { BackendError, type BackendLog } from '#kernel/postgres/backend-error.ts';
import { openCluster, prepareDatabase, withOwner } from '#kernel/postgres/embedded-database.ts';
import { startLite } from './lite-backend.ts';
import { openLiteThread, provisionBy } from './lite-thread.ts';
import type { GoogleClient, LiteReplies, OpenedSession, ProvenPerson, UpgradeGuestResult } from './lite-messages.ts';
import { writeMail } from '#kernel/mail/auth-mail.ts';
import type { Sql } from 'postgres';

export { BackupError } from '#kernel/backup/backup-error.ts';
export { type BackupSource, openSource } from '#kernel/backup/open-source.ts';
export { inTheWay, restoreEmbedded } from './restore-embedded.ts';
export { type Restored, restoreDatabase, type RestoreProgress, verifyBackup } from '#kernel/backup/restore-database.ts';
export { type BackupReport, writeBackup } from '#kernel/backup/write-backup.ts';
export { defaultAuthLimits } from './limits/auth-limits.ts';
export { BackendError } from '#kernel/postgres/backend-error.ts';
export { createDevMailbox, createSmtpMailer } from '#kernel/mail/mailer.ts';
export { migrateDatabase } from '#kernel/postgres/migrations.ts';
export { runningOwnerUrl } from '#kernel/postgres/installation.ts';

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

interface BackendHealth {
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
    await prepareDatabase(cluster, { migrationsDir, provision: (url) => provisionBy(thread, url), log });
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

/** Throws when someone granted what boot.sql keeps from everyone: then every other REVOKE is in doubt too. */
export async function checkRightsCanary(sql: Sql): Promise<void> {
  const widened = await sql<{ role: string }[]>`
    select role from unnest(array['anon', 'authenticated']) as role
    where has_schema_privilege(role, 'rights_canary', 'usage')
      or has_table_privilege(role, 'rights_canary.sealed', 'select, insert, update, delete')`;
  if (widened.length === 0) return;
  const roles = widened.map(({ role }) => role).join(' and ');
  const words = `Rights that were taken away have been given back to ${roles}; Wattershed does not start, because other people's data could be read. Restore a backup, or report this.`;
  throw new BackendError('rights-widened', words);
}
