import { fromMarkdown } from 'mdast-util-from-markdown';
import { Fragment, type ReactNode, useMemo } from 'react';
import { classNames } from './class-names.ts';
import { OutsideLink, safeAddress, scriptOf } from '../text/written-by-others.tsx';

type Root = ReturnType<typeof fromMarkdown>;
type RootContent = Root['children'][number];
type Nodes = Root | RootContent;

export interface MarkdownProps {
  text: string;
  /** What its author's page was in; the letters decide. */
  lang?: string;
  className?: string;
  /** What may be in this text beyond the usual. */
  dialect?: MarkdownDialect;
}

export type MarkdownSide = 'left' | 'right' | 'center' | null;

export interface MarkdownDialect {
  parse: (text: string) => Root;
  /** Whatever may become of an address: with a dialect nothing else does. */
  link: (address: string, words: string) => ReactNode;
  /** The head first; a side for each column. */
  table: (rows: ReactNode[][], sides: readonly MarkdownSide[]) => ReactNode;
}

/** Deeper than any honest text nests; below it only the words are shown. */
const deepest = 12;

/**
 * A small part of Markdown as React elements: paragraphs, emphasis, links, lists, quotes, code. Everything else (HTML, images,
 * headings) is shown as its words. There is no HTML anywhere on the way, so nothing in a text can become an element that is not named here.
 */
export function Markdown({ text, lang, className, dialect }: MarkdownProps) {
  const tree = useMemo(() => (dialect?.parse ?? fromMarkdown)(text), [text, dialect]);
  return (
    <div lang={scriptOf(text, lang)} className={classNames('written space-y-3', className)}>
      {tree.children.map((node, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the tree is made anew with the text
        <Fragment key={index}>{draw(node, 0, dialect)}</Fragment>
      ))}
    </div>
  );
}

function draw(node: RootContent, depth: number, dialect: MarkdownDialect | undefined): ReactNode {
  if (depth > deepest) return wordsOf(node);
  switch (node.type) {
    case 'paragraph':
      return <p>{inside(node.children, depth, dialect)}</p>;
    case 'heading':
      return (
        <p>
          <strong className="font-semibold">{inside(node.children, depth, dialect)}</strong>
        </p>
      );
    case 'blockquote':
      return (
        <blockquote className="space-y-3 border-l-2 border-line pl-4 text-ink-soft">
          {inside(node.children, depth, dialect)}
        </blockquote>
      );
    case 'list':
      return node.ordered === true ? (
        <ol start={node.start ?? 1} className="list-decimal space-y-1 pl-6">
          {inside(node.children, depth, dialect)}
        </ol>
      ) : (
        <ul className="list-disc space-y-1 pl-6">{inside(node.children, depth, dialect)}</ul>
      );
    case 'listItem':
      return <li className="space-y-2">{inside(node.children, depth, dialect)}</li>;
    case 'code':
      return (
        <pre className="rounded-control bg-paper p-3 text-small whitespace-pre-wrap">
          <code>{node.value}</code>
        </pre>
      );
    case 'thematicBreak':
    case 'definition':
      return null;
    // As it was typed: a tag is nothing but the characters it is made of.
    case 'html':
      return node.value;
    case 'text':
      return dialect === undefined ? withAddresses(node.value) : node.value;
    case 'emphasis':
      return <em>{inside(node.children, depth, dialect)}</em>;
    case 'strong':
      return <strong className="font-semibold">{inside(node.children, depth, dialect)}</strong>;
    case 'inlineCode':
      return <code className="rounded-[4px] bg-paper px-1 py-0.5 text-[0.9375em]">{node.value}</code>;
    case 'break':
      return <br />;
    case 'link': {
      const words = node.children.map(wordsOf).join('');
      if (dialect !== undefined) return dialect.link(node.url, words);
      const address = safeAddress(node.url);
      return address === undefined ? words : <OutsideLink address={address}>{words}</OutsideLink>;
    }
    case 'table':
      return dialect === undefined
        ? wordsOf(node)
        : dialect.table(
            node.children.map((row) => row.children.map((cell) => inside(cell.children, depth, dialect))),
            node.align ?? [],
          );
    case 'image':
    case 'imageReference':
    case 'linkReference':
    case 'footnoteReference':
    case 'footnoteDefinition':
    case 'tableRow':
    case 'tableCell':
    case 'yaml':
    case 'delete':
      return wordsOf(node);
  }
}

function inside(nodes: readonly RootContent[], depth: number, dialect: MarkdownDialect | undefined): ReactNode {
  return nodes.map((node, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the tree is made anew with the text
    <Fragment key={index}>{draw(node, depth + 1, dialect)}</Fragment>
  ));
}

const addressInText = /https?:\/\/[^\s<>"'`|\\^{}]+[^\s<>"'`|\\^{}.,;:!?)\]]/g;

/** An address that was written without marks is a link too. */
function withAddresses(text: string): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(addressInText)) {
    const address = safeAddress(found[0]);
    if (address === undefined) continue;
    parts.push(
      text.slice(end, found.index),
      <OutsideLink key={found.index} address={address}>
        {found[0]}
      </OutsideLink>,
    );
    end = found.index + found[0].length;
  }
  return parts.length === 0 ? text : [...parts, text.slice(end)];
}

/** The words of a node without what surrounds them. */
export function wordsOf(node: Nodes): string {
  let words = '';
  // By hand instead of by calls: a text may nest deeper than a stack.
  const waiting: Nodes[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('value' in next) words += next.value;
    else if ('alt' in next && typeof next.alt === 'string') words += next.alt;
    else if ('children' in next) waiting.push(...[...next.children].reverse());
  }
  return words;
}
