/** A provider's finished answer, each of its figures led to where it came from, or marked as one that nothing told. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { Language } from '#catalogue/index.ts';
import type { Home } from '../home.ts';
import { placesOf } from '../understand/sayings.ts';
import { foldName } from '../understand/reading.ts';
import { change, type Figure, type Reading, readFigures, readUnit, type Unit, unitPattern } from './figures.ts';
import { collectKnown, type Known, type KnownFigure, type Told } from './known-figures.ts';
import { plainNumbers } from './number-words.ts';
import { fitsIn } from './spoken-of.ts';
import { inTurns, type Steps, toEnd } from './turns.ts';

export interface Checked {
  /** Markdown. */
  readonly content: string;
  /** As they are written. */
  readonly unverified: readonly string[];
}

const unverifiedLink = '#unverified';

interface Span {
  readonly from: number;
  readonly to: number;
  /** Of the column it stands in. */
  readonly unit: Unit | null;
  /** Of a table: the head of its column, and its row as far as its own cell. */
  readonly cell?: string | undefined;
}

const headUnit = new RegExp(`(?<![\\p{L}\\p{M}])${unitPattern}`, 'u');

const spansOfTable = ({ children }: Extract<MarkdownNode, { type: 'table' }>): readonly Span[] => {
  const heads = children[0]?.children.map(wordsOf) ?? [];
  const units = heads.map((head) => readUnit(headUnit.exec(head)?.[0] ?? ''));
  return children.flatMap((row) => {
    const texts = row.children.map(wordsOf);
    const rowUnit = readUnit(headUnit.exec(texts[0] ?? '')?.[0] ?? '');
    return row.children.flatMap((cell, column) => {
      const words = [heads[column], ...texts.slice(0, column + 1)].join(', ');
      return cell.children.flatMap((node) => spansOf(node, units[column] ?? rowUnit, words));
    });
  });
};

/** The plain text of an answer: no links. */
const spansOf = (node: MarkdownNode, unit: Unit | null, cell?: string): readonly Span[] => {
  if (node.type === 'text')
    return [{ from: node.position?.start.offset ?? 0, to: node.position?.end.offset ?? 0, unit, cell }];
  if (node.type === 'table') return spansOfTable(node);
  if (node.type === 'link' || !('children' in node)) return [];
  return node.children.flatMap((child) => spansOf(child, unit, cell));
};

/** Of "about 1,200" the zeros are not meant; two digits always are. */
const meantDecimals = ({ value, decimals }: Reading, isRough: boolean): number => {
  if (!isRough || decimals > 0 || value < 100) return decimals;
  const zeros = /0*$/.exec(String(value))?.[0].length ?? 0;
  return -Math.min(zeros, String(value).length - 2);
};

const isRounded = (exact: number, reading: Reading, isRough: boolean): boolean => {
  const step = 10 ** -meantDecimals(reading, isRough);
  return Math.abs(exact - reading.value) <= step / 2 + Math.abs(exact) * 1e-9;
};

/** Units that say what is counted, so that a bare number of the facts can be meant. */
const isLoose = ({ family }: Unit): boolean => family === 'time' || family === 'temperature';

/** The known value in the unit that was written. Null: it measures something else. */
const inUnit = (known: KnownFigure, unit: Unit | null): number | null => {
  if (unit === null) return known.value;
  if (known.unit !== null) {
    const factor = change(known.unit, unit);
    return factor === null ? null : known.value * factor;
  }
  if (unit.family === 'share') return known.value <= 1 ? known.value / unit.size : null;
  return isLoose(unit) ? known.value : null;
};

/** Those that are that much, whatever they are of. */
const sameAmount = ({ readings, isRough }: Figure, unit: Unit | null, known: readonly KnownFigure[]): KnownFigure[] =>
  known.filter((one) => {
    const exact = inUnit(one, unit);
    return exact !== null && readings.some((reading) => isRounded(exact, reading, isRough));
  });

/** Where names of the household stand in a text. */
const namesIn = (text: string, words: readonly string[]): ReadonlyArray<readonly [number, number]> => {
  return words.flatMap((word) => {
    const found: [number, number][] = [];
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
      found.push([at, at + word.length]);
    return found;
  });
};

/** What things are made for stands in their names, such as 60 W or 80 L. */
const isRating = ({ unit }: Figure): boolean => unit === null || unit.family === 'power' || unit.family === 'volume';

/** A name that is a figure, or tells one of use or money, could hide one. */
const isName = (word: string): boolean => {
  const figures = readFigures(word);
  const rest = splice(
    word,
    figures.map(({ from, to }) => ({ from, to, by: '' })),
  );
  return /\p{L}{2}/u.test(rest) && figures.every(isRating);
};

