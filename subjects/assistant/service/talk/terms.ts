/** What terms of meters and bills mean, each with the household's own figure where one fits. */
import { z } from 'zod';
import { lateByLanguage, languageIds, type Language } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import type { Intent } from '../intent.ts';
import { createTool, ToolRefusal } from '../tools/tool.ts';
import { everything, paragraphs, said } from '../usage/phrases.ts';
import { escapeMarkdown } from '../writer.ts';
import type { Reply, Topic } from '../topic.ts';
import type { Asked, Rule } from '../understand/asked.ts';
import { dataOf, isLight } from '../understand/lexicon.ts';
import { isStrange } from '../understand/rules/one-part.ts';
import { says } from '../understand/sayings.ts';

declare module '../intent.ts' {
  interface Intents {
    term: { readonly term: string };
  }
}

const ofTariff = (ask: Intent<'tariff'>['ask']): Intent => ({
  about: 'tariff',
  utility: null,
  ask,
});
const ofBill = (ask: Intent<'bill'>['ask']): Intent => ({ about: 'bill', utility: null, ask });
const alwaysOn: Intent = { about: 'costs', part: everything, ask: 'always-on', period: null };

/** Each with the question whose answer is the household's own figure; null: none fits. */
const terms = {
  kwh: null,
  kw: null,
  watt: null,
  unit: ofTariff('now'),
  m3: null,
  'standing-charge': ofTariff('fixed'),
  'block-tariff': null,
  'peak-valley': ofTariff('cheapest-hours'),
  'contracted-power': ofTariff('fixed'),
  'self-consumption': null,
  'self-sufficiency': null,
  'feed-in': null,
  'always-on': alwaysOn,
  'estimated-reading': null,
  register: null,
  forecast: ofBill('forecast'),
  budget: ofBill('budget'),
  vat: ofTariff('fixed'),
  'billing-period': ofBill('day'),
  tariff: ofTariff('in-force'),
  'market-price': null,
  'sub-meter': null,
  unmetered: null,
  prepaid: null,
  instalment: null,
  co2: null,
} as const satisfies Record<string, Intent | null>;
export type Term = keyof typeof terms;
export const termIds = Object.keys(terms) as Term[];

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('₂', '2')
    .replaceAll('³', '3')
    .replace(/[-\s]+/g, ' ')
    .trim();

/** Several of a thing are called as one is, with an s in two of our languages. */
const namesOf = (language: Language, id: Term): string[] => {
  const t = textsIn(language, 'terms');
  const names = [t(`${id}.name`), ...t(`${id}.also`).split(', ')].map(folded);
  return names.flatMap((name) => (/[a-z]$/.test(name) ? [name, `${name}s`] : [name]));
};

const named = (language: Language, wanted: string): { readonly id: Term; readonly length: number } | undefined =>
  termIds
    .flatMap((id) => namesOf(language, id).map((name) => ({ id, name, length: name.length })))
    .filter(({ name }) => ` ${wanted} `.includes(` ${name} `))
    .sort((a, b) => b.length - a.length)[0];

/** Of several that are named, the longest. */
const namedIn = (text: string, language: Language): Term | null => {
  const wanted = folded(text);
  const found = [language, ...languageIds].flatMap((one) => named(one, wanted) ?? []);
  return found[0]?.id ?? null;
};

/** What else a text says than the name of the term, word by word. */
const besides = (id: Term, text: string): string[] => {
  const whole = ` ${folded(text)} `;
  const [name = ''] = languageIds
    .flatMap((one) => namesOf(one, id))
    .filter((one) => whole.includes(` ${one} `))
    .sort((one, other) => other.length - one.length);
  return whole.replace(` ${name} `, ' ').trim().split(' ').filter(Boolean);
};

/** The words by which a meaning is asked for. */
const askingWords = lateByLanguage(
  (language): ReadonlySet<string> =>
    new Set(
      [dataOf[language].phrases.meaning, dataOf[language].phrases.whatIs].flatMap((texts) => texts.split(/[ ,]+/)),
    ),
);

/** It is no part of a name. */
const isAside = (word: string, language: Language): boolean =>
  askingWords[language].has(word) || isLight(word, language) || says(word, 'any', 'negation.articles');

