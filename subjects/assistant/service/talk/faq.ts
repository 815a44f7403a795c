/** The published questions: which of them a text asks for, by its words without accents and without those that all questions have; quoted with the page where it stands. */
import { z } from 'zod';
import { lateByLanguage, type Language, languageFacts } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { FaqAnswer } from '#subjects/contact/contract/contact.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { Intent } from '../intent.ts';
import { escapeMarkdown, faqLink } from '../writer.ts';
import { moneyVoice, safe } from '../money/money-voice.ts';
import { createTool, ToolRefusal } from '../tools/tool.ts';
import { bullets, paragraphs, said } from '../usage/phrases.ts';
import { plainTips } from '../state/tips.ts';
import { helpText, safetyText, talkTexts } from './talk.ts';
import type { Topic } from '../topic.ts';

declare module '../intent.ts' {
  interface Intents {
    faq: { readonly key: string };
  }
}

export type FaqEntry = FaqAnswer['entries'][number];

/** Lower case, Latin letters without accents; signs of Hindi stay, as they are half of its letters. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter.charAt(0))
    .normalize('NFC')
    .toLowerCase();

const minCommon = 4;
const minCommonShare = 4 / 7;

/** Forms of one word begin alike: bill and billing, conecto and conectar; but not water and Wattershed. */
const isAlike = (a: string, b: string): boolean => {
  if (a === b) return true;
  let common = 0;
  while (common < a.length && a[common] === b[common]) common += 1;
  return common >= minCommon && common >= Math.max(a.length, b.length) * minCommonShare;
};

// Words by their sound: a language that has letters of its own is typed in Latin ones too, and each spells it its own way.

export const isLatin = (text: string): boolean => !/[^\p{Script=Latin}\P{L}]/u.test(text);

/** How letters of both scripts sound, without their breath; vowels are written in too many ways to count. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/[^\p{L}\p{M}]+/gu, ' '],
  [/chh?|[चछ]/g, 'C'],
  [/[cq]|[कख]/g, 'k'],
  [/ph|फ/g, 'f'],
  [/(?<=[kgtdbjs])h/g, ''],
  [/[गघ]/g, 'g'],
  [/z|[जझ]/g, 'j'],
  [/[टठतथ]/g, 't'],
  [/[डढदध]/g, 'd'],
  [/ं(?=[पफबभ])|म/g, 'm'],
  [/[नणङञ]|\u0902|\u0901/g, 'n'],
  [/प/g, 'p'],
  [/[बभ]/g, 'b'],
  [/र/g, 'r'],
  [/ल/g, 'l'],
  [/w|व/g, 'v'],
  [/[शषस]/g, 's'],
  [/ह/g, 'h'],
  [/x/g, 'ks'],
  [/[aeiouy]|[^a-zC ]/g, ''],
  [/(\S)\1+/g, '$1'],
];

export const soundOf = (text: string): string =>
  sounds.reduce((so, [letters, sound]) => so.replace(letters, sound), text);

/** Of so few letters, an ending adds one at most. */
export const soundAlike = (one: string, other: string): boolean => {
  const [short, long]: readonly [string, string] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) && long.length - short.length <= (short.length > 2 ? 1 : 0);
};

/** How a text is read word by word, and how its words are held against each other. */
interface Dictionary {
  readonly wordsOf: (text: string) => readonly string[];
  readonly has: (words: readonly string[], wanted: string) => boolean;
}

/** Words that are left out, and those that are read as another, are told as the published questions have them. */
const dictionaryOf = (
  language: Language,
  spell: (text: string) => string,
  isSame: (one: string, other: string) => boolean,
): Dictionary => {
  const t = textsIn(language, 'replies', 'faq');
  const spelt = (text: string): string => spell(fold(text));
  const lines = t('same').split(', ');
  const same = new Map(
    lines.flatMap((line) => {
      const [word = '', others = ''] = line.split(': ');
      return others.split(' ').map((other) => [spelt(other), spelt(word)] as const);
    }),
  );
  const saysNothing = new Set(t('says-nothing').split(' ').map(spelt));
  const wordsOf = (text: string): readonly string[] => {
    const words = spelt(text)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word.length > 1 && !saysNothing.has(word))
      .map((word) => word.replace(/s$/, ''))
      .map((word) => same.get(word) ?? word);
    return [...new Set(words)];
  };
  return { wordsOf, has: (words, wanted) => words.some((word) => isSame(word, wanted)) };
};

