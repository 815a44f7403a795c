/** Signing up and in, by address and password; what people change of themselves; guests. */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { AuthError, badCredentials, guestsAreFull, noSuchAddress, weakPassword } from './auth-error.ts';
import { beginsAnew, type Places, type Proofs } from './proofs.ts';
import type { KnownDevices } from './known-devices.ts';
import {
  type Caller,
  demandFactor,
  demandFresh,
  endOtherSessions,
  type OpenedSession,
  type Sessions,
} from './auth-sessions.ts';
import type { AuthCall } from './auth-server.ts';
import type { Passwords } from './passwords.ts';
import {
  countGuests,
  deleteUser,
  findByEmail,
  hasFactor,
  isAddress,
  isGuestEmail,
  makeUser,
  nobody,
  readUser,
  type User,
  userJson,
} from './users.ts';

export interface AccountRules {
  readonly sql: Sql;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly devices: KnownDevices;
  readonly guestDomain: string;
  readonly guestsInTotal: number;
  /** Whether a new account must follow a link in a mail first. Guests never have to. */
  readonly mustConfirmEmail: boolean;
}

type UpgradeGuestResult =
  | { ok: true; mustConfirmEmail: boolean }
  | { ok: false; code: 'not-a-guest' | 'email-invalid' | 'email-taken' | 'password-weak' | 'password-breached' };

/** What somebody sends of themselves. */
interface Wish {
  readonly email: string;
  readonly password: string;
  readonly data: Record<string, unknown>;
}

interface Change {
  readonly email?: string;
  readonly password?: string;
  readonly data?: Record<string, unknown>;
  readonly currentPassword?: string;
}

type UserJson = ReturnType<typeof userJson>;

const minGuestPassword = 6;
const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505';

export type Accounts = ReturnType<typeof createAccounts>;

