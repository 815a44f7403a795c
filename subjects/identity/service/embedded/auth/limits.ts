/** What keeps guessers out: how often somebody may try, and how long they wait after wrong passwords. */
import { addressKey } from '#kernel/http/client-address.ts';
import { tooMany } from './auth-error.ts';

// What may be tried how often, by address, account and device.

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

interface Rates {
  signInPerAddress: RateLimit;
  signUpPerAddress: RateLimit;
  guestPerAddress: RateLimit;
  mailPerAddress: RateLimit;
  mailPerAccount: RateLimit;
  verifyPerAddress: RateLimit;
  changePerAddress: RateLimit;
}

/** Wrong passwords. */
interface Guesses {
  /** At one account from one address, or by one device that it knows: nobody elsewhere is slowed by them. */
  guessesPerPair: BackOff;
  /** At one account from everywhere: devices that it knows do not wait for these. */
  guessesPerAccount: BackOff;
  /** Of one address at any account. */
  guessesPerAddress: BackOff;
}

export interface AuthLimits extends Rates, Guesses {
  guestsInTotal: number;
  /** So many wrong passwords in an hour, and the person is told, once a day. */
  guessesToTell: number;
}

export const defaultAuthLimits: AuthLimits = {
  signInPerAddress: { count: 30, windowMs: 5 * MINUTE_MS },
  guessesPerPair: { free: 5, firstMs: 5 * SECOND_MS, maxMs: 15 * MINUTE_MS, windowMs: 6 * HOUR_MS },
  guessesPerAccount: { free: 20, firstMs: 5 * SECOND_MS, maxMs: MINUTE_MS, windowMs: HOUR_MS },
  guessesPerAddress: { free: 10, firstMs: 2 * SECOND_MS, maxMs: 5 * MINUTE_MS, windowMs: HOUR_MS },
  guessesToTell: 10,
  signUpPerAddress: { count: 20, windowMs: HOUR_MS },
  guestPerAddress: { count: 10, windowMs: HOUR_MS },
  guestsInTotal: 200,
  mailPerAddress: { count: 10, windowMs: HOUR_MS },
  mailPerAccount: { count: 3, windowMs: 15 * MINUTE_MS },
  verifyPerAddress: { count: 30, windowMs: 15 * MINUTE_MS },
  changePerAddress: { count: 30, windowMs: 15 * MINUTE_MS },
};

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

type Delayed = [delay: FailureDelay, key: string];

export class AuthGate {
  private readonly rates: Record<keyof Rates, RateCounter>;
  private readonly guesses: Record<keyof Guesses, FailureDelay>;
  /** All wrong passwords of an account, by whomever. */
  private readonly wrong: RateCounter;
  private readonly told: RateCounter;

  constructor(limits: AuthLimits, now: () => number = Date.now) {
    const rate = (name: keyof Rates) => new RateCounter(limits[name], now);
    const delay = (name: keyof Guesses) => new FailureDelay(limits[name], now);
    this.rates = {
      signInPerAddress: rate('signInPerAddress'),
      signUpPerAddress: rate('signUpPerAddress'),
      guestPerAddress: rate('guestPerAddress'),
      mailPerAddress: rate('mailPerAddress'),
      mailPerAccount: rate('mailPerAccount'),
      verifyPerAddress: rate('verifyPerAddress'),
      changePerAddress: rate('changePerAddress'),
    };
    this.guesses = {
      guessesPerPair: delay('guessesPerPair'),
      guessesPerAccount: delay('guessesPerAccount'),
      guessesPerAddress: delay('guessesPerAddress'),
    };
    this.wrong = new RateCounter({ count: limits.guessesToTell, windowMs: HOUR_MS }, now);
    this.told = new RateCounter({ count: 1, windowMs: 24 * HOUR_MS }, now);
  }

  private ratesOf({ action, address, account, device }: Attempt): [RateCounter, string][] {
    const from = addressKey(address);
    const { rates } = this;
    switch (action) {
      case 'sign-in':
        return [[rates.signInPerAddress, device === null ? from : `device ${device}`]];
      case 'sign-up':
        return [[rates.signUpPerAddress, from]];
      case 'guest':
        return [[rates.guestPerAddress, from]];
      case 'mail':
        return [
          [rates.mailPerAddress, from],
          [rates.mailPerAccount, account],
        ];
      case 'verify':
      case 'factor':
        return [[rates.verifyPerAddress, from]];
      case 'change':
        return [[rates.changePerAddress, from]];
      case 'free':
        return [];
    }
  }

  private pairOf({ address, account, device }: Attempt): string {
    return device === null ? `${addressKey(address)} ${account}` : `device ${device} ${account}`;
  }

