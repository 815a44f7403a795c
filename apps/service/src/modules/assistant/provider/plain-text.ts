/** Words of an answer as they are read, and how to write them so that they are nothing but words. */
import type { MarkdownNode } from './parse-markdown.ts';

/** Readers make links of these wherever they stand, also in the middle of a word. */
const address =
  /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s<>)\]"']*|(?<![\p{L}\p{N}])(?:www\.|(?:mailto|javascript|data|vbscript|file):)[^\s<>)\]"']+/giu;

export const withoutAddresses = (text: string): string => text.replace(address, '…');

/** Where one ends, a word does. */
const blocks: ReadonlySet<string> = new Set(['paragraph', 'heading', 'tableCell', 'code', 'html', 'break']);

/** By hand instead of by calls: a text may nest deeper than a stack. */
export const wordsOf = (node: MarkdownNode): string => {
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
export const asWords = (text: string): string =>
  withoutAddresses(text)
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(marks, '\\$&')
    .replace(firstMark, '$&\\');
