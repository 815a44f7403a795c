/** What stands around each answer about use; and what is said where nothing was measured: never a zero, but since when there are readings, and when something was heard last. */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { textsIn } from '#kernel/texts.ts';
import type { LatestAnswer } from '#subjects/usage/contract/usage.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import { type Home, roomsHeld } from '../home.ts';
import type { AskedPart, AskedPeriod } from '../intent.ts';
import { estimatedShare, isEmpty, sumBy } from './amounts.ts';
import { countedHours } from './periods.ts';
import { capital, note, paragraphs, said, type Voice, voiceOf } from './phrases.ts';
import { hasFigures, isWhole, type Reading, readRows, type UseFacts, utilitiesOf } from './use-facts.ts';

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

/** The meters of that part. */
export const metersIn = (home: Home, { meters }: LatestAnswer, { utility, room, device }: AskedPart) => {
  const isThere = roomsHeld(home, room);
  return meters.filter(
    (meter) =>
      isThere(meter.room) &&
      (utility === null || meter.utility === utility) &&
      (device === null || meter.deviceId === device),
  );
};

/** No figure can be had at all: of a home without readings, or of what nothing measures. Null: there may be one. */
export const nothingKnown = (asking: Asking, part: AskedPart): OwnAnswer | null => {
  const { home } = asking;
  const voice = voiceOf(asking);
  if (!hasFigures(home)) return said(voice.t('no-readings'));
  if (part.utility === null) return null;
  if (utilitiesOf(home, { ...part, utility: null }).includes(part.utility)) return null;
  const utility = voice.utility(part.utility);
  return said(
    isWhole(part)
      ? voice.t('utility-nowhere', { utility })
      : voice.t('utility-not-here', { name: voice.name(part), utility }),
  );
};

/** Nothing was measured then: since when there is something, or when it was heard last. */
export const nothingThen = async (
  voice: Voice,
  { part, period, latest, isSimulated }: UseFacts,
): Promise<OwnAnswer> => {
  const { home, t, write } = voice;
  const first = await readFirstDay(voice, part);
  const times = metersIn(home, latest, part).flatMap(({ lastAt }) => lastAt ?? []);
  const last = times.sort().at(-1) ?? null;
  if (first === null && last === null && part.device !== null)
    return said(capital(t('device-unmeasured', { name: voice.linkedDevice(part.device) })));
  const isBefore = first !== null && first >= period.to;
  return said(
    paragraphs(
      t('nothing-when', { when: voice.when(period), name: voice.name(part) }),
      isBefore ? t('begins-later', { day: write.day(first) }) : last && t('heard-last', { time: voice.time(last) }),
      note(voice.simulated(isSimulated)),
    ),
  );
};

export const withWholeDays = ({ language }: Asking, answer: OwnAnswer): OwnAnswer => ({
  ...answer,
  text: paragraphs(answer.text, note(textsIn(language, 'replies', 'use')('note-whole-days'))),
});

/** Some hours of each day where the answer can count them (`counts`); else an answer of whole days, which says so. */
export const inItsHours = async <Asked extends { readonly period: AskedPeriod }>(
  asking: Asking,
  asked: Asked,
  reply: (asked: Asked) => Promise<OwnAnswer>,
  counts = true,
): Promise<OwnAnswer> => {
  const { hours, ...days } = asked.period;
  if (hours === undefined || (counts && countedHours(asked.period) !== null)) return reply(asked);
  return withWholeDays(asking, await reply({ ...asked, period: days }));
};

/** A reply that is not given where nothing can be known of the part. */
export const whereKnown =
  <Asked>(
    partOf: (asked: Asked) => AskedPart,
    reply: (voice: Voice, asked: Asked) => OwnAnswer | Promise<OwnAnswer>,
  ): ((asking: Asking, asked: Asked) => Promise<OwnAnswer>) =>
  async (asking, asked) =>
    nothingKnown(asking, partOf(asked)) ?? reply(voiceOf(asking), asked);

/** The same of the use of a part in a period, or in some hours of its days where these can be counted. */
export const aboutUse = <Asked extends { readonly part: AskedPart; readonly period: AskedPeriod }>(
  reply: (voice: Voice, asked: Asked) => Promise<OwnAnswer>,
  countsHours: (asked: Asked) => boolean = () => true,
): ((asking: Asking, asked: Asked) => Promise<OwnAnswer>) => {
  const own = whereKnown(({ part }: Asked) => part, reply);
  return (asking, asked) => inItsHours(asking, asked, (one) => own(asking, one), countsHours(asked));
};

// What figures rest on: how much of them is estimated, was not measured, or is simulated.

// Less than that is a stray minute; more is worth a word.
export const wellCovered = 0.95;

export const estimatedNotes = (voice: Voice, { part, amounts }: Pick<UseFacts, 'part' | 'amounts'>): string[] =>
  utilitiesOf(voice.home, part).flatMap((utility) => {
    const amount = amounts[utility];
    if (amount === null) return [];
    return [
      amount.atLeast ? voice.t('note-at-least', { utility: voice.utility(utility) }) : null,
      voice.estimated(estimatedShare(amount), utility),
    ].flatMap((text) => (text === null ? [] : [capital(text)]));
  });

/** How much of a figure is estimated, and whether it is simulated; of several things each with its name. */
export const sourceNote = (voice: Voice, ...all: readonly UseFacts[]): string => {
  const estimates = all.flatMap((facts) => {
    const notes = estimatedNotes(voice, facts);
    return all.length > 1 ? notes.map((text) => `${capital(voice.name(facts.part))}: ${text}`) : notes;
  });
  return note(...new Set(estimates), voice.simulated(all.some(({ isSimulated }) => isSimulated)));
};

/** What a figure rests on, where that is not plain measuring. */
export const notesOf = (voice: Voice, facts: UseFacts, ...more: readonly string[]): string => {
  const { t, write } = voice;
  const { part, amounts, covered, beginsOn, isSimulated } = facts;
  const missing = utilitiesOf(voice.home, part).filter((utility) => amounts[utility] === null);
  return note(
    ...missing.map((utility) => t('note-missing', { utility: voice.utility(utility) })),
    beginsOn !== null && t('note-begins', { day: write.day(beginsOn) }),
    covered !== null && covered < wellCovered && t('note-covered', { share: write.percent(covered) }),
    ...estimatedNotes(voice, facts),
    ...more,
    voice.simulated(isSimulated),
  );
};