/** By its id or its whole name in any of our languages: "power factor" is no contracted power. Null: it is not explained here. */
export const findTerm = (term: string, language: Language): Term | null => {
  const found = termIds.find((id) => id === term) ?? namedIn(term, language);
  if (found === null || found === term) return found;
  return besides(found, term).every((word) => isAside(word, language)) ? found : null;
};

const suggested = ['kwh', 'standing-charge', 'peak-valley', 'estimated-reading'] as const satisfies readonly Term[];

const replyToTerm = async (asking: Asking, { term }: Intent<'term'>, reply: Reply): Promise<OwnAnswer> => {
  const { language, write } = asking;
  const t = textsIn(language, 'replies', 'term');
  const word = textsIn(language, 'terms');
  const id = findTerm(term, language);
  if (id === null) {
    const list = write.list(suggested.map((one) => word(`${one}.name`)));
    return said(t('unknown', { term: escapeMarkdown(term.slice(0, 40)), list }));
  }
  const text = t('is', { name: word(`${id}.name`), text: word(`${id}.text`) });
  const ask = terms[id];
  const own = ask === null ? null : await reply(asking, ask);
  // An answer without a page of its own has no figure, but says why there is none.
  if (own === null || own.results.length === 0) return said(text);
  return { ...own, text: paragraphs(text, t('here'), own.text) };
};

export const termTool = createTool({
  name: 'explain_term',
  tool: 'faq',
  description:
    'What a term of meters, tariffs and bills means, such as a standing charge, a slab tariff or off-peak hours.',
  args: { term: z.string().trim().min(1).max(60).describe('The term, in any language of the product.') },
  facts: z.strictObject({ term: z.string(), meaning: z.string() }),
  run: async ({ language }, { term }) => {
    const id = findTerm(term, language);
    if (id === null) throw new ToolRefusal(`That term is not explained here. Known are: ${termIds.join(', ')}.`);
    const word = textsIn(language, 'terms');
    const name = word(`${id}.name`);
    return { facts: { term: name, meaning: word(`${id}.text`) }, result: { tool: 'faq', title: name, link: null } };
  },
});

/** It asks, or says where the term was read; no part of a longer name. */
const holdsTogether = /^(?:glue|meaning|whatIs|isWhat|explain|help|show|bill|meter|home|it|this|greeting|thanks)$/;

/** Whether each word of a question is a part of what is asked for. */
const isOfName = ({ language, reading }: Asked): ((word: string) => boolean) => {
  const around = reading.items.filter(({ concepts }) => [...concepts].some((one) => holdsTogether.test(one)));
  const others = new Set(around.flatMap(({ text }) => text.split(' ')));
  return (word) => !others.has(word) && !isAside(word, language);
};

/** «Factor de potencia», "reactive power": from its first word to its last, as it was typed. */
const calledIn = (asked: Asked): string => {
  const { words } = asked;
  const isPart = words.map(({ word }) => isOfName(asked)(word));
  return words
    .slice(isPart.indexOf(true), isPart.lastIndexOf(true) + 1)
    .map(({ typed }) => typed)
    .join(' ');
};

/** "What is a standing charge", «qué significa kWh», "स्लैब का मतलब"; a name within a longer one is told not to be explained. */
const rule: Rule = (asked) => {
  const { has, period, hours, devices, rooms, utility, language, said: text, reading } = asked;
  if (!has('meaning', 'whatIs') || period !== null || hours !== null) return null;
  if (has('cost', 'compare', 'most', 'least', 'why', 'more', 'less', 'now', 'own')) return null;
  const strangers = new Set(reading.items.flatMap((item) => (isStrange(item) ? [item.text] : [])));
  const found = namedIn(text, language);
  const others = found === null ? [] : besides(found, text).filter(isOfName(asked));
  // Where a meaning is asked for by that word, only what nothing here knows makes a longer name.
  if (found !== null && !others.some((word) => !has('meaning') || strangers.has(word)))
    return { about: 'term', term: found };
  if (devices.length + rooms.length > 0 || has('howMuch', 'use', 'pay')) return null;
  const isStranger = [...strangers].some(isOfName(asked));
  return isStranger && (found !== null || utility !== null) ? { about: 'term', term: calledIn(asked) } : null;
};

export const termTopic: Topic<'term'> = {
  about: 'term',
  rule,
  tells: 'words',
  next: ['forecast', 'cheapest', 'tips'],
  tools: [termTool],
  reply: replyToTerm,
};
