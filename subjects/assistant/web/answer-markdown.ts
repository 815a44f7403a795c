import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { wordsOf } from '#shell/ui/markdown.tsx';

/** Answers may hold tables too. */
export function parseAnswer(text: string) {
  return fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
}

type Root = ReturnType<typeof parseAnswer>;
type Node = Root | Root['children'][number];

/** Deeper than any honest answer nests; below it only the words are copied. */
const deepest = 12;

/** An answer's words as they are copied and read out. */
export function plainText(text: string): string {
  return blocks(parseAnswer(text), 0).join('\n\n');
}

function blocks({ children }: { children: readonly Node[] }, depth: number): string[] {
  return children.map((node) => linesOf(node, depth)).filter((words) => words !== '');
}

function linesOf(node: Node, depth: number): string {
  if (depth > deepest) return wordsOf(node);
  const inLines = (parent: { children: readonly Node[] }) => blocks(parent, depth + 1).join('\n');
  if (node.type === 'list')
    return node.children.map((item, index) => `${signOf(node, index)} ${inLines(item)}`).join('\n');
  if (node.type === 'table')
    return node.children.map((row) => row.children.map((cell) => linesOf(cell, depth + 1)).join('\t')).join('\n');
  if (node.type === 'blockquote') return inLines(node);
  if (node.type === 'break') return '\n';
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map((child) => linesOf(child, depth + 1)).join('') : '';
}

const signOf = ({ ordered, start }: Extract<Node, { type: 'list' }>, index: number) =>
  ordered === true ? `${(start ?? 1) + index}.` : '-';

const page = /^\/((analytics|billing|devices|dashboard|contact|profile|community|health)(\/[a-z-]+)?)?([?#][^\s\\]*)?$/;

/** An address of one of our own pages; undefined for anything else, such as `//elsewhere.example`. */
export function inAppAddress(written: string): string | undefined {
  return page.test(written) ? written : undefined;
}
