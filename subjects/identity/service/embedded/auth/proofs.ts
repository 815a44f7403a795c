/** What mails bring: links to a new password, to a confirmed address, to another address. And what the proof of an address ends. */
import { createHash, randomBytes } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { type AuthMail, verifyLink } from '#kernel/mail/auth-mail.ts';
import { AuthError, badLink } from './auth-error.ts';
import { findByEmail, isGuestEmail, markProved, type On, readUser, type User } from './users.ts';

/** Where a mail leads to; without `redirectTo` to the first page. */
export interface Places {
  readonly origin: string;
  readonly redirectTo?: string;
}

export interface ProofRules {
  readonly sql: Sql;
  readonly guestDomain: string;
  readonly sendMail: (mail: AuthMail) => void;
}

type Kind = 'signup' | 'recovery' | 'email_change' | 'lost_factor';

const linkHours = 1;
const minPauseS = 60;
/** So long somebody without their second factor waits, and its person hears of it. */
const lostFactorHours = 72;

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const languageOf = (user: User): string | null => {
  const said = user.raw_user_meta_data?.['language'];
  return typeof said === 'string' ? said : null;
};
const isRecent = (at: Date | null): boolean => at !== null && Date.now() - at.getTime() < minPauseS * 1000;

/** Those that are on their way stay good: of two mails it is the older one that many open. */
const newToken = async (on: On, userId: string, kind: Kind): Promise<string> => {
  const token = randomBytes(32).toString('hex');
  await on`delete from auth.one_time_tokens where created_at < now() - interval '1 day'`;
  await on`insert into auth.one_time_tokens (user_id, token_type, token_hash) values (${userId}, ${kind}, ${hashOf(token)})`;
  return token;
};

const dropTokens = (on: On, userId: string, kinds: readonly Kind[]) =>
  on`delete from auth.one_time_tokens where user_id = ${userId} and token_type = any(${kinds as string[]})`;

/** Whose it is, when it is a good one; it is not used up by that. */
const whose = async (on: On, token: string, kind: Kind): Promise<User | undefined> => {
  const [row] = await on<{ user_id: string }[]>`
    select user_id from auth.one_time_tokens where token_hash = ${hashOf(token)} and token_type = ${kind}
      and created_at > now() - make_interval(hours => ${linkHours}) for update`;
  return row && readUser(on, row.user_id);
};

/** What a link, or an app that shows its token, has proved. */
interface Shown {
  readonly kind: Kind;
  readonly userId: string;
  /** Whether its person has to choose a password before they can come again. */
  readonly needsPassword: boolean;
}

export type Proofs = ReturnType<typeof createProofs>;

