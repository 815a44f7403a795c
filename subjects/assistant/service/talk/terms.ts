/** What terms of meters and bills mean, each with the household's own figure where one fits. */
import { z } from 'zod';
import { byLanguage, languageIds, type Language } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import type { Intent } from '../intent.ts';
import { createTool, ToolRefusal } from '../tools/tool.ts';
import { paragraphs } from '../usage/phrases.ts';
import { escapeMarkdown } from '../writer.ts';
import type { Reply, Topic } from '../topic.ts';
import type { Rule } from '../understand/asked.ts';
import { dataOf, isLight } from '../understand/lexicon.ts';

declare module '../intent.ts' {
  interface Intents {
    term: { readonly term: string };
  }
}

type TermIntent = Intent<'term'>;
const ofTariff = (ask: Intent<'tariff'>['ask']): Intent => ({
  about: 'tariff',
  utility: null,
  ask,
});
const ofBill = (ask: Intent<'bill'>['ask']): Intent => ({ about: 'bill', utility: null, ask });
const alwaysOn: Intent = {
  about: 'costs',
  part: { utility: null, room: null, device: null },
  ask: 'always-on',
  period: null,
};

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

const namesOf = (language: Language, id: Term): string[] => {
  const t = textsIn(language, 'terms');
  return [t(`${id}.name`), ...t(`${id}.also`).split(', ')].map(folded);
};

const named = (language: Language, wanted: string): { readonly id: Term; readonly length: number } | undefined =>
  termIds
    .flatMap((id) => namesOf(language, id).map((name) => ({ id, name, length: name.length })))
    .filter(({ name }) => ` ${wanted} `.includes(` ${name} `))
    .sort((a, b) => b.length - a.length)[0];

/** By its id or a name of it in any of our languages; of several that are named, the longest. Null: none is. */
export const findTerm = (term: string, language: Language): Term | null => {
  const exact = termIds.find((id) => id === term);
  if (exact) return exact;
  const wanted = folded(term);
  const found = [language, ...languageIds].flatMap((one) => named(one, wanted) ?? []);
  return found[0]?.id ?? null;
};

/** What else a text says than the name of the term, word by word. */
const besides = (id: Term, text: string, language: Language): string[] => {
  const said = ` ${folded(text)} `;
  const [name = ''] = languageIds
    .flatMap((one) => (one === language ? namesOf(one, id) : [...namesOf(one, id)]))
    .filter((one) => said.includes(` ${one} `))
    .sort((one, other) => other.length - one.length);
  return said.replace(` ${name} `, ' ').trim().split(' ').filter(Boolean);
};

const suggested = ['kwh', 'standing-charge', 'peak-valley', 'estimated-reading'] as const satisfies readonly Term[];

const replyToTerm = async (asking: Asking, { term }: TermIntent, reply: Reply): Promise<OwnAnswer> => {
  const { language, write } = asking;
  const t = textsIn(language, 'replies', 'term');
  const word = textsIn(language, 'terms');
  const id = findTerm(term, language);
  if (id === null) {
    const list = write.list(suggested.map((one) => word(`${one}.name`)));
    return { text: t('unknown', { term: escapeMarkdown(term.slice(0, 40)), list }), results: [] };
  }
  const text = t('is', { name: word(`${id}.name`), text: word(`${id}.text`) });
  const ask = terms[id];
  const own = ask === null ? null : await reply(asking, ask);
  // An answer without a page of its own has no figure, but says why there is none.
  if (own === null || own.results.length === 0) return { text, results: [] };
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

/** The words by which a meaning is asked for. */
const askingWords = byLanguage(
  (language): ReadonlySet<string> =>
    new Set(
      [dataOf[language].phrases.meaning, dataOf[language].phrases.whatIs].flatMap((texts) => texts.split(/[ ,]+/)),
    ),
);

/** "What is a standing charge", «qué significa kWh», "स्लैब का मतलब". */
const rule: Rule = (asked) => {
  const { has, period, hours, devices, rooms, language, said: text } = asked;
  if (!has('meaning', 'whatIs') || period !== null || hours !== null) return null;
  if (has('cost', 'compare', 'most', 'least', 'why', 'more', 'less', 'now', 'own')) return null;
  const found = findTerm(text, language);
  if (found === null) return null;
  const isWhole = besides(found, text, language).every(
    (word) => askingWords[language].has(word) || isLight(word, language),
  );
  return isWhole || (has('meaning') && devices.length + rooms.length === 0) ? { about: 'term', term: found } : null;
};

export const termTopic: Topic<'term'> = {
  about: 'term',
  rule,
  tells: 'words',
  next: ['forecast', 'cheapest', 'tips'],
  tools: [termTool],
  reply: replyToTerm,
};