  /** What a wrong password of this attempt counts against. A known device waits for its own alone. */
  private delaysOf(attempt: Attempt): Delayed[] {
    // Codes of an app have six digits: at one factor from everywhere, since whoever tries has the password already.
    if (attempt.action === 'factor') return [[this.guesses.guessesPerPair, `factor ${attempt.account}`]];
    if (attempt.action !== 'sign-in' || attempt.account === '') return [];
    const { guessesPerPair, guessesPerAccount, guessesPerAddress } = this.guesses;
    const own: Delayed = [guessesPerPair, this.pairOf(attempt)];
    if (attempt.device !== null) return [own];
    return [own, [guessesPerAccount, attempt.account], [guessesPerAddress, addressKey(attempt.address)]];
  }

  /** Counts the attempt. Throws `over_request_rate_limit`, `over_email_send_rate_limit`. */
  admit(attempt: Attempt): void {
    const rates = this.ratesOf(attempt);
    const delays = this.delaysOf(attempt);
    const waitS = Math.max(0, ...[...rates, ...delays].map(([counter, key]) => counter.waitS(key)));
    if (waitS > 0) throw tooMany(waitS, attempt.action === 'mail');
    // A guess counts before the answer, so that many at once do not slip through; what was none is taken back.
    for (const [counter, key] of [...rates, ...delays]) counter.add(key);
  }

  /** What came of a sign-in that was admitted. True: its person is to be told that somebody guesses. */
  settle(attempt: Attempt, outcome: SignInOutcome): boolean {
    const { account } = attempt;
    if (outcome === 'wrong' && attempt.action !== 'sign-in') return false;
    if (outcome === 'wrong') {
      this.wrong.add(account);
      if (this.wrong.waitS(account) === 0 || this.told.waitS(account) > 0) return false;
      this.told.add(account);
      return true;
    }
    // Not all failures: who has an account of their own could clear what they guessed at others.
    for (const [delay, key] of this.delaysOf(attempt)) delay.takeBack(key);
    if (outcome === 'right' && attempt.action === 'sign-in') this.guesses.guessesPerPair.clear(this.pairOf(attempt));
    return false;
  }
}

// Counts in a sliding window, and waits that grow.

interface RateLimit {
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

const MAX_KEYS = 20_000;
/** Twice as long each time, fewer than these reach any longest wait. */
const MAX_DOUBLINGS = 24;

/** What happened lately, by key. The keys that were quiet for longest give way when there are too many. */
class Events {
  private readonly byKey = new Map<string, number[]>();

  constructor(
    private readonly most: number,
    private readonly windowMs: number,
    readonly now: () => number,
  ) {}

  recent(key: string): readonly number[] {
    const from = this.now() - this.windowMs;
    return (this.byKey.get(key) ?? []).filter((at) => at > from);
  }

  add(key: string): void {
    this.keep(key, [...this.recent(key), this.now()].slice(-this.most));
    const oldestKey = this.byKey.size > MAX_KEYS ? this.byKey.keys().next().value : undefined;
    if (oldestKey !== undefined) this.byKey.delete(oldestKey);
  }

  takeBack(key: string): void {
    this.keep(key, this.recent(key).slice(0, -1));
  }

  clear(key: string): void {
    this.byKey.delete(key);
  }

  private keep(key: string, events: readonly number[]): void {
    this.byKey.delete(key);
    if (events.length > 0) this.byKey.set(key, [...events]);
  }
}

const secondsUntil = (at: number, now: number): number => (at <= now ? 0 : Math.max(1, Math.ceil((at - now) / 1000)));

/** So many per key in a sliding window. */
class RateCounter {
  private readonly events: Events;

  constructor(
    private readonly limit: RateLimit,
    now: () => number = Date.now,
  ) {
    this.events = new Events(limit.count, limit.windowMs, now);
  }

  /** Seconds until the key may try again; 0 when it may now. */
  waitS(key: string): number {
    const recent = this.events.recent(key);
    const oldest = recent[recent.length - this.limit.count];
    return oldest === undefined ? 0 : secondsUntil(oldest + this.limit.windowMs, this.events.now());
  }

  add(key: string): void {
    this.events.add(key);
  }
}

/** Failures by key, each of which makes the next try wait: slower and slower, never shut. */
class FailureDelay {
  private readonly events: Events;

  constructor(
    private readonly limit: BackOff,
    now: () => number = Date.now,
  ) {
    this.events = new Events(limit.free + MAX_DOUBLINGS, limit.windowMs, now);
  }

  failures(key: string): number {
    return this.events.recent(key).length;
  }

  waitS(key: string): number {
    const { free, firstMs, maxMs } = this.limit;
    const recent = this.events.recent(key);
    const last = recent.at(-1);
    if (last === undefined || recent.length < free) return 0;
    return secondsUntil(last + Math.min(maxMs, firstMs * 2 ** (recent.length - free)), this.events.now());
  }

  add(key: string): void {
    this.events.add(key);
  }

  takeBack(key: string): void {
    this.events.takeBack(key);
  }

  clear(key: string): void {
    this.events.clear(key);
  }
}
