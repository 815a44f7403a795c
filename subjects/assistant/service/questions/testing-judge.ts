/** Whether an answer is right: understood as it was meant, every figure exact and openable, nothing from next door, no number of nowhere. */
import type { SeededHome } from '#apps/service/testing/seed.ts';
import type { Given } from './testing-asker.ts';
import type { Entry, Figure } from './testing-known.ts';

export interface Verdict {
  /** As it was meant. */
  readonly isUnderstood: boolean;
  /** What is not in the answer and had to be. */
  readonly missing: readonly string[];
  /** Everything that is wrong with it; empty: it is right. */
  readonly faults: readonly string[];
}

const plain = (text: string): string => text.replace(/[\u00a0\u202f\u2009]/g, ' ').replace(/\\([^\w\s])/g, '$1');
const link = /\[((?:[^\]\\]|\\.)*)\]\(([^)\s]*)\)/g;

const linksOf = ({ text, results }: Given): { label: string; target: string }[] => [
  ...[...text.matchAll(link)].map(([, label = '', target = '']) => ({ label: plain(label), target })),
  ...results.map((one) => ({ label: shownIn([one]), target: one.link ?? '' })),
];

const shownIn = (results: Given['results']): string =>
  plain(
    results
      .flatMap(({ table, series }) => [
        ...(table?.rows.flat() ?? []),
        ...(series?.points.flatMap(({ label, text }) => [label, text]) ?? []),
      ])
      .join(' | '),
  );

/** As it stands, and not as a part of a longer number. */
const stands = (wanted: string, text: string): boolean => {
  const escaped = plain(wanted).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\d.,])${escaped}(?![.,]?\\d)`, 'u').test(text);
};

const choicesOf = (figure: Figure): readonly string[] => (typeof figure === 'string' ? [figure] : figure);

/** A number with what it counts, if that stands beside it. */
const number = /([$€₹])? ?(\d+(?:[.,:]\d+)*)(?: ?(%|€|kWh|L|m³|W|kW)(?![\p{L}\d]))?/gu;

/** Days, hours, small counts and years need nobody to have found them; a figure with a unit does. */
const isPlainCount = (digits: string, hasUnit: boolean): boolean =>
  !hasUnit && (/^\d\d:\d\d$/.test(digits) || /^20\d\d$/.test(digits) || (/^\d+$/.test(digits) && Number(digits) <= 31));

const numbersOfNowhere = (text: string, known: string): string[] =>
  [...text.matchAll(number)]
    .filter(([, before, digits = '', after]) => !isPlainCount(digits, before !== undefined || after !== undefined))
    .map(([, , digits = '']) => digits)
    .filter((digits) => !stands(digits, known));

const nextDoor = /7[., ]?777[., ]?7|77[., ]?777|7[., ]?778 kWh|77[.,]8 kWh|Ramona|Vecina|secret_cellar|Los Vecinos/i;

const foreign = (given: Given, { text }: Entry, neighbours: SeededHome): string[] => {
  const all = plain(JSON.stringify(given));
  const ids = [neighbours.household, neighbours.userId, neighbours.token].filter((id) => all.includes(id));
  const name = !text.includes('Vecino Plug') && all.includes('Vecino Plug') ? ['Vecino Plug'] : [];
  return [...ids, ...name, ...(nextDoor.exec(all) ?? [])].map((one) => `of the neighbours: ${one}`);
};

const opens = (given: Given, { figures = [], link: wanted }: Entry): boolean =>
  wanted === undefined ||
  linksOf(given).some(
    ({ label, target }) =>
      target.includes(wanted) &&
      (figures.length === 0 || figures.flatMap(choicesOf).some((figure) => stands(figure, label))),
  );

const devanagari = /\p{Script=Devanagari}/u;

/** Tips and frequent questions are texts of ours, with their own numbers. */
const isWritten = ({ understood, text }: Given): boolean =>
  understood.about === 'tips' || text.includes('(/contact#faq-');

/** `truths`: figures of the household that may be said beside what was asked. */
export const judge = (entry: Entry, given: Given, truths: string, neighbours: SeededHome): Verdict => {
  const text = plain(given.text.replace(link, '$1'));
  const shown = `${text} | ${shownIn(given.results)}`;
  const { figures = [], says, proposes } = entry;
  const isUnderstood = entry.about.includes(given.understood.about);
  const missing = figures
    .map(choicesOf)
    .filter((choices) => !choices.some((one) => stands(one, shown)))
    .map((choices) => choices.join(' or '));
  const known = [
    shownIn(given.results),
    entry.text,
    entry.after ?? '',
    ...figures.flat(),
    ...(entry.also ?? []),
    truths,
  ]
    .map(plain)
    .join(' | ');
  const proposed = JSON.stringify(given.proposed);
  const faults = [
    ...(isUnderstood ? [] : [`understood as ${given.understood.about}`]),
    ...missing.map((one) => `without ${one}`),
    ...(opens(given, entry) ? [] : [`no figure opens ${entry.link}`]),
    ...(says && !says.test(text) ? [`does not say ${says}`] : []),
    ...(proposed === JSON.stringify(proposes ? [proposes] : []) ? [] : [`proposes ${proposed}`]),
    ...(given.text.trim() === '' ? ['says nothing'] : []),
    ...(devanagari.test(entry.text) && !devanagari.test(text) ? ['in another language'] : []),
    ...foreign(given, entry, neighbours),
    ...(isWritten(given) ? [] : numbersOfNowhere(text, known)).map((one) => `${one} is of nowhere`),
  ];
  return { isUnderstood, missing, faults };
};
