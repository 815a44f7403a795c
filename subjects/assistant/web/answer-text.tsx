import { CircleHelp } from 'lucide-react';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { createContext, type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '#shell/text/i18n.ts';
import { classNames } from '#shell/ui/class-names.ts';
import { Markdown, type MarkdownDialect, type MarkdownSide, wordsOf } from '#shell/ui/markdown.tsx';
import { Cell, HeaderCell, Table } from '#shell/ui/table.tsx';
import { Tooltip } from '#shell/ui/tooltip.tsx';

/** Told when the reader follows a figure to its page. */
export const FollowLink = createContext<() => void>(() => undefined);

/** Nothing in an answer leads out of the app: of any other link only the words stay. */
const dialect: MarkdownDialect = {
  parse: parseAnswer,
  link: (address, words) => {
    if (address === '#unverified') return <Unverified>{words}</Unverified>;
    const to = inAppAddress(address);
    return to === undefined ? words : <PageLink to={to}>{words}</PageLink>;
  },
  table: (rows, sides) => <AnswerTable rows={rows} sides={sides} />,
};

/** An answer's Markdown: figures lead to our pages, the ones that nothing confirms are marked. */
export function AnswerText({ text }: { text: string }) {
  const language = useLanguage();
  return text === '' ? null : <Markdown text={text} lang={language} dialect={dialect} />;
}

/** A number that no figure of the household holds. Whoever cannot rest on it reads the note below the answer. */
function Unverified({ children }: { children: string }) {
  const { t } = useTranslation('assistant');
  return (
    <Tooltip text={t('unverified.tip')}>
      <button type="button" className="inline cursor-help text-left figures">
        <span className="underline decoration-dotted decoration-2 underline-offset-4">{children}</span>
        <CircleHelp className="ml-0.5 inline size-3.5 align-[-0.1em] text-ink-soft" aria-hidden />{' '}
        <span className="sr-only">({t('unverified.mark')})</span>
      </button>
    </Tooltip>
  );
}

interface DataTableProps {
  caption: string;
  columns: readonly { readonly title: ReactNode; readonly isNumber: boolean }[];
  rows: readonly (readonly ReactNode[])[];
  /** Whether what stands in that column is never broken. */
  isWhole?: (column: number) => boolean;
  className: string;
}

/** Numbers stand at the right. Rows and columns have no other name than their place, and never change. */
export function DataTable({ caption, columns, rows, isWhole, className }: DataTableProps) {
  return (
    <Table caption={caption} className={className}>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- see above
            <HeaderCell key={column} numeric={isNumber}>
              {title}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // oxlint-disable-next-line react/no-array-index-key -- see above
          <tr key={row}>
            {cells.map((cell, column) => (
              <Cell
                // oxlint-disable-next-line react/no-array-index-key -- see above
                key={column}
                numeric={columns[column]?.isNumber === true}
                className={isWhole?.(column) === true ? 'whitespace-nowrap' : undefined}
              >
                {cell}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface AnswerTableProps {
  /** The head first. */
  rows: readonly (readonly ReactNode[])[];
  sides: readonly MarkdownSide[];
}

/** A table of an answer's own text. */
function AnswerTable({ rows: [head = [], ...rows], sides }: AnswerTableProps) {
  const { t } = useTranslation('assistant');
  const columns = head.map((title, column) => ({ title, isNumber: sides[column] === 'right' }));
  return (
    <DataTable
      caption={t('table')}
      columns={columns}
      rows={rows}
      isWhole={() => true}
      className="text-small [&_td]:py-1.5"
    />
  );
}

/** `quiet`: it stands on a line of its own, not within a text. */
export function PageLink({ to, quiet = false, children }: { to: string; quiet?: boolean; children: string }) {
  const follow = use(FollowLink);
  return (
    <Link
      to={to}
      onClick={follow}
      className={classNames(
        'text-leaf underline decoration-leaf/35 underline-offset-[3px] figures hover:decoration-leaf',
        !quiet && 'font-semibold',
      )}
    >
      {children}
    </Link>
  );
}

/** Answers may hold tables too. */
function parseAnswer(text: string) {
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

const page =
  /^\/((analytics|billing|devices|dashboard|contact|profile|community|compare|health|notices)(\/[a-z-]+)?)?([?#][^\s\\]*)?$/;

/** An address of one of our own pages; undefined for anything else, such as `//elsewhere.example`. */
export function inAppAddress(written: string): string | undefined {
  return page.test(written) ? written : undefined;
}
