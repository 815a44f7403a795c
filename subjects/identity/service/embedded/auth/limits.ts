/** What keeps guessers out: how often somebody may try, and how long they wait after wrong passwords. */
import { addressKey } from '#kernel/http/client-address.ts';
import { tooMany } from './auth-error.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** So many in a sliding window. */
interface Rate {
  count: number;
  windowMs: number;
}

/** `free` failures cost nothing; from then on each makes the next wait twice as long. */
interface BackOff {
  free: number;
  firstMs: number;
  maxMs: number;
  /** How long a failure is remembered. */
  windowMs: number;
}

const rates = {
  signInPerAddress: { count: 30, windowMs: 5 * MINUTE_MS },
  signUpPerAddress: { count: 20, windowMs: HOUR_MS },
  guestPerAddress: { count: 10, windowMs: HOUR_MS },
  mailPerAddress: { count: 10, windowMs: HOUR_MS },
  mailPerAccount: { count: 3, windowMs: 15 * MINUTE_MS },
  verifyPerAddress: { count: 30, windowMs: 15 * MINUTE_MS },
  changePerAddress: { count: 30, windowMs: 15 * MINUTE_MS },
} satisfies Record<string, Rate>;

const guesses = {
  /** At one account from one address, or by one device that it knows: nobody elsewhere is slowed by them. */
  guessesPerPair: { free: 5, firstMs: 5 * SECOND_MS, maxMs: 15 * MINUTE_MS, windowMs: 6 * HOUR_MS },
  /** At one account from everywhere: devices that it knows do not wait for these. */
  guessesPerAccount: { free: 20, firstMs: 5 * SECOND_MS, maxMs: MINUTE_MS, windowMs: HOUR_MS },
  /** Of one address at any account. */
  guessesPerAddress: { free: 10, firstMs: 2 * SECOND_MS, maxMs: 5 * MINUTE_MS, windowMs: HOUR_MS },
} satisfies Record<string, BackOff>;

export type AuthLimits = Record<keyof typeof rates, Rate> &
  Record<keyof typeof guesses, BackOff> & {
    guestsInTotal: number;
    /** So many wrong passwords in an hour, and the person is told, once a day. */
    guessesToTell: number;
  };

export const defaultAuthLimits: AuthLimits = { ...rates, ...guesses, guestsInTotal: 200, guessesToTell: 10 };

export type AuthAction = 'factor' | 'sign-in' | 'sign-up' | 'guest' | 'mail' | 'verify' | 'change' | 'free';

export interface Attempt {
  action: AuthAction;
  address: string;
  /** The e-mail address in question, in small letters; empty where there is none. */
  account: string;
  /** One that has signed in to this very account before; null where it has not shown that. */
  device: string | null;
}

/** `neither`: the password was not looked at, or was right and something else was missing. */
export type SignInOutcome = 'right' | 'wrong' | 'neither';

type Counted = [name: keyof typeof rates | keyof typeof guesses, key: string];

const pairOf = ({ address, account, device }: Attempt): string =>
  device === null ? `${addressKey(address)} ${account}` : `device ${device} ${account}`;

const ratesOf = ({ action, address, account, device }: Attempt): Counted[] => {
  const from = addressKey(address);
  switch (action) {
    case 'sign-in':
      return [['signInPerAddress', device === null ? from : `device ${device}`]];
    case 'sign-up':
      return [['signUpPerAddress', from]];
    case 'guest':
      return [['guestPerAddress', from]];
    case 'mail':
      return [
        ['mailPerAddress', from],
        ['mailPerAccount', account],
      ];
    case 'verify':
    case 'factor':
      return [['verifyPerAddress', from]];
    case 'change':
      return [['changePerAddress', from]];
    case 'free':
      return [];
  }
};

/** What a wrong password of this attempt counts against. A known device waits for its own alone. */
const guessesOf = (attempt: Attempt): Counted[] => {
  const { action, address, account, device } = attempt;
  // Codes of an app have six digits: at one factor from everywhere, since whoever tries has the password already.
  if (action === 'factor') return [['guessesPerPair', `factor ${account}`]];
  if (action !== 'sign-in' || account === '') return [];
  const own: Counted = ['guessesPerPair', pairOf(attempt)];
  return device === null ? [own, ['guessesPerAccount', account], ['guessesPerAddress', addressKey(address)]] : [own];
};

