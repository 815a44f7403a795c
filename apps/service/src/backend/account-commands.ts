import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import type { LiteReplies, TellGuessesCall, UpgradeGuestCall, UpgradeGuestResult } from './lite-messages.ts';
import { type AuthMail, verifyLink } from './mail-message.ts';
import { safeRedirect } from './own-origin.ts';

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@]{2,}$/;
const UNIQUE_VIOLATION = '23505';

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
  const token = mustConfirmEmail ? randomBytes(32).toString('hex') : null;
  const facts = { email, email_verified: !mustConfirmEmail };
  const hashed = await hash(password);
  try {
    const user = await sql.begin(async (tx) => {
      const [changed] = await tx<{ language: string | null }[]>`
        update auth.users set
          email = ${email},
          encrypted_password = ${hashed},
          email_confirmed_at = ${mustConfirmEmail ? null : new Date().toISOString()},
          confirmation_token = ${token},
          confirmation_sent_at = ${token ? new Date().toISOString() : null},
          raw_user_meta_data = raw_user_meta_data || ${tx.json(facts)},
          updated_at = now()
        where id = ${userId} and right(email, ${guestDomain.length + 1}) = ${`@${guestDomain.toLowerCase()}`}
        returning raw_user_meta_data ->> 'language' as language`;
      if (changed) {
        await tx`update auth.identities set identity_data = identity_data || ${tx.json({ email, email_verified: false })}, updated_at = now()
          where user_id = ${userId} and provider = 'email'`;
      }
      return changed;
    });
    if (!user) return { ok: false, code: 'not-a-guest' };
    if (token) {
      const link = verifyLink(origin, { token, kind: 'signup' }, safeRedirect(origin, null));
      rules.sendMail({ to: email, kind: 'signup', link, language: user.language });
    }
    return { ok: true, mustConfirmEmail };
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return { ok: false, code: 'email-taken' };
    throw error;
  }
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