const written = lateByLanguage((language) => dictionaryOf(language, (text) => text, isAlike));
/** A text in Latin letters of a language that has its own. */
const spoken = lateByLanguage((language) => dictionaryOf(language, soundOf, soundAlike));

const dictionaryFor = (text: string, language: Language): Dictionary =>
  (languageFacts(language).script !== 'latin' && isLatin(text) ? spoken : written)[language];

/** What it counts that an entry's question is asked as a whole. */
const questionShare = 0.3;

/** Of what a word counts in a question: an answer that has it counts for less, and for little if many answers have it. */
const rareInAnswer = 1 / 2;
const commonInAnswer = 1 / 4;
const rare = 2;
/** A word that no entry has is mostly chat around the question. */
const strangeWeight = 1 / 4;

interface Words {
  readonly question: readonly string[];
  readonly answer: readonly string[];
}

/** What a word counts, and what of it where an answer alone has it: the less, the more entries have it. */
const weigh = (
  entries: readonly Words[],
  word: string,
  has: Dictionary['has'],
): { word: string; weight: number; inAnswer: number } => {
  const questions = entries.filter(({ question }) => has(question, word)).length;
  const answers = entries.filter(({ answer }) => has(answer, word)).length;
  const share = Math.log(1 + entries.length / (1 + questions));
  const weight = questions + answers === 0 ? share * strangeWeight : share;
  return { word, weight, inAnswer: weight * (answers <= rare ? rareInAnswer : commonInAnswer) };
};

interface Score {
  readonly entry: FaqEntry;
  /** How much of what is asked the entry's own question names. */
  readonly score: number;
}

/** Less of the asked words in a question, and it is another question; as near as this, and two are one as good as the other. */
const minScore = 0.6;
const minLead = 0.1;

const ranked = (entries: readonly FaqEntry[], text: string, language: Language): readonly Score[] => {
  const { wordsOf, has } = dictionaryFor(text, language);
  const asked = wordsOf(text);
  const words = entries.map((entry) => ({
    entry,
    question: wordsOf(entry.question),
    answer: wordsOf(entry.answer),
  }));
  const weighed = asked.map((word) => weigh(words, word, has));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return words
    .map(({ entry, question, answer }): Score => {
      const found = weighed.reduce((sum, { word, weight, inAnswer }) => {
        if (has(question, word)) return sum + weight;
        return has(answer, word) ? sum + inAnswer : sum;
      }, 0);
      const named = question.filter((word) => has(asked, word)).length / Math.max(1, question.length);
      return { entry, score: all === 0 ? 0 : (1 - questionShare) * (found / all) + questionShare * named };
    })
    .sort((a, b) => b.score - a.score);
};

/** Null: none is asked for clearly. Words that many entries have count for less. */
export const findFaq = (entries: readonly FaqEntry[], text: string, language: Language): FaqEntry | null => {
  const [best, second] = ranked(entries, text, language);
  if (!best || best.score < minScore || best.score - (second?.score ?? 0) < minLead) return null;
  return best.entry;
};

/** Less than this, and it is about something else. */
const nearScore = 0.35;
const maxNear = 2;

/** What may be asked for, though not clearly; the nearest first. */
export const nearFaq = (entries: readonly FaqEntry[], text: string, language: Language): readonly FaqEntry[] =>
  ranked(entries, text, language)
    .filter(({ score }) => score >= nearScore)
    .slice(0, maxNear)
    .map(({ entry }) => entry);

/** As it was published, as text. */
const quoted = (answer: string): string =>
  answer
    .split(/\n+/)
    .map((line) => `> ${safe(line)}`)
    .join('\n>\n');

const resultOf = ({ key, question }: FaqEntry): FoundResult => ({ tool: 'faq', title: question, link: faqLink(key) });

