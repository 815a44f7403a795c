/** Parts of sentences about use: who, when, how much, and how sure it is. */
import type { Language, Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { toKnownRoom } from '#catalogue/rooms.ts';
import { textsIn } from '#kernel/texts.ts';
import type { LatestAnswer } from '#subjects/usage/contract/usage.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import { type Home, roomsHeld, wholeHome } from '../home.ts';
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
import { type Amounts, estimatedShare, isEmpty, sumBy, unmetered } from './amounts.ts';
import { countedHours, type Days, isOpen } from './periods.ts';
import { hasFigures, isWhole, type Reading, readRows, type UseFacts, utilitiesOf } from './use-facts.ts';

export const usageTexts = (language: Language) => textsIn(language, 'replies', 'use');

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** An answer of words alone. */
export const said = (text: string): OwnAnswer => ({ text, results: [] });

/** The first of them, and how many more there are. `last`: what is told in any case. */
export const someOf = <One>(
  { language, write }: Asking,
  all: readonly One[],
  max: number,
  textOf: (one: One) => string,
  last: readonly string[] = [],
): string => {
  const named = [...all.slice(0, max).map(textOf), ...last];
  const more = all.length - max;
  return write.list(more > 0 ? [...named, usageTexts(language)('list-more', { count: more })] : named);
};

/** Sentences one after the other; those that say nothing are left out. */
export const together = (...sentences: readonly (string | null | undefined | false)[]): string =>
  sentences.filter((one) => typeof one === 'string' && one !== '').join(' ');

/** As it is written: for titles and tables, which are no Markdown. */
export const plainName = ({ home, language }: Asking, part: AskedPart): string => {
  if (part.device !== null) return deviceName(home, part.device);
  return isWhole(part) ? usageTexts(language)('home') : roomName(language, part.room ?? '');
};

export const partName = (asking: Asking, part: AskedPart): string => escapeMarkdown(plainName(asking, part));

/** In the middle of a sentence: a room that everyone has with its article, or in the form that a sentence asks for. */
export const roomWithin = (asking: Asking, room: string): string => {
  const known = toKnownRoom(room);
  return known ? usageTexts(asking.language)(`the-${known}`) : roomText(asking, room);
};

export const nameWithin = (asking: Asking, part: AskedPart): string => {
  if (part.device !== null) return partName(asking, part);
  return isWhole(part) ? usageTexts(asking.language)('the-home') : roomWithin(asking, part.room ?? '');
};

export const roomText = ({ language }: Asking, room: string): string => escapeMarkdown(roomName(language, room));

/** A device by its name; one without a name, or none: a meter. */
export const deviceText = ({ home, language }: Asking, device: string | null): string =>
  escapeMarkdown(device === null ? '' : deviceName(home, device)) || usageTexts(language)('someMeter');

/** "[Oven](…)". */
export const linkedDevice = (asking: Asking, device: string): string =>
  figure(deviceText(asking, device), deviceLink(device));

/** Of a group of rooms or devices. */
export const plainGroup = ({ home, language }: Asking, key: string, by: 'room' | 'device'): string => {
  if (key === unmetered) return usageTexts(language)('unmetered');
  return by === 'room' ? roomName(language, key) : deviceName(home, key);
};

const clockText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** "yesterday (21 November 2026), between 18:00 and 22:00". */
const withHours = ({ language, write }: Asking, when: string, { hours }: AskedPeriod): string =>
  hours === undefined
    ? when
    : usageTexts(language)('in-hours', {
        when,
        from: write.clock(clockText(hours.from)),
        to: write.clock(clockText(hours.to)),
      });

/** "today (22 November 2026) so far": in the middle of a sentence. */
export const whenOf = (asking: Asking, period: AskedPeriod): string => {
  const { home, language, write } = asking;
  const when = withHours(asking, periodText(language, write, period), period);
  return isOpen(period, home) ? usageTexts(language)('so-far', { when }) : when;
};

/** As it stands at the beginning of a sentence. */
export const atFirst = (asking: Asking, period: AskedPeriod): string => capital(whenOf(asking, period));

// Less is no change that anybody would speak of.
const same = 0.005;

/** `plain`: there is no share. */
export const changeKey = (share: number | null): 'plain' | 'same' | 'less' | 'more' => {
  if (share === null) return 'plain';
  if (Math.abs(share) < same) return 'same';
  return share < 0 ? 'less' : 'more';
};

export const daysText = ({ write }: Asking, period: Days): string =>
  addDays(period.from, 1) === period.to ? write.day(period.from) : write.days(period);

/** "Saturday 21 Nov". */
export const dayText = ({ write }: Asking, day: LocalDay): string => `${write.weekday(day)} ${write.shortDay(day)}`;

/** The page that shows it: a device among those of its room. */
export const pageOf = (
  { home }: Asking,
  { utility, room, device }: AskedPart,
  period: Days,
  by?: 'room' | 'device',
): string => {
  const one = home.devices.find(({ id }) => id === device);
  const place = one ? one.room : room;
  const part = { utility: utility ?? one?.utility ?? null, room: place === wholeHome ? null : place || null };
  return analyticsLink(period, home.today, part, one ? 'device' : by);
};

/** "[12.4 kWh](…) of electricity". */
const amountOf = (asking: Asking, utility: Utility, used: number, link: string | null): string => {
  const { language, write } = asking;
  const amount = figure(write.amount(utility, used), link);
  return usageTexts(language)('amount-of', { amount, utility: utilityName(language, utility) });
};

/** All that was measured of a part, as one list. */
export const amountsOf = (asking: Asking, part: AskedPart, amounts: Amounts, period: Days): string =>
  asking.write.list(
    utilitiesOf(asking.home, part).flatMap((utility) => {
      const amount = amounts[utility];
      return amount === null
        ? []
        : [amountOf(asking, utility, amount.used, pageOf(asking, { ...part, utility }, period))];
    }),
  );

/** How sure the figures are: all in italics, which the panel shows small, below what they come from. */
export const note = (text: string): string => (text === '' ? '' : `_${text}_`);

export const simulatedText = ({ language }: Asking, isSimulated: boolean): string | null =>
  isSimulated ? usageTexts(language)('note-simulated') : null;

export const simulatedNote = (asking: Asking, isSimulated: boolean): string =>
  note(simulatedText(asking, isSimulated) ?? '');

// Less than that is a stray minute; more is worth a word.
const wellCovered = 0.95;
const worthSaying = 0.005;

export const estimatedNotes = (
  { home, language, write }: Asking,
  { part, amounts }: Pick<UseFacts, 'part' | 'amounts'>,
): string[] =>
  utilitiesOf(home, part).flatMap((utility) => {
    const amount = amounts[utility];
    if (amount === null) return [];
    const t = usageTexts(language);
    const values = { share: write.percent(estimatedShare(amount)), utility: utilityName(language, utility) };
    return [
      ...(amount.atLeast ? [capital(t('note-at-least', values))] : []),
      ...(estimatedShare(amount) < worthSaying ? [] : [capital(t('note-estimated', values))]),
    ];
  });

/** As of several things: each with its name. */
const namedEstimates = (asking: Asking, facts: UseFacts): string[] =>
  estimatedNotes(asking, facts).map((text) => `${capital(partName(asking, facts.part))}: ${text}`);

/** How much of a figure is estimated, and whether it is simulated. */
export const sourceNote = (asking: Asking, ...all: readonly UseFacts[]): string =>
  note(
    together(
      ...new Set(
        all.flatMap((facts) => (all.length > 1 ? namedEstimates(asking, facts) : estimatedNotes(asking, facts))),
      ),
      simulatedText(
        asking,
        all.some(({ isSimulated }) => isSimulated),
      ),
    ),
  );

/** What a figure rests on, where that is not plain measuring. */
export const notesOf = (asking: Asking, facts: UseFacts, ...more: readonly string[]): string => {
  const { home, language, write } = asking;
  const t = usageTexts(language);
  const { part, amounts, covered, beginsOn, isSimulated } = facts;
  const missing = utilitiesOf(home, part).filter((utility) => amounts[utility] === null);
  return note(
    together(
      ...missing.map((utility) => t('note-missing', { utility: utilityName(language, utility) })),
      beginsOn !== null && t('note-begins', { day: write.day(beginsOn) }),
      covered !== null && covered < wellCovered && t('note-covered', { share: write.percent(covered) }),
      ...estimatedNotes(asking, facts),
      ...more,
      simulatedText(asking, isSimulated),
    ),
  );
};

/** The period before the first of these, which are told of the same one. */
export const inPeriod = (asking: Asking, period: AskedPeriod, [first, ...others]: readonly string[]): string[] =>
  first === undefined
    ? []
    : [
        usageTexts(asking.language)('in-period', { when: atFirst(asking, period), said: first }),
        ...others.map(capital),
      ];

/** A short line of the answer, then what is said below it. */
export const paragraphs = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join('\n\n');

/** Some hours of each day where the answer can count them; else an answer of whole days, which says so. */
export const inItsHours = async <Asked extends { readonly period: AskedPeriod }>(
  asking: Asking,
  asked: Asked,
  reply: (asked: Asked) => Promise<OwnAnswer>,
  counts = countedHours(asked.period) !== null,
): Promise<OwnAnswer> => {
  const { hours, ...days } = asked.period;
  if (hours === undefined || counts) return reply(asked);
  return withWholeDays(asking, await reply({ ...asked, period: days }));
};

export const withWholeDays = ({ language }: Asking, answer: OwnAnswer): OwnAnswer => ({
  ...answer,
  text: paragraphs(answer.text, note(usageTexts(language)('note-whole-days'))),
});

// What is said where nothing was measured: never a zero, but since when there are readings, and when something was heard last.

const maxYears = 20;

/** The first day with readings of that part; null: there is none. */
export const readFirstDay = async (reading: Reading, part: AskedPart): Promise<LocalDay | null> => {
  const { today } = reading.home;
  const begin = `${Number(today.slice(0, 4)) - maxYears}-${today.slice(5, 7)}-01`;
  const first = async (from: LocalDay, to: LocalDay, bucket: 'day' | 'month'): Promise<LocalDay | null> => {
    const sums = sumBy(await readRows(reading, { from, to }, part, bucket), ({ start }) => start);
    const heard = [...sums].filter(([, amounts]) => !isEmpty(amounts)).map(([start]) => start);
    return heard.sort()[0] ?? null;
  };
  const month = await first(begin, addDays(today, 1), 'month');
  return month === null ? null : first(month, addDays(month, 31), 'day');
};

/** When a meter of that part was heard last, as an instant; null: never. */
const lastHeard = (home: Home, { meters }: LatestAnswer, { utility, room, device }: AskedPart): string | null => {
  const isThere = roomsHeld(home, room);
  const times = meters
    .filter((meter) => utility === null || meter.utility === utility)
    .filter((meter) => isThere(meter.room))
    .filter((meter) => device === null || meter.deviceId === device)
    .flatMap(({ lastAt }) => lastAt ?? []);
  return times.sort().at(-1) ?? null;
};

/** No figure can be had at all: of a home without readings, or of what nothing measures. Null: there may be one. */
export const nothingKnown = (asking: Asking, part: AskedPart): OwnAnswer | null => {
  const { home, language } = asking;
  const t = usageTexts(language);
  if (!hasFigures(home)) return said(t('no-readings'));
  const { utility } = part;
  if (utility === null) return null;
  const isThere = roomsHeld(home, part.room);
  const here = home.devices.filter(({ id, room }) => (part.device === null ? isThere(room) : id === part.device));
  if (here.some((device) => device.utility === utility)) return null;
  const name = utilityName(language, utility);
  return said(
    isWhole(part)
      ? t('utility-nowhere', { utility: name })
      : t('utility-not-here', { name: partName(asking, part), utility: name }),
  );
};

const neverMeasured = (asking: Asking, device: string): OwnAnswer => {
  const name = linkedDevice(asking, device);
  return said(capital(usageTexts(asking.language)('device-unmeasured', { name })));
};

/** Nothing was measured then: since when there is something, or when it was heard last. */
export const nothingThen = async (
  asking: Asking,
  { part, period, latest, isSimulated }: UseFacts,
): Promise<OwnAnswer> => {
  const { language, write } = asking;
  const t = usageTexts(language);
  const [first, last] = [await readFirstDay(asking, part), lastHeard(asking.home, latest, part)];
  if (first === null && last === null && part.device !== null) return neverMeasured(asking, part.device);
  const line = t('nothing-when', { when: whenOf(asking, period), name: partName(asking, part) });
  const isBefore = first !== null && first >= period.to;
  const more = isBefore
    ? t('begins-later', { day: write.day(first) })
    : last && t('heard-last', { time: write.dateTime(Date.parse(last)) });
  return said(paragraphs(line, more, simulatedNote(asking, isSimulated)));
};

export const hasNothing = (asking: Asking, { part, amounts }: UseFacts): boolean =>
  isEmpty(amounts) || utilitiesOf(asking.home, part).length === 0;
