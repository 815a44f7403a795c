/**
 * A device that has signed in to an account carries a mark of that. It says nothing but this, opens nothing, and no script can read
 * it: who guesses at the account elsewhere does not make this device wait.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { decodeJwt } from 'jose';
import { isGuestEmail } from './account-commands.ts';
import type { HttpReply } from './lite-messages.ts';

const DAY_S = 86_400;
/** The longest that browsers keep one. */
const LIFETIME_S = 400 * DAY_S;
const RENEWED_AFTER_S = 30 * DAY_S;
/** Of one browser: a request has only so much room for them. */
const MAX_MARKS = 12;
const PREFIX = 'wattershed-device-';
const MARK = /^([\w-]{22})\.([0-9a-z]+)\.([\w-]{43})$/;

interface Mark {
  id: string;
  until: number;
}

export interface KnownDevices {
  /** Which device this is; null where it has never signed in to the account. */
  read(cookies: string | null, account: string): string | null;
  /** The cookies to set after this answer: where it opens a session, its device is known from now on. */
  marksFor(reply: HttpReply, cookies: string | null, isSecure: boolean): string[];
}

const cookiesOf = (header: string | null): [string, string][] =>
  (header ?? '').split(';').flatMap((part): [string, string][] => {
    const at = part.indexOf('=');
    return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]];
  });

/** Whose session an answer brings, by its body or by where it leads. */
function openedFor({ status, headers, body }: HttpReply): string | null {
  try {
    const location = headers.find(([name]) => name === 'location')?.[1];
    const fragment = new URLSearchParams(location?.split('#')[1]);
    const said =
      status === 200 && body ? (JSON.parse(new TextDecoder().decode(body)) as { access_token?: string }) : {};
    const token = said.access_token ?? fragment.get('access_token');
    const email = token ? decodeJwt(token)['email'] : undefined;
    return typeof email === 'string' ? email.toLowerCase() : null;
  } catch {
    return null;
  }
}

export function createKnownDevices(secret: string, guestDomain: string, now: () => number = Date.now): KnownDevices {
  const sign = (said: string): string =>
    createHmac('sha256', secret).update(`known device ${said}`).digest('base64url');
  /** The address itself would stand in the browser for whoever uses it next. */
  const nameOf = (account: string): string => PREFIX + sign(`name ${account}`).slice(0, 16);
  const nowS = (): number => Math.floor(now() / 1000);

  function markOf(cookies: string | null, account: string): Mark | null {
    const name = nameOf(account);
    const value = cookiesOf(cookies).find(([one]) => one === name)?.[1] ?? '';
    const [, id = '', until = '', signature = ''] = MARK.exec(value) ?? [];
    const expected = sign(`${account} ${id} ${until}`);
    const isOurs =
      signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
    const mark = { id, until: Number.parseInt(until, 36) };
    return isOurs && mark.until > nowS() ? mark : null;
  }

  return {
    read: (cookies, account) => (account === '' ? null : (markOf(cookies, account)?.id ?? null)),
    marksFor(reply, cookies, isSecure) {
      const account = openedFor(reply);
      if (account === null || isGuestEmail(account, guestDomain)) return [];
      const mark = markOf(cookies, account);
      if (mark && mark.until - nowS() > LIFETIME_S - RENEWED_AFTER_S) return [];
      const rest = `Path=/auth/v1; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
      const id = mark?.id ?? randomBytes(16).toString('base64url');
      const until = (nowS() + LIFETIME_S).toString(36);
      const name = nameOf(account);
      const others = cookiesOf(cookies).filter(([one]) => one.startsWith(PREFIX) && one !== name);
      return [
        `${name}=${id}.${until}.${sign(`${account} ${id} ${until}`)}; Max-Age=${LIFETIME_S}; ${rest}`,
        ...others.slice(MAX_MARKS - 1).map(([one]) => `${one}=; Max-Age=0; ${rest}`),
      ];
    },
  };
}
