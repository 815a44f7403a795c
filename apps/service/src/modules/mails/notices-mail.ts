/** What a household is told of by itself, as one mail: what, since when, how much, and what to do. */
import { factsOf, shownRate, type UnitSystem, type Utility } from '@wattershed/catalogue';
import { type BudgetStage } from '@wattershed/domain';
import { fillWords, type MailLanguage, mailWords } from '../../platform/mail-words.ts';

export interface MailedNotice {
  readonly kind: 'silent-meter' | 'running-water' | BudgetStage;
  /** `ended`: who gets this was told of its beginning. */
  readonly phase: 'began' | 'ended';
  /** Null where it is of what a utility costs: the utility is said then. */
  readonly device: string | null;
  readonly utility: Utility;
  /** Instants as texts. */
  readonly since: string;
  readonly endedAt: string | null;
  readonly figures: {
    readonly usualS?: number;
    readonly floorMlPerHour?: number;
    readonly leakMl?: number;
    readonly cost?: string;
    readonly costPerMonth?: string;
    readonly budget?: string;
    readonly soFar?: string;
    readonly likely?: string;
    readonly currency?: string;
    readonly end?: string;
  };
}

export interface MailReader {
  readonly language: MailLanguage;
  readonly country: string | null;
  readonly timeZone: string;
  readonly units: UnitSystem;
}

const homes = { en: 'GB', es: 'ES', hi: 'IN' } as const;
const dayMs = 86_400_000;

type NoticeWords = (typeof mailWords)['en']['notices'];

const writersFor = ({ language, country, timeZone, units }: MailReader) => {
  const locale = `${language}-${country ?? homes[language]}`;
  const day = { day: 'numeric', month: 'short' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = new Intl.DateTimeFormat(locale, { ...day, ...clock, timeZone });
  const count = (value: number, unit: string): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(value);
  return {
    time: (at: string | null): string => (at === null ? '' : time.format(new Date(at))),
    leaked: (utility: Utility, used: number): string => {
      const { size, unit } = factsOf(utility).amount[units];
      const digits = used / size < 10 ? 1 : 0;
      return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(used / size)}\u00a0${unit}`;
    },
    leakRate: (utility: Utility, perHour: number): string => {
      const { amount, digits, unit } = shownRate(utility, perHour / factsOf(utility).flow.perHour, units);
      return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(amount)}\u00a0${unit}`;
    },
    money: (amount = '0', currency = 'EUR'): string =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount)),
    /** Of a period that is known by the first day after it. */
    lastDay: (end = ''): string =>
      end === '' ? '' : new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' }).format(Date.parse(end) - dayMs),
    duration: (seconds: number): string => {
      if (seconds < 90) return count(seconds, 'second');
      if (seconds < 90 * 60) return count(seconds / 60, 'minute');
      return seconds < 36 * 3600 ? count(seconds / 3600, 'hour') : count(seconds / 86_400, 'day');
    },
  };
};

/** Of a budget there is no word when it is over: `ended` of those that say it. */
const wordsOf = (
  { kind, phase, figures }: MailedNotice,
  words: NoticeWords,
): { subject: string; text: string; cost?: string; check?: string } => {
  if (kind === 'running-water') {
    const { cost, ...own } = words.running[phase];
    return figures.cost === undefined ? own : { cost, ...own };
  }
  return kind === 'silent-meter' ? words.silent[phase] : words.budget[kind];
};

/** The mail's subject and paragraphs. */
export const noticesText = (
  notices: readonly MailedNotice[],
  reader: MailReader,
  origin: string,
): { readonly subject: string; readonly paragraphs: readonly string[] } => {
  const words = mailWords[reader.language].notices;
  const write = writersFor(reader);
  const told = notices.map((notice) => {
    const { device, utility, since, endedAt, figures } = notice;
    const { subject, text, cost, check } = wordsOf(notice, words);
    const values = {
      device: device ?? words.budget[utility],
      budget: write.money(figures.budget, figures.currency),
      soFar: write.money(figures.soFar, figures.currency),
      likely: write.money(figures.likely, figures.currency),
      end: write.lastDay(figures.end),
      since: write.time(since),
      ended: write.time(endedAt),
      leak: write.leaked(utility, figures.leakMl ?? 0),
      rate: write.leakRate(utility, figures.floorMlPerHour ?? 0),
      cost: write.money(figures.cost, figures.currency),
      month: write.money(figures.costPerMonth, figures.currency),
      usual: write.duration(figures.usualS ?? 0),
    };
    return {
      subject: fillWords(subject, values),
      text: fillWords([text, cost, check].filter(Boolean).join(' '), values),
    };
  });
  return {
    subject: told.length === 1 ? (told[0]?.subject ?? '') : words.several,
    paragraphs: [
      ...told.map(({ text }) => text),
      fillWords(words.look, { link: `${origin}/dashboard` }),
      fillWords(words.footer, { link: `${origin}/profile#notifications` }),
    ],
  };
};