/** A question back, or words that leave a figure to who asked with it, claim nothing. */
const isTheirs = (text: string, from: number, to: number): boolean => {
  const before =
    text
      .slice(0, from)
      .split(/[.!?।\n](?:\s|$)/)
      .at(-1) ?? '';
  const [after = ''] = /^[^.!?।\n]*(?:[.](?=\S)[^.!?।\n]*)*[.!?।]?/.exec(text.slice(to)) ?? [];
  return after.endsWith('?') || placesOf(foldName(before + after), 'any', 'answer.theirs').length > 0;
};

/** A mark before a figure stays what it is read as: a sign. It would make an image of its link, or none. */
const linkCut = (text: string, from: number, to: number, link: string): Cut => {
  const [signs = ''] = /\\*!?$/.exec(text.slice(0, from)) ?? [];
  const isOpen = signs.replace('!', '').length % 2 === (signs.endsWith('!') ? 0 : 1);
  if (!isOpen) return { from, to, by: link };
  return signs.endsWith('!') ? { from: from - 1, to, by: `\\!${link}` } : { from, to, by: `\\${link}` };
};

interface Speaking {
  readonly home: Home;
  readonly language: Language;
}

/** Stops at each figure, and wherever something was read: that takes a while. What a figure is of is read only where its amount is known. */
function* checking(answer: string, { figures, words, asked }: Known, speaking?: Speaking): Steps<Checked> {
  const { text, tree } = yield* plainLinking(plainNumbers(answer));
  const fitsAt = speaking && fitsIn(text, speaking.home, speaking.language);
  const unverified: string[] = [];
  const cuts: Cut[] = [];
  const names = namesIn(text, words.filter(isName));
  function* check(span: Span, figure: Figure): Steps<Cut[]> {
    const [from, to] = [span.from + figure.from, span.from + figure.to];
    if (to > span.to || names.some(([start, end]) => from < end && start < to)) return [];
    const written = text.slice(from, to);
    const unit = figure.unit ?? span.unit;
    const same = sameAmount(figure, unit, figures);
    const fitting = fitsAt && same.length > 0 ? same.filter(yield* fitsAt(from, unit, span.cell)) : same;
    const known = fitting.find(({ link }) => link !== null) ?? fitting[0];
    if (!known && sameAmount(figure, figure.unit, asked).length > 0 && isTheirs(text, from, to)) return [];
    if (!known) unverified.push(written);
    return known?.link === null ? [] : [linkCut(text, from, to, `[${written}](${known?.link ?? unverifiedLink})`)];
  }
  for (const span of spansOf(tree, null)) {
    yield;
    // The unit of a figure in bold stands behind its marks.
    const part = text.slice(span.from, span.to);
    const ahead = /^[*_]{1,3}\s?[^\s*_|]*(?: ?hora)?/u.exec(text.slice(span.to))?.[0] ?? '';
    for (const figure of readFigures(part + ahead)) {
      cuts.push(...(yield* check(span, figure)));
      yield;
    }
  }
  return { content: splice(text, cuts), unverified };
}

/** Links of the model's own go; then each figure gets ours. `speaking`: of whom, so that a figure of one room is none of another. */
export const checkFigures = (...given: Parameters<typeof checking>): Checked => toEnd(checking(...given));

export const knownFigures = (told: Told): Known => toEnd(collectKnown(told));

/** The same, and everybody else has a turn meanwhile. */
export const checkFiguresInTurns = async (answer: string, told: Told, speaking: Speaking): Promise<Checked> =>
  inTurns(checking(answer, await inTurns(collectKnown(told)), speaking));

// An answer of a model without the links, images and addresses that it wrote itself: only those to our own pages stay.

