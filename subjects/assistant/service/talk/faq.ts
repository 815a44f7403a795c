/** The published questions: which of them a text asks for, by its words without accents and without those that all questions have; quoted with the page where it stands. */
import { z } from 'zod';
import { type InLanguages, type Language, ofLanguage } from '#catalogue/index.ts';
import type { FaqAnswer } from '#subjects/contact/contract/contact.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import type { Intent } from '../intent.ts';
import { escapeMarkdown, faqLink } from '../writer.ts';
import { moneyVoice, safe } from '../money/money-voice.ts';
import { createTool, ToolRefusal } from '../tools/tool.ts';
import { paragraphs } from '../usage/phrases.ts';
import { plainTips } from '../state/tips.ts';
import { bullets, helpText, safetyText, talkTexts } from './talk.ts';
import type { Topic } from '../topic.ts';

declare module '../intent.ts' {
  interface Intents {
    faq: { readonly key: string };
  }
}

export type FaqEntry = FaqAnswer['entries'][number];

/** Words that say nothing of what is asked, as `fold` leaves them. */
const stopWords: InLanguages<ReadonlySet<string>> = {
  en: new Set(
    'a about an and are as at be by can could do does for from has have how i if in is it its me my of on or our so that the their there they this to was we what when where which who why will with would you your please tell explain mean'.split(
      ' ',
    ),
  ),
  es: new Set(
    'a al algo como con cual cuando cuanto cuanta de del donde e el ella en eres es esa ese eso esta este esto estan ha hay la las lo los me mi mis o para pero por porque puede puedo puedes que quien se ser si sin sobre son su sus tu tus un una uno y ya explica dime significa significan'.split(
      ' ',
    ),
  ),
  hi: new Set(
    'क्या कैसे कब कहाँ कौन क्यों कितना कितने कितनी है हैं हूँ हो होता होती होते था थी थे का की के को में से पर और या मैं मेरा मेरी मेरे मुझे आप आपका आपकी आपके हम यह वह ये वे इस उस जो तो भी ही ने एक अपना अपनी अपने कर करें करते करता करना सकता सकती सकते बताइए बताओ मतलब लिए साथ'.split(
      ' ',
    ),
  ),
};

/** Lower case, Latin letters without accents; signs of Hindi stay, as they are half of its letters. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter.charAt(0))
    .normalize('NFC')
    .toLowerCase();

/** Words that mean the same and are not written alike: each as the published questions have it. */
const sameAs: InLanguages<Readonly<Record<string, string>>> = {
  en: {
    view: 'see',
    look: 'see',
    upload: 'bring',
    import: 'bring',
    past: 'old',
    historical: 'old',
    csv: 'file',
    guessed: 'estimated',
  },
  es: {
    ve: 'ver',
    ven: 'ver',
    mira: 'ver',
    mirar: 'ver',
    miran: 'ver',
    cargo: 'traer',
    cargar: 'traer',
    subo: 'traer',
    subir: 'traer',
    importar: 'traer',
    importo: 'traer',
    vieja: 'antigua',
    fichero: 'archivo',
    csv: 'archivo',
  },
  hi: {
    देखता: 'देख',
    देखते: 'देख',
    देखती: 'देख',
    दिखती: 'देख',
    दिखता: 'देख',
    अपलोड: 'ला',
    डालूं: 'ला',
    इम्पोर्ट: 'ला',
    csv: 'फाइल',
    सीएसवी: 'फाइल',
    अंदाज़न: 'अनुमानित',
    अंदाज़ा: 'अनुमानित',
    पुराना: 'पुरानी',
    पुराने: 'पुरानी',
  },
};

const wordsOf = (text: string, language: Language): readonly string[] => {
  const same = new Map(Object.entries(ofLanguage(sameAs, language)).map(([from, to]) => [fold(from), fold(to)]));
  const words = fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length > 1 && !ofLanguage(stopWords, language).has(word))
    .map((word) => word.replace(/s$/, ''))
    .map((word) => same.get(word) ?? word);
  return [...new Set(words)];
};

const minCommon = 4;
const minCommonShare = 4 / 7;

/** Forms of one word begin alike: bill and billing, conecto and conectar; but not water and Wattershed. */
const isAlike = (a: string, b: string): boolean => {
  if (a === b) return true;
  let common = 0;
  while (common < a.length && a[common] === b[common]) common += 1;
  return common >= minCommon && common >= Math.max(a.length, b.length) * minCommonShare;
};

const has = (words: readonly string[], wanted: string): boolean => words.some((word) => isAlike(word, wanted));

interface Weights {
  readonly weight: (word: string) => number;
  /** What it counts where an answer alone has it. */
  readonly inAnswer: (word: string) => number;
}

const weigh = (entries: readonly FaqEntry[], asked: readonly string[], language: Language): Weights => {
  const counts = new Map(
    asked.map((word) => [
      word,
      {
        questions: entries.filter(({ question }) => has(wordsOf(question, language), word)).length,
        answers: entries.filter(({ answer }) => has(wordsOf(answer, language), word)).length,
      },
    ]),
  );
  return {
    weight: (word) => {
      const { questions = 0, answers = 0 } = counts.get(word) ?? {};
      const share = Math.log(1 + entries.length / (1 + questions));
      return questions + answers === 0 ? share * strangeWeight : share;
    },
    inAnswer: (word) => ((counts.get(word)?.answers ?? 0) <= rare ? rareInAnswer : commonInAnswer),
  };
};

interface Score {
  readonly entry: FaqEntry;
  readonly score: number;
}

