/** Parts of sentences about use: who, when, how much, and how sure it is. */
import type { Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { toKnownRoom } from '#catalogue/rooms.ts';
import { textsIn } from '#kernel/texts.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import { wholeHome } from '../home.ts';
import type { AskedPart, AskedPeriod } from '../intent.ts';
import {
  analyticsLink,
  deviceLink,
  deviceName,
  escapeMarkdown,
  figure,
  periodText,
  roomName,
  utilityName,
} from '../writer.ts';
import { type Amounts, unmetered } from './amounts.ts';
import { type Days, hourText, isOpen } from './periods.ts';
import { isWhole, utilitiesOf } from './use-facts.ts';

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** An answer of words alone. */
export const said = (text: string): OwnAnswer => ({ text, results: [] });

type Sentence = string | null | undefined | false;

/** Sentences one after the other; those that say nothing are left out. */
export const together = (...sentences: readonly Sentence[]): string =>
  sentences.filter((one) => typeof one === 'string' && one !== '').join(' ');

/** A short line of the answer, then what is said below it. */
export const paragraphs = (...parts: readonly Sentence[]): string =>
  parts.filter((one) => typeof one === 'string' && one !== '').join('\n\n');

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** How sure the figures are: all in italics, which the panel shows small, below what they come from. */
export const note = (...sentences: readonly Sentence[]): string => {
  const text = together(...sentences);
  return text === '' ? '' : `_${text}_`;
};

// Less is no change that anybody would speak of, and no part of a figure.
const worthSaying = 0.005;

/** `plain`: there is no share. */
export const changeKey = (share: number | null): 'plain' | 'same' | 'less' | 'more' => {
  if (share === null) return 'plain';
  if (Math.abs(share) < worthSaying) return 'same';
  return share < 0 ? 'less' : 'more';
};

export const everything: AskedPart = { utility: null, room: null, device: null };

export type By = 'room' | 'device';

/** The page that shows it: a device among those of its room. */
export const pageOf = ({ home }: Asking, { utility, room, device }: AskedPart, period: Days, by?: By): string => {
  const one = home.devices.find(({ id }) => id === device);
  const place = one ? one.room : room;
  const part = { utility: utility ?? one?.utility ?? null, room: place === wholeHome ? null : place || null };
  return analyticsLink(period, home.today, part, one ? 'device' : by);
};

/** "today (22 November 2026) so far, between 18:00 and 22:00": in the middle of a sentence. */
export const whenOf = ({ home, language, write }: Asking, period: AskedPeriod): string => {
  const t = textsIn(language, 'replies', 'use');
  const days = periodText(language, write, period);
  const { hours } = period;
  const clock = (hour: number): string => write.clock(`${String(hour).padStart(2, '0')}:00`);
  const when = hours ? t('in-hours', { when: days, from: clock(hours.from), to: clock(hours.to) }) : days;
  return isOpen(period, home) ? t('so-far', { when }) : when;
};

/** As it stands at the beginning of a sentence. */
export const atFirst = (asking: Asking, period: AskedPeriod): string => capital(whenOf(asking, period));

export const simulatedText = ({ language }: Asking, isSimulated: boolean): string | null =>
  isSimulated ? textsIn(language, 'replies', 'use')('note-simulated') : null;

/** How one household is spoken to about its use: with it goes all that it is looked into with. */
export const voiceOf = (asking: Asking) => {
  const { home, language, write } = asking;
  const t = textsIn(language, 'replies', 'use');
  const utility = (one: Utility): string => utilityName(language, one);
  /** As it is written: for titles and tables, which are no Markdown. */
  const plain = (part: AskedPart): string => {
    if (part.device !== null) return deviceName(home, part.device);
    return isWhole(part) ? t('home') : roomName(language, part.room ?? '');
  };
  const room = (name: string): string => escapeMarkdown(roomName(language, name));
  /** In the middle of a sentence: a room that everyone has with its article, or in the form that a sentence asks for. */
  const roomWithin = (name: string): string => {
    const known = toKnownRoom(name);
    return known ? t(`the-${known}`) : room(name);
  };
  const name = (part: AskedPart): string => escapeMarkdown(plain(part));
  /** A device by its name; one without a name, or none: a meter. */
  const device = (id: string | null): string =>
    escapeMarkdown(id === null ? '' : deviceName(home, id)) || t('someMeter');
  /** Of a group of rooms or devices. */
  const plainGroup = (key: string, by: By): string => {
    if (key === unmetered) return t('unmetered');
    return by === 'room' ? roomName(language, key) : deviceName(home, key);
  };
  const page = (part: AskedPart, period: Days, by?: By): string => pageOf(asking, part, period, by);
  /** A figure, linked to the page that shows it. */
  const amount = (one: Utility, used: number, part: AskedPart, period: Days, by?: By): string =>
    figure(write.amount(one, used), page({ ...part, utility: one }, period, by));
  return {
    ...asking,
    t,
    utility,
    /** At the beginning of a sentence, or of a column. */
    title: (one: Utility): string => capital(utility(one)),
    plain,
    name,
    room,
    roomWithin,
    within: (part: AskedPart): string => {
      if (part.device !== null) return name(part);
      return isWhole(part) ? t('the-home') : roomWithin(part.room ?? '');
    },
    device,
    /** "[Oven](…)". */
    linkedDevice: (id: string): string => figure(device(id), deviceLink(id)),
    plainGroup,
    group: (key: string, by: By): string =>
      key === unmetered ? plainGroup(key, by) : escapeMarkdown(plainGroup(key, by)),
    when: (period: AskedPeriod): string => whenOf(asking, period),
    atFirst: (period: AskedPeriod): string => atFirst(asking, period),
    days: (period: Days): string =>
      addDays(period.from, 1) === period.to ? write.day(period.from) : write.days(period),
    /** "Saturday 21 Nov". */
    weekday: (day: LocalDay): string => `${write.weekday(day)} ${write.shortDay(day)}`,
    time: (at: string): string => write.dateTime(Date.parse(at)),
    page,
    amount,
    /** "Oven 1.2 kWh". */
    named: (whose: string, figures: string): string => t('named-amount', { name: whose, amount: figures }),
    /** "between 07:00 and 08:00", as values of a text. */
    hour: (hour: number) => ({ from: write.clock(hourText(hour)), to: write.clock(hourText(hour + 1)) }),
    /** All that was measured of a part, as one list: "[12.4 kWh](…) of electricity". */
    amounts: (part: AskedPart, amounts: Amounts, period: Days): string =>
      write.list(
        utilitiesOf(home, part).flatMap((one) =>
          amounts[one] === null
            ? []
            : [t('amount-of', { amount: amount(one, amounts[one].used, part, period), utility: utility(one) })],
        ),
      ),
    /** The first of them, and how many more there are. `last`: what is told in any case. */
    some: <One>(all: readonly One[], max: number, textOf: (one: One) => string, last: readonly string[] = []): string =>
      write.list([
        ...all.slice(0, max).map(textOf),
        ...last,
        ...(all.length > max ? [t('list-more', { count: all.length - max })] : []),
      ]),
    /** The period before the first of these, which are told of the same one. */
    inPeriod: (period: AskedPeriod, [first, ...others]: readonly string[]): string[] =>
      first === undefined
        ? []
        : [t('in-period', { when: atFirst(asking, period), said: first }), ...others.map(capital)],
    /** How much of it is estimated, in words. */
    estimated: (share: number, one: Utility): string | null =>
      share < worthSaying ? null : t('note-estimated', { share: write.percent(share), utility: utility(one) }),
    /** Of a household that is a sample. */
    simulated: (isSimulated = home.kind !== 'home'): string | null => simulatedText(asking, isSimulated),
  };
};
export type Voice = ReturnType<typeof voiceOf>;
