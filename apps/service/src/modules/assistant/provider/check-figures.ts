/** A provider's finished answer, each of its figures led to where it came from, or marked as one that nothing told. */
import type { Known, KnownFigure } from './known-figures.ts';
import { type MarkdownNode, parseMarkdown } from './parse-markdown.ts';
import { plainLinks, splice } from './plain-links.ts';
import { wordsOf } from './plain-text.ts';
import { type Figure, type Reading, readFigures } from './read-figures.ts';
import { change, readUnit, type Unit, unitPattern } from './units.ts';

export { knownFigures } from './known-figures.ts';

export interface Checked {
  /** Markdown. */
  readonly content: string;
  /** As they are written. */
  readonly unverified: readonly string[];
}

export const unverifiedLink = '#unverified';

interface Span {
  readonly from: number;
  readonly to: number;
  /** Of the column it stands in. */
  readonly unit: Unit | null;
}

const headUnit = new RegExp(unitPattern, 'u');

const spansOfTable = ({ children }: Extract<MarkdownNode, { type: 'table' }>): readonly Span[] => {
  const units = children[0]?.children.map((cell) => readUnit(headUnit.exec(wordsOf(cell))?.[0] ?? '')) ?? [];
  return children.flatMap((row) =>
    row.children.flatMap((cell, column) => cell.children.flatMap((node) => spansOf(node, units[column] ?? null))),
  );
};

/** The plain text of an answer: no code, no links. */
const spansOf = (node: MarkdownNode, unit: Unit | null): readonly Span[] => {
  if (node.type === 'text')
    return [{ from: node.position?.start.offset ?? 0, to: node.position?.end.offset ?? 0, unit }];
  if (node.type === 'table') return spansOfTable(node);
  if (node.type === 'link' || !('children' in node)) return [];
  return node.children.flatMap((child) => spansOf(child, unit));
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

const findKnown = (figure: Figure, unit: Unit | null, known: readonly KnownFigure[]): KnownFigure | undefined => {
  const matches = known.filter((one) => {
    const exact = inUnit(one, unit);
    return exact !== null && figure.readings.some((reading) => isRounded(exact, reading, figure.isRough));
  });
  return matches.find(({ link }) => link !== null) ?? matches[0];
};

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

/** Pure. Links of the model's own go; then each figure gets ours. */
export const checkFigures = (answer: string, { figures, words }: Known): Checked => {
  const text = plainLinks(answer);
  const unverified: string[] = [];
  const names = namesIn(text, words.filter(isName));
  const cuts = spansOf(parseMarkdown(text), null).flatMap((span) => {
    // The unit of a figure in bold stands behind its marks.
    const part = text.slice(span.from, span.to);
    const ahead = /^[*_]{1,3}\s?[^\s*_|]*(?: ?hora)?/u.exec(text.slice(span.to))?.[0] ?? '';
    return readFigures(part + ahead).flatMap((figure) => {
      const from = span.from + figure.from;
      const to = span.from + figure.to;
      if (to > span.to || names.some(([start, end]) => from < end && start < to)) return [];
      const written = text.slice(from, to);
      const known = findKnown(figure, figure.unit ?? span.unit, figures);
      if (!known) unverified.push(written);
      if (known?.link === null) return [];
      return [{ from, to, by: `[${written}](${known?.link ?? unverifiedLink})` }];
    });
  });
  return { content: splice(text, cuts), unverified };
};
