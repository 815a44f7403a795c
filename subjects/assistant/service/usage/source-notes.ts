/** What figures rest on: how much of them is estimated, was not measured, or is simulated. */
import { estimatedShare } from './amounts.ts';
import { capital, note, type Voice } from './phrases.ts';
import { type UseFacts, utilitiesOf } from './use-facts.ts';

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