/** What it counts that an entry's question is asked as a whole. */
const questionShare = 0.3;

/** Of what a word counts in a question: an answer that has it counts for less, and for little if many answers have it. */
const rareInAnswer = 1 / 2;
const commonInAnswer = 1 / 4;
const rare = 2;
/** A word that no entry has is mostly chat around the question. */
const strangeWeight = 1 / 4;

/** How much of what is asked the entry's own question names. */
const scoreOf = (
  asked: readonly string[],
  entry: FaqEntry,
  language: Language,
  { weight, inAnswer }: Weights,
): number => {
  const question = wordsOf(entry.question, language);
  const answer = wordsOf(entry.answer, language);
  const all = asked.reduce((sum, word) => sum + weight(word), 0);
  const found = asked.reduce((sum, word) => {
    if (has(question, word)) return sum + weight(word);
    return has(answer, word) ? sum + weight(word) * inAnswer(word) : sum;
  }, 0);
  const named = question.filter((word) => has(asked, word)).length / Math.max(1, question.length);
  return all === 0 ? 0 : (1 - questionShare) * (found / all) + questionShare * named;
};

/** Less of the asked words in a question, and it is another question; as near as this, and two are one as good as the other. */
const minScore = 0.6;
const minLead = 0.1;

const ranked = (entries: readonly FaqEntry[], text: string, language: Language): readonly Score[] => {
  const asked = wordsOf(text, language);
  const weights = weigh(entries, asked, language);
  return entries
    .map((entry): Score => ({ entry, score: scoreOf(asked, entry, language, weights) }))
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

type FaqIntent = Intent<'faq'>;
/** As it was published, as text. */
const quoted = (answer: string): string =>
  answer
    .split(/\n+/)
    .map((line) => `> ${safe(line)}`)
    .join('\n>\n');

export const wordFaq = (asking: Asking, entry: FaqEntry): OwnAnswer => {
  const { t } = moneyVoice(asking);
  const link = faqLink(entry.key);
  return {
    text: `${t('faq', { link, question: safe(entry.question) })}\n\n${quoted(entry.answer)}`,
    results: [{ tool: 'faq', title: entry.question, link }],
  };
};

/** Entries that may be meant, by their questions. */
export const wordNear = (asking: Asking, entries: readonly FaqEntry[]): string => {
  const lines = entries.map(({ key, question }) => `- [${safe(question)}](${faqLink(key)})`);
  return [moneyVoice(asking).t('faq-near'), '', ...lines].join('\n');
};

export const replyToFaq = async (asking: Asking, { key }: FaqIntent): Promise<OwnAnswer> => {
  const entry = (await asking.sources.faq(asking.language)).find((one) => one.key === key);
  if (entry) return wordFaq(asking, entry);
  return { text: moneyVoice(asking).t('no-faq', { link: '/contact' }), results: [] };
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
    const [result] = wordFaq(asking, entry).results;
    if (!result) throw new ToolRefusal('No published question fits.');
    return { facts: { question: entry.question, answer: entry.answer, link: faqLink(entry.key) }, result };
  },
});

// What somebody without an account is answered: no household stands behind it, so no figure does either.

const faqText = ({ key, question, answer }: FaqEntry): string =>
  paragraphs(`**[${escapeMarkdown(question)}](${faqLink(key)})**`, quoted(answer));

const greeting = (language: Language): string => {
  const t = talkTexts(language);
  return paragraphs(t('visitor-hello'), t('visitor'), t('visitor-ask'));
};

const notUnderstood = (language: Language): string => {
  const t = talkTexts(language);
  return paragraphs(t('visitor'), t('unknown'));
};

const tips = (language: Language): string => paragraphs(talkTexts(language)('visitor-tips'), plainTips(language));

type About = Intent['about'];

const ofDevices: readonly About[] = ['devices', 'device', 'switch', 'alerts'];
const ofMoney: readonly About[] = ['bill', 'closed-bill', 'bill-change', 'costs', 'tariff'];

/** What would need a household's figures: what they would show, and the tips in short. */
const ofAHome = (language: Language, about: About): string => {
  const t = talkTexts(language);
  const kind = ofDevices.includes(about) ? 'devices' : ofMoney.includes(about) ? 'money' : 'use';
  return paragraphs(
    `${t(`visitor-${kind}`)} ${t('visitor')}`,
    bullets([t('tip-shift'), t('tip-cooling'), t('tip-leaks')]),
  );
};

/** What can be said without a household; all else would need its figures. */
const withoutHome: Partial<Record<About, (language: Language) => string>> = {
  help: (language) => paragraphs(talkTexts(language)('visitor'), helpText(language)),
  greeting,
  thanks: (language) => talkTexts(language)('thanks'),
  refused: (language) => talkTexts(language)('refused'),
  'left-as-is': (language) => talkTexts(language)('left-as-is'),
  tips,
  unknown: notUnderstood,
  faq: notUnderstood,
};

/** `entry`: the frequent question that was meant, where one was. */
export const visitorReply = (language: Language, intent: Intent, entry: FaqEntry | null): OwnAnswer => {
  const { about } = intent;
  if (about === 'safety') return { text: safetyText(language, intent, null), results: [] };
  const own = withoutHome[about]?.(language) ?? ofAHome(language, about);
  return { text: entry === null ? own : faqText(entry), results: [] };
};

export const faqTopic: Topic<'faq'> = {
  about: 'faq',
  takes: 'explain how',
  next: ['today', 'forecast', 'tips'],
  tools: [faqTool],
  reply: replyToFaq,
};
