/** An answer of a model without the links, images and addresses that it wrote itself: only those to our own pages stay. */
import { type MarkdownNode, parseMarkdown } from './parse-markdown.ts';

/** A link to one of our pages; one with a number in it goes too, as its figure gets a link of its own. */
const ownPage =
  /^(?!.*\/\/)\/(?:analytics|billing|devices|dashboard|contact|profile|community|health)(?:[/?#][^\s\\]*)?$/;
const address =
  /(?:\b[a-z][a-z0-9+.-]{0,20}:\/\/|\bwww\.)[^\s<>)\]"']+|\b(?:mailto|javascript|data|vbscript|file):[^\s<>)\]"']+/giu;
const digit = /[\d०-९]/;

const wordsOf = (node: MarkdownNode): string => {
  if ('alt' in node) return node.alt ?? '';
  if ('children' in node) return node.children.map(wordsOf).join('');
  return 'value' in node ? node.value : '';
};

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

const innerOf = (node: MarkdownNode, source: string): string => {
  if (!('children' in node) || node.children.length === 0) return wordsOf(node);
  const from = node.children[0]?.position?.start.offset ?? 0;
  const to = node.children.at(-1)?.position?.end.offset ?? 0;
  return source.slice(from, to);
};

const replacementOf = (node: MarkdownNode, source: string): string | null => {
  if (node.type === 'link') return ownPage.test(node.url) && !digit.test(wordsOf(node)) ? null : innerOf(node, source);
  if (node.type === 'linkReference') return innerOf(node, source);
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
  if (node.type === 'definition') return '';
  if (node.type === 'html') return node.value.replace(/<!--[\s\S]*?(?:-->|$)|<[^>]*(?:>|$)/g, '');
  return null;
};

const cutsOf = (node: MarkdownNode, source: string): readonly Cut[] => {
  const by = replacementOf(node, source);
  const from = node.position?.start.offset ?? 0;
  const to = node.position?.end.offset ?? 0;
  if (by !== null) return [{ from, to, by }];
  if (node.type === 'link') return [];
  return 'children' in node ? node.children.flatMap((child) => cutsOf(child, source)) : [];
};

export const splice = (source: string, cuts: readonly Cut[]): string =>
  cuts.toReversed().reduce((text, { from, to, by }) => text.slice(0, from) + by + text.slice(to), source);

/** Letters and digits that were written by their number are written out; so are spaces that do not break. */
const spelled = (text: string): string =>
  text.replace(/&nbsp;|&#(x?)([0-9a-f]{1,6});/gi, (whole, hex: string | undefined, code: string | undefined) => {
    if (code === undefined) return '\u00a0';
    const point = Number.parseInt(code, hex ? 16 : 10);
    const letter = point <= 0x10ffff ? String.fromCodePoint(point) : '';
    return /[\p{L}\p{N}\u00a0]/u.test(letter) ? letter : whole;
  });

const mostPasses = 8;

/** What is left of one link can make another: until nothing changes. */
export const plainLinks = (markdown: string): string => {
  let text = spelled(markdown);
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const next = splice(text, cutsOf(parseMarkdown(text), text)).replace(address, '…');
    if (next === text) return text;
    text = next;
  }
  return text.replace(/[[\]<>]/g, '');
};