export const createProofs = ({ sql, guestDomain, sendMail }: ProofRules) => {
  const mail = async (user: User, to: string, kind: Kind, { origin, redirectTo }: Places): Promise<void> => {
    const token = await newToken(sql, user.id, kind);
    sendMail({
      to,
      kind,
      link: verifyLink(origin, { token, kind }, redirectTo ?? new URL('/', origin).href),
      language: languageOf(user),
    });
  };

  /**
   * To whoever has just signed up, or is in the account. Somebody who has been in it is led to their profile, which shows the token with their session: by itself (`verify`) it puts
   * out whoever sits there.
   */
  const confirm = async (user: User, places: Places): Promise<void> => {
    const to = user.email as string;
    await sql`update auth.users set confirmation_sent_at = now() where id = ${user.id}`;
    if (user.last_sign_in_at === null) return mail(user, to, 'signup', places);
    const link = new URL(`/profile#confirm=${await newToken(sql, user.id, 'signup')}`, places.origin).href;
    sendMail({ to, kind: 'signup', link, language: languageOf(user) });
  };

  /** Everything that was there before the first proof of an address ends with it; who chose the password proves it where they chose it. */
  const prove = async (tx: TransactionSql, user: User, isTheirs: boolean): Promise<void> => {
    if (!user.is_proved && !isTheirs) await tx`select auth.clear_account(${user.id}, 'email')`;
    await markProved(tx, user.id);
  };

  const shows: Record<Kind, (tx: TransactionSql, user: User, signedUp: string | null) => Promise<Shown>> = {
    async signup(tx, user, signedUp) {
      const isTheirs = user.id === signedUp && user.last_sign_in_at === null;
      await prove(tx, user, isTheirs);
      await dropTokens(tx, user.id, ['signup']);
      return { kind: 'signup', userId: user.id, needsPassword: !isTheirs };
    },
    async recovery(tx, user) {
      await prove(tx, user, false);
      await dropTokens(tx, user.id, ['recovery']);
      return { kind: 'recovery', userId: user.id, needsPassword: false };
    },
    async email_change(tx, user) {
      const email = user.email_change;
      if (!email) throw badLink();
      try {
        await tx.savepoint(
          (inner) => inner`update auth.users set email = ${email}, email_change = null, updated_at = now(),
          raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${tx.json({ email })} where id = ${user.id}`,
        );
      } catch (error) {
        if ((error as { code?: string }).code !== '23505') throw error;
        throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
      }
      await markProved(tx, user.id);
      await dropTokens(tx, user.id, ['signup', 'recovery', 'email_change']);
      return { kind: 'email_change', userId: user.id, needsPassword: false };
    },
    async lost_factor(tx, user) {
      await tx`insert into auth.factor_endings (user_id, due_at) values (${user.id}, now() + make_interval(hours => ${lostFactorHours}))
        on conflict (user_id) do nothing`;
      await dropTokens(tx, user.id, ['lost_factor']);
      return { kind: 'lost_factor', userId: user.id, needsPassword: false };
    },
  };

  return {
    confirm,

    /** Answers alike whether there is such an account. */
    async recover(email: string, places: Places): Promise<void> {
      const user = await findByEmail(sql, email);
      if (!user || isGuestEmail(email, guestDomain)) return;
      await sql`update auth.users set recovery_sent_at = now() where id = ${user.id}`;
      await mail(user, email, 'recovery', places);
    },

    async resend(email: string, kind: string, places: Places): Promise<void> {
      const user = await findByEmail(sql, email);
      if (!user || isGuestEmail(email, guestDomain)) return;
      if (kind === 'signup' && user.email_confirmed_at === null) await confirm(user, places);
      else if (kind === 'email_change' && user.email_change)
        await mail(user, user.email_change, 'email_change', places);
    },

    /** To somebody whose address was used for a sign-up again. */
    async tellTaken(user: User, { origin }: Places): Promise<void> {
      if (isRecent(user.confirmation_sent_at)) throw tooSoon(user.confirmation_sent_at);
      await sql`update auth.users set confirmation_sent_at = now() where id = ${user.id}`;
      sendMail({
        to: user.email as string,
        kind: 'taken',
        link: new URL('/', origin).href,
        language: languageOf(user),
      });
    },

    async askNewEmail(user: User, email: string, places: Places): Promise<void> {
      await sql`update auth.users set email_change = ${email}, email_change_sent_at = now(), updated_at = now() where id = ${user.id}`;
      await dropTokens(sql, user.id, ['email_change']);
      await mail(user, email, 'email_change', places);
      if (!user.email) return;
      const link = new URL('/profile', places.origin).href;
      sendMail({ to: user.email, kind: 'email_change_note', link, language: languageOf(user) });
    },

    /** The person hears of it where they would hear of a reset, and of nothing that could be followed to somewhere else. */
    async tellGuesses(email: string, origin: string): Promise<boolean> {
      const user = isGuestEmail(email, guestDomain) ? undefined : await findByEmail(sql, email);
      if (!user) return false;
      await sql`select auth.note_guesses(${user.id})`;
      sendMail({ to: email, kind: 'guesses', link: new URL('/profile', origin).href, language: languageOf(user) });
      return true;
    },

    /** To somebody who has shown the password, and says that they cannot show the second factor. */
    async loseFactor(user: User, origin: string): Promise<void> {
      if (!user.email || !user.is_proved) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
      await mail(user, user.email, 'lost_factor', { origin });
    },

    /** Throws `otp_expired`. `signedUp`: whose sign-up this browser sent. */
    async show(token: string, kind: string, signedUp: string | null): Promise<Shown> {
      if (!(kind in shows)) throw badLink();
      return sql.begin(async (tx) => {
        const user = await whose(tx, token, kind as Kind);
        if (!user) throw badLink();
        return shows[kind as Kind](tx, user, signedUp);
      });
    },

    /** For somebody who is in an account whose address was never proved. */
    async sendProof(userId: string, origin: string): Promise<'sent' | 'proved' | 'no-address'> {
      const user = await readUser(sql, userId);
      if (!user?.email || isGuestEmail(user.email, guestDomain)) return 'no-address';
      if (user.is_proved) return 'proved';
      await confirm(user, { origin });
      return 'sent';
    },

    /** Whether the token is the one that was mailed: then the address is proved by who is in its account, and nothing ends. */
    async proveAddress(userId: string, token: string): Promise<boolean> {
      return sql.begin(async (tx) => {
        if ((await whose(tx, token, 'signup'))?.id !== userId) return false;
        await markProved(tx, userId);
        await dropTokens(tx, userId, ['signup']);
        return true;
      });
    },
  };
};

/** Nobody is mailed again and again. */
const tooSoon = (at: Date | null): AuthError => {
  const left = minPauseS - Math.floor((Date.now() - (at?.getTime() ?? 0)) / 1000);
  const words = `For security purposes, you can only request this after ${left} seconds.`;
  return new AuthError(429, 'over_email_send_rate_limit', words, { 'retry-after': String(left) });
};

/** Who signs up again before the address was confirmed begins anew, after a minute: the first mail may have been lost. */
export const beginsAnew = (user: User): boolean => {
  if (user.email_confirmed_at !== null || user.last_sign_in_at !== null || user.is_proved) return false;
  if (isRecent(user.confirmation_sent_at)) throw tooSoon(user.confirmation_sent_at);
  return true;
};

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

const isOwn = (url: URL, own: URL): boolean => {
  if (url.username || url.password) return false;
  if (url.origin === own.origin) return true;
  return (
    loopback.has(url.hostname) && loopback.has(own.hostname) && url.port === own.port && url.protocol === own.protocol
  );
};

/** A place on our own site, whatever was asked for: a session must never be sent to another. */
export const safeRedirect = (publicOrigin: string, requested: string | null, fallbackPath = '/'): string => {
  const own = new URL(publicOrigin);
  try {
    const url = new URL(requested ?? '', own);
    if (requested && isOwn(url, own)) return url.href;
  } catch {
    // Not a URL at all: the fallback serves.
  }
  return new URL(fallbackPath, own).href;
};
