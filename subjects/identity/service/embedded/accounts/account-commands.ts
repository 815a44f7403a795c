/** What is done to accounts here: guests become members, addresses are proved, guesses are told of, accounts are deleted. */
import { randomBytes } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { type AuthMail, verifyLink } from '#kernel/mail/auth-mail.ts';
import type {
  LiteReplies,
  ProveAddressCall,
  SendProofCall,
  TellGuessesCall,
  UpgradeGuestCall,
  UpgradeGuestResult,
} from '../lite-messages.ts';

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@]{2,}$/;
const UNIQUE_VIOLATION = '23505';

/** Where a mail leads to; without `redirectTo` to the first page. */
interface Places {
  origin: string;
  redirectTo?: string;
}

interface GuestRules {
  guestDomain: string;
  mustConfirmEmail: boolean;
  sendMail: (mail: AuthMail) => void;
  hash: (password: string) => Promise<string>;
}

export function isGuestEmail(email: string, guestDomain: string): boolean {
  return email.toLowerCase().endsWith(`@${guestDomain.toLowerCase()}`);
}

export async function countGuests(sql: Sql, guestDomain: string): Promise<number> {
  const [row] = await sql<{ guests: number }[]>`
    select count(*)::int as guests from auth.users where right(email, ${guestDomain.length + 1}) = ${`@${guestDomain.toLowerCase()}`}`;
  return row?.guests ?? 0;
}

/** Gives a guest's account an address and a password of their own: the user, and so all that is theirs, stays the same. */
export async function upgradeGuest(sql: Sql, call: UpgradeGuestCall, rules: GuestRules): Promise<UpgradeGuestResult> {
  const { userId, password, origin } = call;
  const { guestDomain, mustConfirmEmail, hash } = rules;
  const email = call.email.trim().toLowerCase();
  if (!EMAIL.test(email) || isGuestEmail(email, guestDomain)) return { ok: false, code: 'email-invalid' };
  if (password.length < 6 || Buffer.byteLength(password) > 72) return { ok: false, code: 'password-weak' };
  const facts = { email, email_verified: !mustConfirmEmail };
  const hashed = await hash(password);
  try {
    const isUpgraded = await sql.begin(async (tx) => {
      const changed = await tx`
        update auth.users set
          email = ${email},
          encrypted_password = ${hashed},
          email_confirmed_at = ${mustConfirmEmail ? null : new Date().toISOString()},
          confirmation_token = null,
          confirmation_sent_at = null,
          raw_user_meta_data = raw_user_meta_data || ${tx.json(facts)},
          updated_at = now()
        where id = ${userId} and right(email, ${guestDomain.length + 1}) = ${`@${guestDomain.toLowerCase()}`}`;
      if (changed.count > 0) {
        await tx`update auth.identities set identity_data = identity_data || ${tx.json({ email, email_verified: false })}, updated_at = now()
          where user_id = ${userId} and provider = 'email'`;
      }
      return changed.count > 0;
    });
    if (!isUpgraded) return { ok: false, code: 'not-a-guest' };
    if (mustConfirmEmail) await mailConfirmation(sql, userId, { origin }, rules);
    return { ok: true, mustConfirmEmail };
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return { ok: false, code: 'email-taken' };
    throw error;
  }
}

const newToken = (): string => randomBytes(32).toString('hex');

/**
 * The mail by which an address is proved; a token that is on its way stays good. Somebody who has been in the account is led to their profile, which
 * shows the token with their session: by itself (`verify`) it puts out whoever sits there.
 */
async function mailConfirmation(
  sql: Sql,
  userId: string,
  call: Places,
  { sendMail }: Pick<GuestRules, 'sendMail'>,
): Promise<void> {
  const [user] = await sql<{ email: string; token: string; has_entered: boolean; language: string | null }[]>`
    update auth.users set confirmation_sent_at = now(),
      confirmation_token = coalesce(case when confirmation_sent_at > now() - interval '30 minutes' then confirmation_token end, ${newToken()})
    where id = ${userId}
    returning email, confirmation_token as token, last_sign_in_at is not null as has_entered, raw_user_meta_data ->> 'language' as language`;
  if (!user) return;
  const { email: to, token, language } = user;
  const link = user.has_entered
    ? new URL(`/profile#confirm=${token}`, call.origin).href
    : verifyLink(call.origin, { token, kind: 'signup' }, call.redirectTo ?? safeRedirect(call.origin, null));
  sendMail({ to, kind: 'signup', link, language });
}

/** For somebody who is in an account whose address was never proved. */
export async function sendProof(
  sql: Sql,
  call: SendProofCall,
  rules: Pick<GuestRules, 'guestDomain' | 'sendMail'>,
): Promise<LiteReplies['send-proof']> {
  const [user] = await sql<{ email: string | null; is_proved: boolean }[]>`
    select email, auth.is_proved(id) as is_proved from auth.users where id = ${call.userId}`;
  if (!user?.email || isGuestEmail(user.email, rules.guestDomain)) return 'no-address';
  if (user.is_proved) return 'proved';
  await mailConfirmation(sql, call.userId, call, rules);
  return 'sent';
}

