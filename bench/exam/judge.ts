/**
 * Whether an answer is right, by rule and without anybody's opinion.
 *
 * - right: one of the question's reactions is there, whole. Of what nobody can know that is to say so: “not understood” alone is not.
 * - partly: some of a reaction's figures (or switches) and not all, or all of them without the words that give them their meaning.
 * - not understood: none of it, and the answer says so: it did not understand, does not know, or asks back.
 * - wrong: all else. Another figure, another subject, a switch that nobody asked for, words that must not be said, next door's data.
 */
import type { Language } from '#catalogue/index.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import type { Given } from '#subjects/assistant/service/questions/testing-asker.ts';
import { foreign, plain, sentencesOf, shownIn, stands } from '#subjects/assistant/service/questions/testing-known.ts';
import type { Figure, Question, Reaction, Switch } from './question.ts';

export const verdicts = ['right', 'partly', 'not understood', 'wrong'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Judged {
  readonly verdict: Verdict;
  /** What was found, where it is not right. */
  readonly why: string;
}

/** Says that something is not known, not measured or not understood. */
const admissions: Readonly<Record<Language, RegExp>> = {
  en: /not understood|(do|does|did)(n['’]t| not) (understand|know)|not known|unknown|can(['’]t|not) (tell|know|be known|say|see|answer|help|be compared)|not possible|there (is|are|was|were) no|\bno (readings|meter|figures|data|factor|budget|bill|such|single)|nothing (was|is) (measured|known)|not (been )?(measured|set|entered)|only .{0,60}(measured|knows|home)|readings begin|you change that/i,
  es: /no (se |lo |he |ha |te |me )*(ent[ie]|sé|sab|conoc|mid|pued|es posible|hay|consta|existe|está)|sin lecturas|ningun|ningún|desconoc|solo (se )?(mid|conoc|sab|da)|hay lecturas desde|eso se cambia/i,
  hi: /समझ (में )?नहीं|पता नहीं|नहीं (कर सक|बुला|है|हैं|था|थी|बता|माप|हो सक|मिल|होत)|संभव नहीं|कोई .{0,40}नहीं|कुछ नहीं|(केवल|सिर्फ़|सिर्फ) .{0,60}(जानता|मापे|बताता)|रीडिंग .{0,30}से शुरू|बदला जाता|samajh (me |mein )?nahi|pata nahi|nahi (hai|bata|hota)|koi .{0,40}nahi/i,
};
/** Tells figures, and that they leave out a word of the question. */
const caveats: Readonly<Record<Language, RegExp>> = {
  en: /does not take|not into account|whole days, not just/i,
  es: /no tiene en cuenta|días enteros, no/i,
  hi: /ध्यान नहीं रखा|केवल आपके बताए घंटों के नहीं|dhyan nahi rakha/i,
};
/** What the product itself keeps such an answer as. */
const asUnknown = new Set<string>(['unknown', 'unclear', 'impossible', 'refused', 'help']);
const devanagari = /\p{Script=Devanagari}/u;
const figure = /[€$₹]\s?\d|\d\s?(?:€|%|k?Wh?(?!\p{L})|L(?!\p{L})|m³|gal(?!\p{L}))/u;

interface Read {
  /** Without lists. */
  readonly prose: string;
  /** Without the examples that an answer of ignorance ends with. */
  readonly sentences: string;
  /** With its tables and charts. */
  readonly whole: string;
  readonly hasFigures: boolean;
  readonly asks: boolean;
  readonly leavesOut: boolean;
  readonly admits: boolean;
  /** Nothing of the household was told: its words answer no question. */
  readonly isLost: boolean;
  /** It was not understood, and no more is said. */
  readonly isPlain: boolean;
  readonly proposed: readonly Switch[];
}

const read = (given: Given, language: Language): Read => {
  const { understood, results, proposed } = given;
  const own = sentencesOf(given);
  const isUnknown = asUnknown.has(understood.about);
  const lines = own.split('\n').filter((line) => !/^\s*[-*]\s/.test(line));
  const prose = lines.join('\n');
  const endsWithExamples = ['unknown', 'impossible', 'refused'].includes(understood.about);
  const sentences = endsWithExamples ? prose : own;
  const whole = `${sentences} | ${shownIn(results)}`;
  const leavesOut = caveats[language].test(own);
  const isSetting = understood.about === 'impossible' && understood.why === 'setting';
  return {
    prose,
    sentences,
    whole,
    hasFigures: figure.test(whole),
    asks: understood.about === 'unclear' || lines.some((line) => /[?？]\s*$/.test(line)),
    leavesOut,
    admits: isUnknown || leavesOut || admissions[language].test(own),
    isPlain: understood.about === 'unknown' || understood.about === 'help' || understood.about === 'unclear',
    isLost: isUnknown && understood.about !== 'help' && !isSetting,
    proposed,
  };
};

const has = (wanted: Figure, text: string): boolean => [wanted].flat().some((one) => stands(one, text));

const isSame = (one: Switch, other: Switch): boolean => one[0] === other[0] && one[1] === other[1];

type Share = 'whole' | 'part' | 'none';

const shareOf = (count: number, all: number): Share => {
  if (count === all) return 'whole';
  return count > 0 ? 'part' : 'none';
};

const switchShare = ({ proposes }: Reaction, { proposed }: Read): Share =>
  proposed.some((one) => !proposes.some((other) => isSame(one, other)))
    ? 'none'
    : shareOf(proposed.length, proposes.length);

const answerShare = (reaction: Reaction, answer: Read): Share => {
  const { right, says, proposes, isNamed } = reaction;
  const isSaid = says === undefined || says.test(answer.whole);
  const switches = switchShare(reaction, answer);
  if (switches !== 'whole') return switches;
  if (proposes.length > 0) return isSaid ? 'whole' : 'part';
  if (right.length === 0) return isSaid && !answer.isLost ? 'whole' : 'none';
  const shown = right.filter((one) => has(one, answer.whole)).length;
  const named = isNamed ? right.filter((one) => has(one, answer.sentences)).length : shown;
  // A name in a question in return is no part of an answer.
  if (answer.isLost && shown < right.length) return 'none';
  if (named === right.length && isSaid) return 'whole';
  return shown > 0 ? 'part' : 'none';
};

const otherShare = (reaction: Reaction, answer: Read): Share => {
  const { kind, says, besides } = reaction;
  if (answer.proposed.length > 0) return 'none';
  const isSaid = says === undefined || says.test(answer.whole);
  if (kind === 'ask-back') return answer.asks ? shareOf(isSaid ? 2 : 1, 2) : 'none';
  if (!answer.admits) return 'none';
  if (kind === 'decline') return answer.hasFigures ? 'none' : shareOf(isSaid ? 2 : 1, 2);
  // Figures beside it are those of something else, unless it says which word they leave out.
  if (answer.hasFigures && !answer.leavesOut && besides !== 'figures') return 'none';
  // What was not understood is at least named in its own words.
  if (answer.isPlain && besides !== 'nothing-understood') return says?.test(answer.prose) ? 'whole' : 'none';
  return isSaid ? 'whole' : 'none';
};

const shareIn = (reaction: Reaction, answer: Read): Share =>
  reaction.kind === 'answer' ? answerShare(reaction, answer) : otherShare(reaction, answer);

const wanted = ({ kind, right, says, proposes }: Reaction): string =>
  [
    kind,
    ...right.map((one) => [one].flat().map(plain).join(' or ')),
    ...(says ? [String(says)] : []),
    ...proposes.map(([device, on]) => `${device} ${on ? 'on' : 'off'}`),
  ].join(' · ');

const faultsOf = (
  { text, reactions, never }: Question,
  given: Given,
  answer: Read,
  [language, neighbours]: readonly [Language, SeededHome],
): string[] => {
  const mayPropose = reactions.flatMap(({ proposes }) => proposes);
  const unasked = answer.proposed.filter((one) => !mayPropose.some((other) => isSame(one, other)));
  const isOtherScript = devanagari.test(answer.sentences) ? language !== 'hi' : devanagari.test(text);
  return [
    ...(given.text.trim() === '' && given.proposed.length === 0 ? ['says nothing'] : []),
    ...unasked.map(([device, on]) => `proposes ${device} ${on ? 'on' : 'off'}`),
    ...(never?.test(answer.whole) ? [`says ${never}`] : []),
    ...(isOtherScript ? ['in another language'] : []),
    // A name that the question says may be said again.
    ...foreign(given, { text }, neighbours).filter((fault) => !text.includes(fault.split(': ')[1] ?? fault)),
  ];
};

export const judge = (question: Question, given: Given, language: Language, neighbours: SeededHome): Judged => {
  const answer = read(given, language);
  const faults = faultsOf(question, given, answer, [language, neighbours]);
  if (faults.length > 0) return { verdict: 'wrong', why: faults.join('; ') };
  const shares = question.reactions.map((one) => shareIn(one, answer));
  if (shares.includes('whole')) return { verdict: 'right', why: '' };
  const why = `wanted ${question.reactions.map(wanted).join(' — or ')}`;
  if (shares.includes('part')) return { verdict: 'partly', why };
  const ownsUp = answer.leavesOut || ((answer.admits || answer.asks) && !answer.hasFigures);
  return { verdict: ownsUp && answer.proposed.length === 0 ? 'not understood' : 'wrong', why };
};
