/**
 * What a browser carries for sign-in. A device that has signed in to an account carries a mark of that. It says nothing but this, opens nothing, and no script can read
 * it: who guesses at the account elsewhere does not make this device wait. A browser that has signed up carries whose sign-up it was, for a day: only
 * there does the link of its mail keep the password that was chosen. And a device may be trusted for a month: there the second factor is not asked for again.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isGuestEmail, type User } from './users.ts';

const DAY_S = 86_400;
/** The longest that browsers keep one. */
const LIFETIME_S = 400 * DAY_S;
const RENEWED_AFTER_S = 30 * DAY_S;
const TRUSTED_S = 30 * DAY_S;
const TRUSTED = 'wattershed-trusted-';
const TRUSTED_MARK = /^([0-9a-z]+)\.([\w-]{43})$/;
/** Of one browser: a request has only so much room for them. */
const MAX_MARKS = 12;
const PREFIX = 'wattershed-device-';
const SIGNED_UP = 'wattershed-signed-up';
const SIGNED_UP_MARK = /^([0-9a-f-]{36})\.([0-9a-z]+)\.([\w-]{43})$/;
const MARK = /^([\w-]{22})\.([0-9a-z]+)\.([\w-]{43})$/;

interface Mark {
  id: string;
  until: number;
}

export interface KnownDevices {
  /** Which device this is; null where it has never signed in to the account. */
  read(cookies: string | null, account: string): string | null;
  /** The cookies to set after an answer that opens a session of this account: its device is known from now on. */
  marksFor(account: string, cookies: string | null, isSecure: boolean): string[];
  /** Whose sign-up was sent from here; null where none was. */
  signedUp(cookies: string | null): string | null;
  /** The cookie to set after the answer to a sign-up: where the address is to be confirmed first, its mail is opened here or elsewhere. */
  signUpMark(userId: string, isSecure: boolean): string;
  /** Whether the second factor was shown on it lately, as this password and these factors are today. */
  isTrusted(user: User, cookies: string | null): boolean;
  trustMark(user: User, isSecure: boolean): string;
}

/** Over `https` a browser takes such a name with `Secure` alone, and from no page that was not (RFC 6265bis). */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Secure-${name}` : name);

const cookiesOf = (header: string | null): [string, string][] =>
  (header ?? '').split(';').flatMap((part): [string, string][] => {
    const at = part.indexOf('=');
    return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]];
  });

export function createKnownDevices(secret: string, guestDomain: string, now: () => number = Date.now): KnownDevices {
  const sign = (said: string): string =>
    createHmac('sha256', secret).update(`known device ${said}`).digest('base64url');
  const isSigned = (said: string, signature: string): boolean => {
    const expected = sign(said);
    return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  };
  /** Under either name: marks of versions before, and of a site that has got its certificate since, are as good. */
  const valueOf = (cookies: string | null, name: string): string => {
    const all = new Map(cookiesOf(cookies));
    return all.get(cookieName(name, true)) ?? all.get(name) ?? '';
  };
  /** The address itself would stand in the browser for whoever uses it next. */
  const nameOf = (account: string): string => PREFIX + sign(`name ${account}`).slice(0, 16);
  const nowS = (): number => Math.floor(now() / 1000);

  function markOf(cookies: string | null, account: string): Mark | null {
    const [, id = '', until = '', signature = ''] = MARK.exec(valueOf(cookies, nameOf(account))) ?? [];
    const mark = { id, until: Number.parseInt(until, 36) };
    return isSigned(`${account} ${id} ${until}`, signature) && mark.until > nowS() ? mark : null;
  }

  const trustOf = (user: User, until: string): string => {
    const factors = user.factors.filter(({ status }) => status === 'verified').map(({ id }) => id);
    return ['trusted', user.id, until, user.encrypted_password ?? '', ...factors.toSorted()].join(' ');
  };
  const trustName = (user: User): string => TRUSTED + sign(`trusted name ${user.id}`).slice(0, 16);

  return {
    isTrusted(user, cookies) {
      const [, until = '', signature = ''] = TRUSTED_MARK.exec(valueOf(cookies, trustName(user))) ?? [];
      return isSigned(trustOf(user, until), signature) && Number.parseInt(until, 36) > nowS();
    },
    trustMark(user, isSecure) {
      const until = (nowS() + TRUSTED_S).toString(36);
      const rest = `Max-Age=${TRUSTED_S}; Path=/auth/v1; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
      return `${cookieName(trustName(user), isSecure)}=${until}.${sign(trustOf(user, until))}; ${rest}`;
    },
    read: (cookies, account) => (account === '' ? null : (markOf(cookies, account)?.id ?? null)),
    marksFor(account, cookies, isSecure) {
      if (account === '' || isGuestEmail(account, guestDomain)) return [];
      const mark = markOf(cookies, account);
      if (mark && mark.until - nowS() > LIFETIME_S - RENEWED_AFTER_S) return [];
      const rest = `Path=/auth/v1; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
      const id = mark?.id ?? randomBytes(16).toString('base64url');
      const until = (nowS() + LIFETIME_S).toString(36);
      const name = cookieName(nameOf(account), isSecure);
      const prefix = cookieName(PREFIX, isSecure);
      const others = cookiesOf(cookies).filter(([one]) => one.startsWith(prefix) && one !== name);
      return [
        `${name}=${id}.${until}.${sign(`${account} ${id} ${until}`)}; Max-Age=${LIFETIME_S}; ${rest}`,
        ...others.slice(MAX_MARKS - 1).map(([one]) => `${one}=; Max-Age=0; ${rest}`),
      ];
    },
    signedUp(cookies) {
      const [, id = '', until = '', signature = ''] = SIGNED_UP_MARK.exec(valueOf(cookies, SIGNED_UP)) ?? [];
      return isSigned(`sign-up ${id} ${until}`, signature) && Number.parseInt(until, 36) > nowS() ? id : null;
    },
    signUpMark(id, isSecure) {
      const until = (nowS() + DAY_S).toString(36);
      const value = `${id}.${until}.${sign(`sign-up ${id} ${until}`)}`;
      // Lax: it is shown to a link that is followed from a mail.
      const rest = `Path=/auth/v1/verify; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
      return `${cookieName(SIGNED_UP, isSecure)}=${value}; Max-Age=${DAY_S}; ${rest}`;
    },
  };
}