/** For somebody who has signed up and not confirmed yet. Of anybody else it does nothing, and does not say so. */
export async function resendConfirmation(
  sql: Sql,
  email: string,
  call: Places,
  rules: Pick<GuestRules, 'sendMail'>,
): Promise<void> {
  const [user] = await sql<{ id: string }[]>`
    select id from auth.users where email = ${email} and email_confirmed_at is null and not auth.is_proved(id)`;
  if (user) await mailConfirmation(sql, user.id, call, rules);
}

/** Who signs up again before the address was confirmed begins anew, after a minute: the first mail may have been lost. */
export async function dropUnfinished(sql: Sql, email: string): Promise<void> {
  const [user] = await sql<{ id: string }[]>`
    select id from auth.users where email = ${email} and email_confirmed_at is null and last_sign_in_at is null
      and confirmation_sent_at < now() - interval '1 minute' and not auth.is_proved(id)`;
  if (user) await deleteAccount(sql, user.id);
}

/** Whether the token is the one that was mailed: then the address is proved by who is in its account, and nothing ends. */
export async function proveAddress(sql: Sql, { userId, token }: ProveAddressCall): Promise<boolean> {
  return sql.begin(async (tx) => {
    const shown = await tx`
      update auth.users set confirmation_token = null, email_confirmed_at = coalesce(email_confirmed_at, now()),
        raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
      where id = ${userId} and confirmation_token = ${token} and confirmation_sent_at > now() - interval '1 hour'`;
    if (shown.count === 0) return false;
    await keepByProof(tx, userId);
    return true;
  });
}

/** Otherwise the proof would end all that was there before it (auth.prove_by_confirmation). */
async function keepByProof(tx: TransactionSql, userId: string): Promise<void> {
  await tx`select set_config('wattershed.proves', ${userId}, true)`;
  await tx`update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
    where user_id = ${userId} and provider = 'email'`;
}

/** The link of a sign-up, opened in the browser that signed up: the password was chosen there, and stays. lite takes the token, and lets them in. */
export async function proveSignUp(sql: Sql, { userId, token }: Omit<ProveAddressCall, 'call'>): Promise<void> {
  await sql.begin(async (tx) => {
    const [fresh] = await tx`
      select from auth.users where id = ${userId} and confirmation_token = ${token} and last_sign_in_at is null
        and confirmation_sent_at > now() - interval '1 hour' for update`;
    if (fresh) await keepByProof(tx, userId);
  });
}

/** The person hears of it where they would hear of a reset, and of nothing that could be followed to somewhere else. */
export async function tellGuesses(
  sql: Sql,
  { account, origin }: TellGuessesCall,
  { guestDomain, sendMail }: Pick<GuestRules, 'guestDomain' | 'sendMail'>,
): Promise<LiteReplies['tell-guesses']> {
  if (isGuestEmail(account, guestDomain)) return { told: false };
  const [user] = await sql<{ language: string | null }[]>`
    select raw_user_meta_data ->> 'language' as language from auth.users where email = ${account}`;
  if (!user) return { told: false };
  sendMail({ to: account, kind: 'guesses', link: new URL('/profile', origin).href, language: user.language });
  return { told: true };
}

/** Sessions and identities go with the user; what else names the person here is removed by hand. */
export async function deleteAccount(sql: Sql, userId: string): Promise<LiteReplies['delete-account']> {
  const gone = await sql.begin(async (tx) => {
    await tx`delete from auth.refresh_tokens where user_id = ${userId}`;
    await tx`delete from auth.flow_state where user_id = ${userId}`;
    await tx`delete from auth.audit_log_entries where payload ->> 'actor_id' = ${userId}`;
    return tx`delete from auth.users where id = ${userId} returning id`;
  });
  return gone.length > 0 ? { ok: true } : { ok: false, code: 'account-unknown' };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function isOwn(url: URL, own: URL): boolean {
  if (url.username || url.password) return false;
  if (url.origin === own.origin) return true;
  return (
    LOOPBACK.has(url.hostname) && LOOPBACK.has(own.hostname) && url.port === own.port && url.protocol === own.protocol
  );
}

/** A place on our own site, whatever was asked for: a session must never be sent to another. */
export function safeRedirect(publicOrigin: string, requested: string | null, fallbackPath = '/'): string {
  const own = new URL(publicOrigin);
  try {
    const url = new URL(requested ?? '', own);
    if (requested && isOwn(url, own)) return url.href;
  } catch {
    // Not a URL at all: the fallback serves.
  }
  return new URL(fallbackPath, own).href;
}