export type AuthGate = ReturnType<typeof createAuthGate>;

export const createAuthGate = (limits: AuthLimits, now: () => number = Date.now) => {
  const names = [...Object.keys(rates), ...Object.keys(guesses)] as Counted[0][];
  const counters = Object.fromEntries(names.map((name) => [name, createCounter(limits[name], now)])) as Record<
    Counted[0],
    Counter
  >;
  /** All wrong passwords of an account, by whomever. */
  const wrong = createCounter({ count: limits.guessesToTell, windowMs: HOUR_MS }, now);
  const told = createCounter({ count: 1, windowMs: 24 * HOUR_MS }, now);

  return {
    /** Counts the attempt. Throws `over_request_rate_limit`, `over_email_send_rate_limit`. */
    admit(attempt: Attempt): void {
      const counted = [...ratesOf(attempt), ...guessesOf(attempt)];
      const waitS = Math.max(0, ...counted.map(([name, key]) => counters[name].waitS(key)));
      if (waitS > 0) throw tooMany(waitS, attempt.action === 'mail');
      // A guess counts before the answer, so that many at once do not slip through; what was none is taken back.
      for (const [name, key] of counted) counters[name].add(key);
    },

    /** What came of a sign-in that was admitted. True: its person is to be told that somebody guesses. */
    settle(attempt: Attempt, outcome: SignInOutcome): boolean {
      const { account } = attempt;
      const isSignIn = attempt.action === 'sign-in';
      if (outcome === 'wrong') {
        if (!isSignIn) return false;
        wrong.add(account);
        if (wrong.waitS(account) === 0 || told.waitS(account) > 0) return false;
        told.add(account);
        return true;
      }
      // Not all failures: who has an account of their own could clear what they guessed at others.
      for (const [name, key] of guessesOf(attempt)) counters[name].takeBack(key);
      if (outcome === 'right' && isSignIn) counters.guessesPerPair.clear(pairOf(attempt));
      return false;
    },
  };
};

const MAX_KEYS = 20_000;
/** Twice as long each time, fewer than these reach any longest wait. */
const MAX_DOUBLINGS = 24;

/** When the next may come, of those that came lately. */
const dueOf = (limit: Rate | BackOff, recent: readonly number[]): number => {
  if ('count' in limit) return (recent[recent.length - limit.count] ?? Number.NEGATIVE_INFINITY) + limit.windowMs;
  const doublings = recent.length - limit.free;
  return doublings < 0 ? 0 : (recent.at(-1) ?? 0) + Math.min(limit.maxMs, limit.firstMs * 2 ** doublings);
};

type Counter = ReturnType<typeof createCounter>;

/** What happened lately, by key. */
const createCounter = (limit: Rate | BackOff, now: () => number) => {
  const most = 'count' in limit ? limit.count : limit.free + MAX_DOUBLINGS;
  const byKey = new Map<string, readonly number[]>();
  const recent = (key: string) => (byKey.get(key) ?? []).filter((at) => at > now() - limit.windowMs);
  const keep = (key: string, events: readonly number[]): void => {
    byKey.delete(key);
    if (events.length > 0) byKey.set(key, events);
    // The quietest stands first: what is over goes, and the rest gives way when there are too many.
    for (const [oldest, last] of byKey) {
      if (byKey.size <= MAX_KEYS && (last.at(-1) ?? 0) > now() - limit.windowMs) break;
      byKey.delete(oldest);
    }
  };
  return {
    /** Seconds until the key may try again; 0 when it may now. */
    waitS: (key: string): number => Math.max(0, Math.ceil((dueOf(limit, recent(key)) - now()) / 1000)),
    add: (key: string) => keep(key, [...recent(key), now()].slice(-most)),
    takeBack: (key: string) => keep(key, recent(key).slice(0, -1)),
    clear: (key: string) => keep(key, []),
  };
};
