/** A guest becomes a member at a hosted backend: by its auth server's admin interface, with the service key. */
import type { ErrorCode } from '#catalogue/error-codes.ts';
import { maxHostedBytes } from '#catalogue/password-length.ts';
import { z } from 'zod';
import { cappedFetch } from '#kernel/http/capped-fetch.ts';
import type { Config } from '#kernel/config.ts';
import { weaknessOf } from '#kernel/people/password-strength.ts';
import { ProblemError } from '#kernel/http/problem.ts';

export type UpgradeGuest = (
  userId: string,
  email: string,
  password: string,
) => Promise<{ ok: true; sessionsEnded?: true } | { ok: false; code: ErrorCode }>;

type HostedConfig = Pick<Config, 'BACKEND_URL' | 'BACKEND_SERVICE_KEY' | 'GUEST_DOMAIN' | 'PASSWORD_MIN_LENGTH'>;

const timeOutMs = 10_000;
const fetchCapped = cappedFetch(1024 * 1024);

const user = z.object({ email: z.string().nullish() });
const refusal = z.object({ error_code: z.string().default('') }).catch({ error_code: '' });
/** What the auth server says → what we say. Any other refusal is of the address. */
const codes: Readonly<Record<string, ErrorCode>> = {
  email_exists: 'email-taken',
  user_already_exists: 'email-taken',
  weak_password: 'password-weak',
};

/** Null where no key was given: then guests stay guests. */
export const createHostedUpgrade = (config: HostedConfig): UpgradeGuest | null => {
  const { BACKEND_URL: backendUrl, BACKEND_SERVICE_KEY: serviceKey, GUEST_DOMAIN: guestDomain } = config;
  if (serviceKey === undefined) return null;
  const ask = async (userId: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' };
    const answer = await fetchCapped(`${backendUrl}/auth/v1/admin/users/${userId}`, {
      ...init,
      headers,
      signal: AbortSignal.timeout(timeOutMs),
    });
    // A wrong key is the operator's affair, and no word about the person's address.
    if (answer.status === 401 || answer.status === 403 || answer.status >= 500)
      throw new Error(`the auth server answered ${answer.status} to the service key`);
    if (answer.status === 429) throw new ProblemError('rate-limited');
    return answer;
  };

  return async (userId, email, password) => {
    const found = await ask(userId);
    if (!found.ok) return { ok: false, code: 'not-a-guest' };
    const now = user.parse(await found.json()).email?.toLowerCase() ?? '';
    if (!now.endsWith(`@${guestDomain}`)) return { ok: false, code: 'not-a-guest' };
    if (email.toLowerCase().endsWith(`@${guestDomain}`)) return { ok: false, code: 'email-invalid' };
    if (Buffer.byteLength(password) > maxHostedBytes) return { ok: false, code: 'password-weak' };
    const weakness = await weaknessOf({ password, email }, config.PASSWORD_MIN_LENGTH);
    if (weakness) return { ok: false, code: weakness === 'length' ? 'password-weak' : 'password-breached' };
    // Guests are let in only where nobody has to confirm an address, so neither has this one.
    const body = JSON.stringify({ email: email.trim().toLowerCase(), password, email_confirm: true });
    const changed = await ask(userId, { method: 'PUT', body });
    // A new password ends every session there, the guest's own too: an administrator has none to keep.
    if (changed.ok) return { ok: true, sessionsEnded: true };
    const { error_code: said } = refusal.parse(await changed.json().catch(() => ({})));
    return { ok: false, code: codes[said] ?? 'email-invalid' };
  };
};
