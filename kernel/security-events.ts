/** What an operator watches for: a closed list. Each is a line of the log with its name as `event`, and `/metrics` counts them. */
import { channel } from 'node:diagnostics_channel';

interface SecurityFacts {
  readonly level: 'info' | 'warn';
  readonly meaning: string;
}

export const securityEvents = {
  'sign-in-done': { level: 'info', meaning: 'somebody signed in, signed up, or changed how they do' },
  'sign-in-refused': { level: 'warn', meaning: 'a wrong password or code' },
  'sign-in-limited': { level: 'warn', meaning: 'too many tries at signing in' },
  'account-guessed': { level: 'warn', meaning: 'ten wrong passwords at one account in an hour: its person is told' },
  'refresh-token-reused': { level: 'warn', meaning: 'a refresh token came twice: its session has ended' },
  'access-refused': { level: 'info', meaning: 'asked without a right to it' },
  'request-limited': { level: 'info', meaning: 'asked more often than is allowed' },
  'address-refused': { level: 'warn', meaning: 'was to send to an address that is not allowed' },
  'broker-login-refused': { level: 'warn', meaning: 'a wrong token at the MQTT broker' },
} as const satisfies Record<string, SecurityFacts>;

export type SecurityEvent = keyof typeof securityEvents;

/** Who counts them listens here. */
export const securityChannel = channel('wattershed.security');

/** The part of a log that it needs. */
interface Told {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

const quietMs = 60_000;
const maxKept = 100;

export type TellSecurity = (event: SecurityEvent, facts: Readonly<Record<string, string>>, to?: Told) => void;

/** Whether words are to be told: the same ones once a minute, so that whoever asks again and again does not fill the log. */
export const createIsNews = (): ((words: string) => boolean) => {
  const told = new Map<string, number>();
  return (words) => {
    const since = Date.now() - quietMs;
    for (const [one, at] of told) if (at < since) told.delete(one);
    if (told.has(words) || told.size >= maxKept) return false;
    told.set(words, Date.now());
    return true;
  };
};

/** Warnings are logged when they are news, and all are counted. */
export const createTellSecurity = (log: Told): TellSecurity => {
  const isNews = createIsNews();
  return (event, facts, to = log) => {
    securityChannel.publish(event);
    const { level, meaning } = securityEvents[event];
    if (level === 'info' || isNews(`${event} ${JSON.stringify(facts)}`)) to[level]({ event, ...facts }, meaning);
  };
};
