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
/** Of one browser: a request has only so much room for them. */
const MAX_MARKS = 12;
const PREFIX = 'wattershed-device-';
const SIGNED_UP = 'wattershed-signed-up';
const MARK = /^(?:([\w-]+)\.)?([0-9a-z]+)\.([\w-]{43})$/;

/** Over `https` a browser takes such a name with `Secure` alone, and from no page that was not (RFC 6265bis). */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Secure-${name}` : name);

const cookiesOf = (header: string | null): [string, string][] =>
  (header ?? '').split(';').flatMap((part): [string, string][] => {
    const at = part.indexOf('=');
    return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]];
  });

/** Lax: it is shown to a link that is followed from a mail. */
const setCookie = (
  name: string,
  value: string,
  maxAgeS: number,
  isSecure: boolean,
  [path, sameSite] = ['/auth/v1', 'Strict'],
) => `${name}=${value}; Max-Age=${maxAgeS}; Path=${path}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

export const createKnownDevices = (secret: string, guestDomain: string, now: () => number = Date.now) => {
  const sign = (said: string): string =>
    createHmac('sha256', secret).update(`known device ${said}`).digest('base64url');
  const nowS = (): number => Math.floor(now() / 1000);

  /** A mark is what it says, until when, and the signature of both and of what it stands for. */
  const write = (id: string, lifetimeS: number, saidOf: (id: string, until: string) => string): string => {
    const until = (nowS() + lifetimeS).toString(36);
    return `${id && `${id}.`}${until}.${sign(saidOf(id, until))}`;
  };
  /** Under either name: marks of versions before, and of a site that has got its certificate since, are as good. */
  const read = (cookies: string | null, name: string, saidOf: (id: string, until: string) => string) => {
    const all = new Map(cookiesOf(cookies));
    const [, id = '', until = '', signature = ''] =
      MARK.exec(all.get(cookieName(name, true)) ?? all.get(name) ?? '') ?? [];
    const expected = sign(saidOf(id, until));
    const isSigned =
      signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
    const mark = { id, until: Number.parseInt(until, 36) };
    return isSigned && mark.until > nowS() ? mark : null;
  };

  /** The address itself would stand in the browser for whoever uses it next. */
  const nameOf = (account: string): string => PREFIX + sign(`name ${account}`).slice(0, 16);
  const deviceOf = (account: string) => (id: string, until: string) => `${account} ${id} ${until}`;
  const signUpOf = (id: string, until: string): string => `sign-up ${id} ${until}`;
  const trustName = ({ id }: User): string => `wattershed-trusted-${sign(`trusted name ${id}`).slice(0, 16)}`;
  const trustOf = (user: User) => (_: string, until: string) => {
    const factors = user.factors.filter(({ status }) => status === 'verified').map(({ id }) => id);
    return ['trusted', user.id, until, user.encrypted_password ?? '', ...factors.toSorted()].join(' ');
  };

  return {
    /** Whether the second factor was shown on it lately, as this password and these factors are today. */
    isTrusted: (user: User, cookies: string | null): boolean => read(cookies, trustName(user), trustOf(user)) !== null,
    trustMark: (user: User, isSecure: boolean): string =>
      setCookie(cookieName(trustName(user), isSecure), write('', TRUSTED_S, trustOf(user)), TRUSTED_S, isSecure),
    /** Which device this is; null where it has never signed in to the account. */
    read: (cookies: string | null, account: string): string | null =>
      account === '' ? null : (read(cookies, nameOf(account), deviceOf(account))?.id ?? null),
    /** The cookies to set after an answer that opens a session of this account: its device is known from now on. */
    marksFor: (account: string, cookies: string | null, isSecure: boolean): string[] => {
      if (account === '' || isGuestEmail(account, guestDomain)) return [];
      const mark = read(cookies, nameOf(account), deviceOf(account));
      if (mark && mark.until - nowS() > LIFETIME_S - RENEWED_AFTER_S) return [];
      const value = write(mark?.id ?? randomBytes(16).toString('base64url'), LIFETIME_S, deviceOf(account));
      const name = cookieName(nameOf(account), isSecure);
      const others = cookiesOf(cookies).filter(([one]) => one.startsWith(cookieName(PREFIX, isSecure)) && one !== name);
      return [
        setCookie(name, value, LIFETIME_S, isSecure),
        ...others.slice(MAX_MARKS - 1).map(([one]) => setCookie(one, '', 0, isSecure)),
      ];
    },
    /** Whose sign-up was sent from here; null where none was. */
    signedUp: (cookies: string | null): string | null => read(cookies, SIGNED_UP, signUpOf)?.id ?? null,
    /** The cookie to set after the answer to a sign-up: where the address is to be confirmed first, its mail is opened here or elsewhere. */
    signUpMark: (id: string, isSecure: boolean): string =>
      setCookie(cookieName(SIGNED_UP, isSecure), write(id, DAY_S, signUpOf), DAY_S, isSecure, [
        '/auth/v1/verify',
        'Lax',
      ]),
  };
};
