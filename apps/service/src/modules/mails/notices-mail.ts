/** What a household is told of by itself, as one mail: what, since when, how much, and what to do. */
import { fillWords, type MailLanguage, mailWords } from '../../platform/mail-words.ts';

export interface MailedNotice {
  readonly kind: 'silent-meter' | 'running-water';
  /** `ended`: who gets this was told of its beginning. */
  readonly phase: 'began' | 'ended';
  readonly device: string;
  /** Instants as texts. */
  readonly since: string;
  readonly endedAt: string | null;
  readonly figures: { readonly usualS?: number; readonly usedMl?: number; readonly lowestMlPerHour?: number };
}

export interface MailReader {
  readonly language: MailLanguage;
  readonly country: string | null;
  readonly timeZone: string;
  readonly units: 'metric' | 'us';
}

const homes = { en: 'GB', es: 'ES', hi: 'IN' } as const;
const mlPerGallon = 3785.411784;

const writersFor = ({ language, country, timeZone, units }: MailReader) => {
  const locale = `${language}-${country ?? homes[language]}`;
  const day = { day: 'numeric', month: 'short' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = new Intl.DateTimeFormat(locale, { ...day, ...clock, timeZone });
  const count = (value: number, unit: string): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(value);
  return {
    time: (at: string | null): string => (at === null ? '' : time.format(new Date(at))),
    volume: (ml: number): string => {
      const amount = units === 'us' ? ml / mlPerGallon : ml / 1000;
      const digits = amount < 10 ? 1 : 0;
      return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(amount)}\u00a0${units === 'us' ? 'gal' : 'L'}`;
    },
    duration: (seconds: number): string => {
      if (seconds < 90) return count(seconds, 'second');
      if (seconds < 90 * 60) return count(seconds / 60, 'minute');
      return seconds < 36 * 3600 ? count(seconds / 3600, 'hour') : count(seconds / 86_400, 'day');
    },
  };
};

const fileOf = { 'silent-meter': 'silent', 'running-water': 'running' } as const;

/** The mail's subject and paragraphs. */
export const noticesText = (
  notices: readonly MailedNotice[],
  reader: MailReader,
  origin: string,
): { readonly subject: string; readonly paragraphs: readonly string[] } => {
  const words = mailWords[reader.language].notices;
  const write = writersFor(reader);
  const told = notices.map(({ kind, phase, device, since, endedAt, figures }) => {
    const { subject, text, check } = { check: '', ...words[fileOf[kind]][phase] };
    const values = {
      device,
      since: write.time(since),
      ended: write.time(endedAt),
      used: write.volume(figures.usedMl ?? 0),
      lowest: write.volume(figures.lowestMlPerHour ?? 0),
      usual: write.duration(figures.usualS ?? 0),
    };
    return { subject: fillWords(subject, values), text: [fillWords(text, values), check].filter(Boolean).join(' ') };
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