/** A link to one of our pages; one with a number in it goes too, as its figure gets a link of its own. */
const ownPage =
  /^(?!.*\/\/)\/(?:analytics|billing|devices|dashboard|contact|profile|community|health)(?:[/?#][^\s\\]*)?$/;
const digit = /[\d०-९]/;

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

const sourceOf = ({ position }: MarkdownNode, source: string): string =>
  source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);

const innerOf = (node: MarkdownNode, source: string): string => {
  if (!('children' in node) || node.children.length === 0) return wordsOf(node);
  const from = node.children[0]?.position?.start.offset ?? 0;
  const to = node.children.at(-1)?.position?.end.offset ?? 0;
  return source.slice(from, to);
};

const isOurs = (link: Extract<MarkdownNode, { type: 'link' }>): boolean => {
  const words = wordsOf(link);
  return ownPage.test(link.url) && !digit.test(words) && withoutAddresses(words) === words;
};

type Replace = (node: MarkdownNode, source: string, depth: number) => string | null;

/** Pages draw twelve levels and below them only words: two are left for a paragraph and the link of a figure in it. */
const deepest = 10;

const isTooDeep = (node: MarkdownNode, depth: number): boolean =>
  depth > deepest && 'children' in node && node.type !== 'paragraph' && node.type !== 'heading';

const plainMarks: Replace = (node, source, depth) => {
  if (isTooDeep(node, depth)) return asWords(wordsOf(node));
  if (node.type === 'link') return isOurs(node) ? null : innerOf(node, source);
  if (node.type === 'linkReference') return innerOf(node, source);
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
  if (node.type === 'definition') return '';
  // Figures in code are figures.
  if (node.type === 'inlineCode' || node.type === 'code') return asWords(node.value);
  if (node.type === 'html') return node.value.replace(/<!--[\s\S]*?(?:-->|$)|<[^>]*(?:>|$)/g, '');
  return null;
};

/** An address is one by what is read, however it was written; escapes and names of characters could hide figures too. */
const plainText: Replace = (node, source) => {
  if (node.type !== 'text') return null;
  const { value } = node;
  const written = sourceOf(node, source);
  const isHidden = /[\\&]/.test(written) && value !== written;
  return isHidden || withoutAddresses(value) !== value ? asWords(value) : null;
};

const cutsOf = (node: MarkdownNode, source: string, replace: Replace, depth: number): readonly Cut[] => {
  const by = replace(node, source, depth);
  const from = node.position?.start.offset ?? 0;
  const to = node.position?.end.offset ?? 0;
  if (by !== null) return [{ from, to, by }];
  return 'children' in node ? node.children.flatMap((child) => cutsOf(child, source, replace, depth + 1)) : [];
};

const splice = (source: string, cuts: readonly Cut[]): string =>
  cuts.toReversed().reduce((text, { from, to, by }) => text.slice(0, from) + by + text.slice(to), source);

/** Of a quote or a list, at the beginning of a line. */
const nestMark = '(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t])))';
/** Thousands in a row would take seconds to read; so many are never meant. */
const nestedMarks = new RegExp(`^(${nestMark}{${deepest + 2}})${nestMark}+`, 'gm');

const maxPasses = 8;

/** What is left of one link can make another: until nothing changes, first the marks and then the words. */
function* plainLinking(markdown: string): Steps<{ readonly text: string; readonly tree: Root }> {
  let text = markdown.replace(nestedMarks, '$1');
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const tree = parseMarkdown(text);
    let next = splice(text, cutsOf(tree, text, plainMarks, -1));
    yield;
    if (next === text) next = withoutAddresses(splice(text, cutsOf(tree, text, plainText, -1)));
    if (next === text) return { text, tree };
    text = next;
  }
  text = asWords(wordsOf(parseMarkdown(text)));
  return { text, tree: parseMarkdown(text) };
}

export const plainLinks = (markdown: string): string => toEnd(plainLinking(markdown)).text;

// Words of an answer as they are read, and how to write them so that they are nothing but words.

/** Readers make links of these wherever they stand, also in the middle of a word. */
const address =
  /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s<>)\]"']*|(?<![\p{L}\p{N}])(?:www\.|(?:mailto|javascript|data|vbscript|file):)[^\s<>)\]"']+/giu;

const withoutAddresses = (text: string): string => text.replace(address, '…');

/** Where one ends, a word does. */
const blocks: ReadonlySet<string> = new Set(['paragraph', 'heading', 'tableCell', 'code', 'html', 'break']);

/** By hand instead of by calls: a text may nest deeper than a stack. */
const wordsOf = (node: MarkdownNode): string => {
  const words: string[] = [];
  const waiting: MarkdownNode[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('value' in next) words.push(next.value);
    else if ('alt' in next) words.push(next.alt ?? '');
    else if ('children' in next) waiting.push(...next.children.toReversed());
    if (blocks.has(next.type)) words.push(' ');
  }
  return words.join('').trimEnd();
};

const marks = /[\\`*_[\]<>|~]|&(?=#?\w+;)/g;
const firstMark = /^\s*(?:\d{1,9}(?=[.)](?:\s|$))|(?=[#+=-]))/;

/** On one line, without addresses, each mark of Markdown escaped. */
const asWords = (text: string): string =>
  withoutAddresses(text)
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(marks, '\\$&')
    .replace(firstMark, '$&\\');

// Markdown as the panel shows it.

type Root = ReturnType<typeof fromMarkdown>;
export type MarkdownNode = Root | Root['children'][number];

export const parseMarkdown = (text: string): Root =>
  fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
