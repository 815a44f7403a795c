import { addressKey } from '../platform/address-key.ts';
import { tooManyRequests } from './auth-answers.ts';
import { RateCounter, type RateLimit } from './rate-limit.ts';

const MINUTE_MS = 60_000;

export interface AuthLimits {
  signInPerAddress: RateLimit;
  /** Failed sign-ins only: a person who knows the password is not locked out by their own success. */
  failedSignInPerAccount: RateLimit;
  signUpPerAddress: RateLimit;
  guestPerAddress: RateLimit;
  guestsInTotal: number;
  mailPerAddress: RateLimit;
  mailPerAccount: RateLimit;
  verifyPerAddress: RateLimit;
  changePerAddress: RateLimit;
}

export const defaultAuthLimits: AuthLimits = {
  signInPerAddress: { count: 30, windowMs: 5 * MINUTE_MS },
  failedSignInPerAccount: { count: 10, windowMs: 15 * MINUTE_MS },
  signUpPerAddress: { count: 20, windowMs: 60 * MINUTE_MS },
  guestPerAddress: { count: 10, windowMs: 60 * MINUTE_MS },
  guestsInTotal: 200,
  mailPerAddress: { count: 10, windowMs: 60 * MINUTE_MS },
  mailPerAccount: { count: 3, windowMs: 15 * MINUTE_MS },
  verifyPerAddress: { count: 30, windowMs: 15 * MINUTE_MS },
  changePerAddress: { count: 30, windowMs: 15 * MINUTE_MS },
};

export type AuthAction = 'sign-in' | 'sign-up' | 'guest' | 'mail' | 'verify' | 'change' | 'free';

export class AuthGate {
  private readonly counters: Record<Exclude<keyof AuthLimits, 'guestsInTotal'>, RateCounter>;

  constructor(limits: AuthLimits, now?: () => number) {
    this.counters = {
      signInPerAddress: new RateCounter(limits.signInPerAddress, now),
      failedSignInPerAccount: new RateCounter(limits.failedSignInPerAccount, now),
      signUpPerAddress: new RateCounter(limits.signUpPerAddress, now),
      guestPerAddress: new RateCounter(limits.guestPerAddress, now),
      mailPerAddress: new RateCounter(limits.mailPerAddress, now),
      mailPerAccount: new RateCounter(limits.mailPerAccount, now),
      verifyPerAddress: new RateCounter(limits.verifyPerAddress, now),
      changePerAddress: new RateCounter(limits.changePerAddress, now),
    };
  }

  /** Counts the attempt, or answers the refusal. */
  admit(action: AuthAction, address: string, account: string): Response | undefined {
    const from = addressKey(address);
    const { counters } = this;
    const byAction: Record<AuthAction, [RateCounter, string][]> = {
      'sign-in': [[counters.signInPerAddress, from]],
      'sign-up': [[counters.signUpPerAddress, from]],
      guest: [[counters.guestPerAddress, from]],
      mail: [
        [counters.mailPerAddress, from],
        [counters.mailPerAccount, account],
      ],
      verify: [[counters.verifyPerAddress, from]],
      change: [[counters.changePerAddress, from]],
      free: [],
    };
    const tries = byAction[action];
    const accountWait = action === 'sign-in' ? counters.failedSignInPerAccount.waitS(account) : 0;
    const waitS = Math.max(accountWait, ...tries.map(([counter, key]) => counter.waitS(key)));
    if (waitS > 0) return tooManyRequests(waitS, action === 'mail');
    for (const [counter, key] of tries) counter.add(key);
    // Counted before the answer, so that many tries at once do not slip through; a success takes it back.
    if (action === 'sign-in') counters.failedSignInPerAccount.add(account);
    return undefined;
  }

  signedIn(account: string): void {
    this.counters.failedSignInPerAccount.clear(account);
  }
}
