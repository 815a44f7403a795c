import { parseAnswer } from './parse-answer.ts';

type Root = ReturnType<typeof parseAnswer>;
type Node = Root | Root['children'][number];

/** An answer's words as they are copied and read out. */
export function plainText(text: string): string {
  return blocks(parseAnswer(text).children).join('\n\n');
}

function blocks(nodes: readonly Node[]): string[] {
  return nodes.map(wordsOf).filter((words) => words !== '');
}

function wordsOf(node: Node): string {
  if (node.type === 'list')
    return node.children.map((item, index) => `${signOf(node, index)} ${inLines(item)}`).join('\n');
  if (node.type === 'table') return node.children.map((row) => row.children.map(wordsOf).join('\t')).join('\n');
  if (node.type === 'blockquote') return inLines(node);
  if (node.type === 'break') return '\n';
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}

const inLines = ({ children }: { children: readonly Node[] }) => blocks(children).join('\n');

const signOf = ({ ordered, start }: Extract<Node, { type: 'list' }>, index: number) =>
  ordered === true ? `${(start ?? 1) + index}.` : '-';
