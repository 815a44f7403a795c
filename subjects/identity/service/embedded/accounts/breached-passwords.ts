import { createHash } from 'node:crypto';
import { cappedFetch } from '#kernel/http/capped-fetch.ts';
import { type ChosenPassword, type Weakness, weaknessOf } from '#kernel/people/password-strength.ts';

/** Whether a password is on the lists of known ones. Who cannot be asked has said no. */
export type BreachCheck = (password: string) => Promise<boolean>;

/** What is asked of a new password, here and of those who know the leaked ones. */
export interface PasswordRules {
  minLength: number;
  weaknessOf: (chosen: ChosenPassword) => Promise<Weakness | null>;
}

const PATIENCE_MS = 1_500;
/** Without network nobody waits for every password. */
const PAUSE_MS = 60_000;
const PREFIX = 5;
/** Some two thousand lines of forty letters with their padding. */
const fetchCapped = cappedFetch(512 * 1024);

/** The far side hears the first five of forty digits of a hash, and pads its answer: it cannot tell which password was meant. */
async function isListed(origin: string, password: string): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  const response = await fetchCapped(new URL(`/range/${hash.slice(0, PREFIX)}`, origin), {
    headers: { 'add-padding': 'true', 'user-agent': 'Wattershed' },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!response.ok) throw new Error(`answered ${response.status}`);
  const rest = hash.slice(PREFIX);
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${rest}:`));
  return line !== undefined && Number(line.slice(rest.length + 1)) > 0;
}

export function createPasswordRules(minLength: number, isBreached: BreachCheck): PasswordRules {
  return {
    minLength,
    async weaknessOf(chosen) {
      const weakness = await weaknessOf(chosen, minLength);
      if (weakness !== null) return weakness;
      return (await isBreached(chosen.password)) ? 'pwned' : null;
    },
  };
}

export function createBreachCheck(origin: string | undefined, now: () => number): BreachCheck {
  let restsUntil = 0;
  return async (password) => {
    if (origin === undefined || now() < restsUntil) return false;
    try {
      return await isListed(origin, password);
    } catch {
      restsUntil = now() + PAUSE_MS;
      return false;
    }
  };
}
