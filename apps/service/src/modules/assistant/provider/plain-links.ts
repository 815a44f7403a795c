/** An answer of a model without the links, images and addresses that it wrote itself: only those to our own pages stay. */
import { type MarkdownNode, parseMarkdown } from './parse-markdown.ts';
import { asWords, withoutAddresses, wordsOf } from './plain-text.ts';

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

export const splice = (source: string, cuts: readonly Cut[]): string =>
  cuts.toReversed().reduce((text, { from, to, by }) => text.slice(0, from) + by + text.slice(to), source);

/** Of a quote or a list, at the beginning of a line. */
const nestMark = '(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t])))';
/** Thousands in a row would take seconds to read; so many are never meant. */
const nestedMarks = new RegExp(`^(${nestMark}{${deepest + 2}})${nestMark}+`, 'gm');

const mostPasses = 8;

/** What is left of one link can make another: until nothing changes, first the marks and then the words. */
export const plainLinks = (markdown: string): string => {
  let text = markdown.replace(nestedMarks, '$1');
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const tree = parseMarkdown(text);
    let next = splice(text, cutsOf(tree, text, plainMarks, -1));
    if (next === text) next = withoutAddresses(splice(text, cutsOf(tree, text, plainText, -1)));
    if (next === text) return text;
    text = next;
  }
  return asWords(wordsOf(parseMarkdown(text)));
};