export const wordFaq = (asking: Asking, entry: FaqEntry): OwnAnswer => {
  const { key, question, answer } = entry;
  const told = moneyVoice(asking).t('faq', { link: faqLink(key), question: safe(question) });
  return { text: paragraphs(told, quoted(answer)), results: [resultOf(entry)] };
};

/** Entries that may be meant, by their questions. */
export const wordNear = (asking: Asking, entries: readonly FaqEntry[]): string => {
  const lines = entries.map(({ key, question }) => `[${safe(question)}](${faqLink(key)})`);
  return paragraphs(moneyVoice(asking).t('faq-near'), bullets(lines));
};

export const replyToFaq = async (asking: Asking, { key }: Intent<'faq'>): Promise<OwnAnswer> => {
  const entry = (await asking.sources.faq(asking.language)).find((one) => one.key === key);
  return entry ? wordFaq(asking, entry) : said(moneyVoice(asking).t('no-faq', { link: '/contact' }));
};

const faqTool = createTool({
  name: 'search_faq',
  tool: 'faq',
  description: 'The published question about Wattershed itself that fits best, with its answer.',
  args: {
    query: z.string().trim().min(1).max(300).describe("What is asked, in words of the person's language."),
  },
  facts: z.strictObject({ question: z.string(), answer: z.string(), link: z.string() }),
  run: async (asking, { query }) => {
    const entries = await asking.sources.faq(asking.language);
    const entry = findFaq(entries, query, asking.language);
    if (entry === null)
      throw new ToolRefusal(
        `No published question fits. There are: ${entries.map(({ question }) => question).join(' | ')}`,
      );
    const { question, answer, key } = entry;
    return { facts: { question, answer, link: faqLink(key) }, result: resultOf(entry) };
  },
});

// What somebody without an account is answered: no household stands behind it, so no figure does either.

type About = Intent['about'];

const ofDevices: readonly About[] = ['devices', 'device', 'switch', 'alerts'];
const ofMoney: readonly About[] = ['bill', 'closed-bill', 'bill-change', 'costs', 'tariff'];

const notUnderstood = (language: Language): string =>
  paragraphs(talkTexts(language)('visitor'), talkTexts(language)('unknown'));

/** What can be said without a household. */
const withoutHome: Partial<Record<About, (language: Language) => string>> = {
  help: (language) => paragraphs(talkTexts(language)('visitor'), helpText(language)),
  greeting: (language) =>
    paragraphs(...(['visitor-hello', 'visitor', 'visitor-ask'] as const).map((key) => talkTexts(language)(key))),
  thanks: (language) => talkTexts(language)('thanks'),
  refused: (language) => talkTexts(language)('refused'),
  'left-as-is': (language) => talkTexts(language)('left-as-is'),
  tips: (language) => paragraphs(talkTexts(language)('visitor-tips'), plainTips(language)),
  unknown: notUnderstood,
  faq: notUnderstood,
};

/** Of what would need figures what they would show, and the tips in short. */
const ofAHome = (language: Language, about: About): string => {
  const t = talkTexts(language);
  const kind = ofDevices.includes(about) ? 'devices' : ofMoney.includes(about) ? 'money' : 'use';
  const tips = bullets([t('tip-shift'), t('tip-cooling'), t('tip-leaks')]);
  return paragraphs(`${t(`visitor-${kind}`)} ${t('visitor')}`, tips);
};

/** `entry`: the frequent question that was meant, where one was. */
export const visitorReply = (language: Language, intent: Intent, entry: FaqEntry | null): OwnAnswer => {
  const { about } = intent;
  if (about === 'safety') return said(safetyText(language, intent, null));
  return said(
    entry === null
      ? (withoutHome[about]?.(language) ?? ofAHome(language, about))
      : paragraphs(`**[${escapeMarkdown(entry.question)}](${faqLink(entry.key)})**`, quoted(entry.answer)),
  );
};

export const faqTopic: Topic<'faq'> = {
  about: 'faq',
  takes: 'explain how',
  next: ['today', 'forecast', 'tips'],
  tools: [faqTool],
  reply: replyToFaq,
};
