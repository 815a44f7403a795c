/** Sign-in and tables on a database that has what they need: `/auth/v1` and `/rest/v1`. */
import postgres from 'postgres';
import { isUuid } from '#kernel/db.ts';
import { createLiveSessions } from '#kernel/people/authentication.ts';
import { issuerOf } from '#kernel/people/person.ts';
import { BackendError, type BackendLog } from '#kernel/postgres/backend-error.ts';
import type { AuthMail } from '#kernel/mail/auth-mail.ts';
import { type Accounts, createAccounts } from './auth/accounts.ts';
import { authRoutes } from './auth/auth-routes.ts';
import { createAuthServer } from './auth/auth-server.ts';
import { factorRoutes } from './auth/factors.ts';
import { createKnownDevices } from './auth/known-devices.ts';
import { passkeyRoutes } from './auth/passkeys.ts';
import type { AuthGate, AuthLimits } from './auth/limits.ts';
import { type BreachCheck, openPasswords } from './auth/passwords.ts';
import { createProofs, type Proofs } from './auth/proofs.ts';
import { createProviders, type Provider } from './auth/providers.ts';
import { type ProvenPerson, settleProven } from './auth/proven-person.ts';
import { createSessions, endSession, type OpenedSession } from './auth/auth-sessions.ts';
import { countGuests, deleteUser } from './auth/users.ts';
import { startTables, type Tables } from './tables/tables.ts';

export interface IdentityOptions {
  /** Logins of the database: of sign-in, and of the tables. */
  readonly urls: { readonly signIn: string; readonly tables: string };
  readonly jwtSecret: string;
  readonly anonKey: string;
  readonly guestDomain: string;
  readonly mustConfirmEmail: boolean;
  readonly jwtLifetimeS: number;
  readonly publicOrigin: () => string;
  readonly providers: readonly Provider[];
  readonly gate: AuthGate;
  readonly limits: Pick<AuthLimits, 'guestsInTotal'>;
  readonly minPasswordLength: number;
  readonly isBreached: BreachCheck;
  readonly sendMail: (mail: AuthMail) => void;
  readonly log: BackendLog;
  /** Of the codes of apps. */
  readonly now?: () => number;
  /** Of a question to the tables. */
  readonly timeOutMs?: number;
}

export interface Identity {
  fetch(request: Request, from: { address: string }): Promise<Response>;
  readonly upgradeGuest: Accounts['upgradeGuest'];
  readonly sendProof: Proofs['sendProof'];
  readonly proveAddress: Proofs['proveAddress'];
  deleteAccount(userId: string): Promise<boolean>;
  /** Finds or makes the account of somebody whom another provider has proved, and opens a session of it. Throws `guest-limit-reached`. */
  openSession(person: ProvenPerson, userAgent: string | null): Promise<OpenedSession>;
  endSession(session: string): Promise<boolean>;
  readonly tables: Tables;
  stop(): Promise<void>;
}

/** What ends a session, or may: from then on nobody is believed on what was known before. */
const ending = /\/(logout|user|verify|callback|factors.*)$/;

export const openIdentity = async (options: IdentityOptions): Promise<Identity> => {
  const { urls, jwtSecret, guestDomain, mustConfirmEmail, minPasswordLength, limits, log } = options;
  const sql = postgres(urls.signIn, {
    max: 6,
    idle_timeout: 60,
    onnotice: () => undefined,
    connection: { application_name: 'wattershed sign-in' },
  });
  const issuer = issuerOf(jwtSecret);
  const live = createLiveSessions(async (session) =>
    isUuid(session)
      ? (await sql`select from auth.sessions where id = ${session} and (not_after is null or not_after > now())`)
          .length > 0
      : false,
  );
  const passwords = openPasswords(minPasswordLength, options.isBreached);
  const sessions = createSessions({ sql, jwtSecret, issuer, lifetimeS: options.jwtLifetimeS });
  const devices = createKnownDevices(jwtSecret, guestDomain);
  const proofs = createProofs({ sql, guestDomain, sendMail: options.sendMail });
  const { guestsInTotal } = limits;
  const accounts = createAccounts({
    sql,
    passwords,
    sessions,
    proofs,
    devices,
    guestDomain,
    guestsInTotal,
    mustConfirmEmail,
  });
  const providers = createProviders({ sql, sessions, providers: options.providers, secret: jwtSecret });
  const routes = authRoutes({
    ...options,
    sql,
    accounts,
    sessions,
    proofs,
    providers,
    devices,
    more: {
      ...factorRoutes({ sql, sessions, proofs, devices, passwords, secret: jwtSecret, now: options.now ?? Date.now }),
      ...passkeyRoutes({ sql, sessions }),
    },
  });
  const auth = createAuthServer({ ...options, routes, sessions, proofs, devices });
  const stopOwn = async () => void (await Promise.all([sql.end({ timeout: 5 }), passwords.close()]));
  const tables = await startTables({
    url: urls.tables,
    jwtSecret,
    anonKey: options.anonKey,
    issuer,
    isLive: live.isLive,
    log,
    ...(options.timeOutMs !== undefined && { timeOutMs: options.timeOutMs }),
  }).catch(async (error: unknown) => {
    await stopOwn();
    throw error;
  });

  return {
    async fetch(request, from) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/rest/v1/')) return tables.fetch(request);
      const answer = await auth.fetch(request, from);
      if (ending.test(pathname) || answer.status === 400) live.forget();
      return answer;
    },
    upgradeGuest: (userId, email, password, origin) => accounts.upgradeGuest(userId, email, password, origin),
    sendProof: (userId, origin) => proofs.sendProof(userId, origin),
    proveAddress: (userId, token) => proofs.proveAddress(userId, token),
    async deleteAccount(userId) {
      const isGone = await deleteUser(sql, userId);
      live.forget();
      return isGone;
    },
    async openSession(person, userAgent) {
      const isNewGuest = person.isAnonymous && person.userId === null;
      if (isNewGuest && (await countGuests(sql, guestDomain)) >= guestsInTotal)
        throw new BackendError('guest-limit-reached', 'All places for guests are taken.');
      const id = await settleProven(sql, person, guestDomain);
      live.forget();
      return sessions.open({ id }, 'oauth', userAgent);
    },
    async endSession(session) {
      const isEnded = await endSession(sql, session);
      live.forget();
      return isEnded;
    },
    tables,
    async stop() {
      await tables.stop();
      await stopOwn();
    },
  };
};