export const createAccounts = (rules: AccountRules) => {
  const { sql, passwords, sessions, proofs, guestDomain, mustConfirmEmail } = rules;

  const make = (wish: Wish, hash: string, isConfirmed: boolean): Promise<string> =>
    sql.begin((tx) =>
      makeUser(tx, {
        email: wish.email,
        provider: 'email',
        subject: null,
        hash,
        told: wish.data,
        isConfirmed,
        isProved: false,
      }),
    );

  /** Who has an account there is told by mail, and whoever asks here hears what everybody hears. */
  const signUpByMail = async (wish: Wish, hash: string, places: Places): Promise<UserJson> => {
    const known = await findByEmail(sql, wish.email);
    if (known && !beginsAnew(known)) {
      await proofs.tellTaken(known, places);
      return nobody(wish.email, wish.data);
    }
    if (known) await deleteUser(sql, known.id);
    const made = (await readUser(sql, await make(wish, hash, false))) as User;
    await proofs.confirm(made, places);
    return userJson({ ...made, confirmation_sent_at: new Date() });
  };

  const checkRoom = async (): Promise<void> => {
    if ((await countGuests(sql, guestDomain)) >= rules.guestsInTotal) throw guestsAreFull();
  };

  /** Somebody who does not say who they are. Throws `guest_limit_reached`. */
  const signUpGuest = async (told: Record<string, unknown>, userAgent: string | null): Promise<OpenedSession> => {
    await checkRoom();
    const email = `guest-${randomUUID()}@${guestDomain}`;
    const wish = { email, provider: 'email', subject: null, hash: null, told, isConfirmed: true, isProved: false };
    const id = await sql.begin(async (tx) => {
      const made = await makeUser(tx, wish);
      // As a hosted one tells of them: by nothing but what they said.
      await tx`update auth.users set is_anonymous = true, raw_user_meta_data = ${tx.json(told as never)}, raw_app_meta_data = '{}' where id = ${made}`;
      await tx`delete from auth.identities where user_id = ${made}`;
      return made;
    });
    return sessions.open({ id }, 'anonymous', userAgent);
  };

  const signUp = async (wish: Wish, places: Places, userAgent: string | null): Promise<OpenedSession | UserJson> => {
    if (!isAddress(wish.email)) throw noSuchAddress();
    const isGuest = isGuestEmail(wish.email, guestDomain);
    if (!isGuest) await passwords.check(wish);
    else {
      // Made by the page, and looked up nowhere.
      if (wish.password.length < minGuestPassword) throw weakPassword('length', minGuestPassword);
      await checkRoom();
    }
    const hash = await passwords.hash(wish.password);
    try {
      if (mustConfirmEmail && !isGuest) return await signUpByMail(wish, hash, places);
      return await sessions.open({ id: await make(wish, hash, true) }, 'password', userAgent);
    } catch (error) {
      if (!isTaken(error)) throw error;
      throw new AuthError(422, 'user_already_exists', 'User already registered');
    }
  };

  /** Throws `invalid_credentials`, `email_not_confirmed`, `user_banned`. */
  const signIn = async (
    email: string,
    password: string,
    { userAgent, cookies }: Pick<AuthCall, 'userAgent' | 'cookies'>,
  ): Promise<OpenedSession> => {
    const user = await findByEmail(sql, email);
    const { isRight, isStale } = await passwords.compare(password, user?.encrypted_password ?? null);
    if (!user || !isRight) throw badCredentials();
    if (user.email_confirmed_at === null) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
    if (isStale) {
      // It leaves `updated_at`: by that the database tells a password that is new from one that is hashed anew.
      const hash = await passwords.hash(password);
      await sql`update auth.users set encrypted_password = ${hash} where id = ${user.id} and encrypted_password = ${user.encrypted_password}`;
    }
    const isTrusted = hasFactor(user) && rules.devices.isTrusted(user, cookies);
    return sessions.open(user, isTrusted ? ['password', 'mfa/trusted_device'] : 'password', userAgent);
  };

  /** With the password that is good now, or after whoever is in has shown just now who they are. */
  const checkRight = async (caller: Caller, current: string | undefined): Promise<void> => {
    if (current === undefined || caller.isFresh) return demandFresh(caller);
    const { isRight } = await passwords.compare(current, caller.user.encrypted_password);
    if (!isRight) throw new AuthError(400, 'reauthentication_not_valid', 'The current password is not right');
  };

  const changePassword = async (caller: Caller, { password = '', currentPassword }: Change): Promise<void> => {
    const { user } = caller;
    await passwords.check({ password, email: user.email ?? '' });
    await checkRight(caller, currentPassword);
    if ((await passwords.compare(password, user.encrypted_password)).isRight)
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
    const hash = await passwords.hash(password);
    await sql.begin(async (tx) => {
      // A change of address that is still open ends with it: who chooses a password takes the account back.
      await tx`update auth.users set encrypted_password = ${hash}, email_change = null, updated_at = now() where id = ${user.id}`;
      await tx`delete from auth.one_time_tokens where user_id = ${user.id} and token_type in ('recovery', 'email_change')`;
      await endOtherSessions(tx, user.id, caller.session);
    });
  };

  const changeEmail = async (caller: Caller, email: string, places: Places): Promise<void> => {
    const { user } = caller;
    demandFresh(caller);
    if (!isAddress(email) || isGuestEmail(email, guestDomain)) throw noSuchAddress();
    if (await findByEmail(sql, email))
      throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
    await proofs.askNewEmail(user, email, places);
  };

  return {
    signUp,
    signUpGuest,
    signIn,

    /** Throws `invalid_credentials`: whoever is in shows their password once more. */
    async prove(caller: Caller, password: string): Promise<void> {
      const { isRight } = await passwords.compare(password, caller.user.encrypted_password);
      if (!isRight) throw badCredentials();
      await sessions.prove(caller.session, 'password');
    },

    async change(caller: Caller, change: Change, places: Places): Promise<UserJson> {
      demandFactor(caller);
      const { user } = caller;
      if (change.password !== undefined) await changePassword(caller, change);
      if (change.email !== undefined && change.email !== user.email) await changeEmail(caller, change.email, places);
      if (change.data !== undefined) {
        // Null takes a word away, as at a hosted one.
        await sql`update auth.users set updated_at = now(),
          raw_user_meta_data = jsonb_strip_nulls(coalesce(raw_user_meta_data, '{}') || ${sql.json(change.data as never)}) where id = ${user.id}`;
      }
      return userJson((await readUser(sql, user.id)) as User);
    },

    async upgradeGuest(userId: string, given: string, password: string, origin: string): Promise<UpgradeGuestResult> {
      const email = given.trim().toLowerCase();
      if (!isAddress(email) || isGuestEmail(email, guestDomain)) return { ok: false, code: 'email-invalid' };
      const weakness = await passwords.weakness({ password, email });
      if (weakness) return { ok: false, code: weakness === 'length' ? 'password-weak' : 'password-breached' };
      const hash = await passwords.hash(password);
      const domain = `@${guestDomain.toLowerCase()}`;
      const facts = { email, email_verified: false };
      try {
        const isUpgraded = await sql.begin(async (tx) => {
          const changed = await tx`
            update auth.users set email = ${email}, encrypted_password = ${hash}, is_anonymous = false, email_confirmed_at = ${mustConfirmEmail ? null : new Date()},
              raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${tx.json(facts)}, updated_at = now()
            where id = ${userId} and right(email, ${domain.length}) = ${domain}`;
          if (changed.count === 0) return false;
          await tx`update auth.identities set identity_data = identity_data || ${tx.json(facts)}, updated_at = now()
            where user_id = ${userId} and provider = 'email'`;
          return true;
        });
        if (!isUpgraded) return { ok: false, code: 'not-a-guest' };
      } catch (error) {
        if (!isTaken(error)) throw error;
        return { ok: false, code: 'email-taken' };
      }
      if (mustConfirmEmail) await proofs.confirm((await readUser(sql, userId)) as User, { origin });
      return { ok: true, mustConfirmEmail };
    },
  };
};
