/** The embedded backend: its database, sign-in and tables. */
import type { Sql } from 'postgres';
import { passwordLength } from '#catalogue/password-length.ts';
import { writeMail } from '#kernel/mail/auth-mail.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { BackendError, type BackendLog } from '#kernel/postgres/backend-error.ts';
import { openDatabaseOf, prepareDatabase, withOwner } from '#kernel/postgres/embedded-database.ts';
import { upgradePostgres } from '#kernel/backup/upgrade-postgres.ts';
import { type AuthLimits, createAuthGate, defaultAuthLimits } from './auth/limits.ts';
import { createBreachCheck } from './auth/passwords.ts';
import type { Provider } from './auth/providers.ts';
import { type Identity, openIdentity } from './open-identity.ts';

export { BackupError } from '#kernel/backup/backup-error.ts';
export { type BackupSource, openSource } from '#kernel/backup/open-source.ts';
export { moveEmbedded } from './move-embedded.ts';
export { inTheWay, restoreEmbedded } from './restore-embedded.ts';
export { type Restored, restoreDatabase, type RestoreProgress, verifyBackup } from '#kernel/backup/restore-database.ts';
export { type BackupReport, writeBackup } from '#kernel/backup/write-backup.ts';
export { defaultAuthLimits } from './auth/limits.ts';
export type { Provider } from './auth/providers.ts';
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
  /** Who else's word is taken for somebody. */
  providers?: readonly Provider[];
  /** Where passwords are looked up that are known from break-ins elsewhere; absent: nowhere. */
  breachedPasswords?: string;
  /** Of a password that somebody chooses. */
  minPasswordLength?: number;
}

interface BackendHealth {
  isReady: boolean;
  /** For the operator, when something is wrong. */
  problem?: string;
}

export interface EmbeddedBackend extends Omit<Identity, 'tables' | 'upgradeGuest' | 'sendProof'> {
  /** For the service: login role `wattershed`, a visitor until it says for whom it acts. */
  serviceUrl: string;
  /** Superuser: for migrations, operator commands and tests only. */
  ownerUrl: string;
  /** HS256, as UTF-8 text. */
  jwtSecret: string;
  anonKey: string;
  upgradeGuest: (userId: string, email: string, password: string) => ReturnType<Identity['upgradeGuest']>;
  /** Mails to somebody who is in an account how they prove its address. */
  sendProof: (userId: string) => ReturnType<Identity['sendProof']>;
  health: () => BackendHealth;
  onDatabaseRestart: (listener: () => void) => void;
}

export async function startEmbeddedBackend(options: EmbeddedBackendOptions): Promise<EmbeddedBackend> {
  const { dataDir, migrationsDir, publicOrigin, mailer, log, minPasswordLength = passwordLength.min } = options;
  const limits = { ...defaultAuthLimits, ...options.limits };
  await upgradePostgres({ dataDir, migrationsDir, log });
  const cluster = await openDatabaseOf({ dataDir, log });
  const { postgres, secrets } = cluster;
  const ownerUrl = cluster.url('postgres');
  try {
    await prepareDatabase(cluster, { migrationsDir, log });
    const identity = await openIdentity({
      urls: { signIn: cluster.url('supabase_auth_admin'), tables: cluster.url('authenticator') },
      jwtSecret: secrets.jwtSecret,
      anonKey: secrets.anonKey,
      guestDomain: options.guestDomain,
      mustConfirmEmail: options.mustConfirmEmail ?? false,
      jwtLifetimeS: options.jwtLifetimeS ?? 3600,
      publicOrigin,
      providers: options.providers ?? [],
      gate: createAuthGate(limits),
      limits,
      minPasswordLength,
      isBreached: createBreachCheck(options.breachedPasswords),
      sendMail: (mail) => {
        mailer.send(writeMail(mail)).catch((error) => log.error(`a mail could not be sent: ${String(error)}`));
      },
      log,
    });
    try {
      await withOwner(ownerUrl, checkRightsCanary);
    } catch (error) {
      await identity.stop();
      throw error;
    }
    return {
      ...identity,
      serviceUrl: cluster.url('wattershed'),
      ownerUrl,
      jwtSecret: secrets.jwtSecret,
      anonKey: secrets.anonKey,
      upgradeGuest: (userId, email, password) => identity.upgradeGuest(userId, email, password, publicOrigin()),
      sendProof: (userId) => identity.sendProof(userId, publicOrigin()),
      health() {
        const database = postgres.health();
        return {
          isReady: database.isReady,
          ...(database.problem ? { problem: database.problem.message } : {}),
        };
      },
      onDatabaseRestart: postgres.onRestart,
      async stop() {
        await identity.stop();
        await postgres.stop();
      },
    };
  } catch (error) {
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
