/** Reads a PDF as a reading program does: by its tags, with each text in its own letters. */
import { inflateSync } from 'node:zlib';

export interface PaperNode {
  readonly role: string;
  /** What is said of it as a cell of a table. */
  readonly scope: string | undefined;
  readonly span: number;
  readonly text: string;
  readonly children: readonly PaperNode[];
}

export interface ReadPaper {
  readonly catalog: string;
  readonly title: string;
  readonly tree: PaperNode;
  /** Text that is on pages only: their foots, and titles of tables that go on. */
  readonly artifacts: readonly string[];
  /** Marks and texts that belong to nothing. There should be none. */
  readonly loose: readonly string[];
}

interface PdfObject {
  readonly head: string;
  readonly stream: string;
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A PDF string without its parentheses. */
const stringOf = (raw: string): string => {
  const bytes = Buffer.from(
    raw.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter),
    'latin1',
  );
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? bytes.subarray(2).swap16().toString('utf16le')
    : bytes.toString('latin1');
};

const objectsOf = (file: Buffer): Map<number, PdfObject> => {
  const text = file.toString('latin1');
  const table = Number(/startxref\s+(\d+)/.exec(text)?.[1]);
  const offsets = Array.from(text.slice(table).matchAll(/^(\d{10}) 00000 n/gm), ([, offset]) => Number(offset));
  return new Map(
    offsets.map((offset): [number, PdfObject] => {
      const name = /^(\d+) 0 obj\n/.exec(text.slice(offset, offset + 20));
      const start = offset + (name?.[0].length ?? 0);
      const [head = '', rest] = text.slice(start, text.indexOf('\nendobj', start)).split('\nstream\n');
      if (rest === undefined) return [Number(name?.[1]), { head, stream: '' }];
      const begin = start + head.length + '\nstream\n'.length;
      const bytes = file.subarray(begin, begin + Number(/\/Length (\d+)/.exec(head)?.[1]));
      const stream = (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
      return [Number(name?.[1]), { head, stream }];
    }),
  );
};

/** Of a font: what each of its glyphs stands for. */
const lettersOf = (cmap: string): string[] =>
  Array.from(/beginbfrange([\s\S]*?)endbfrange/.exec(cmap)?.[1]?.matchAll(/\[(.*)\]/g) ?? []).flatMap(([, list = '']) =>
    Array.from(list.matchAll(/<([^>]*)>/g), ([, hex = '']) =>
      String.fromCharCode(...(hex.match(/[0-9a-f]{4}/g) ?? []).map((code) => Number.parseInt(code, 16))),
    ),
  );

const tokens = /\/(\w+) <<([\s\S]*?)>> BDC|\/(\w+) BMC|(?<=\n)(EMC)(?=\n)|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g;

interface Mark {
  readonly tag: string;
  readonly id: string | undefined;
  readonly isActual: boolean;
}

/** The texts of a page by their mark's number, and those of artifacts, or of nothing at all. */
const readPage = (content: string, fonts: ReadonlyMap<string, string[]>) => {
  const marked = new Map<string, string>();
  const artifacts: string[] = [];
  const loose: string[] = [];
  const marks: Mark[] = [];
  let font = '';
  const say = (text: string): void => {
    const owner = marks.find(({ id, tag }) => id !== undefined || tag === 'Artifact');
    if (owner?.id !== undefined) marked.set(owner.id, (marked.get(owner.id) ?? '') + text);
    else if (owner) artifacts[artifacts.length - 1] += text;
    else loose.push(text);
  };
  for (const [, tag, attributes = '', bare, end, usedFont, glyphs] of content.matchAll(tokens)) {
    if (tag !== undefined || bare !== undefined) {
      const actual = /\/ActualText \(((?:\\.|[^\\)])*)\)/s.exec(attributes)?.[1];
      const id = /\/MCID (\d+)/.exec(attributes)?.[1];
      if (id !== undefined) marked.set(id, '');
      if (tag === 'Artifact') artifacts.push('');
      if (actual !== undefined) say(stringOf(actual));
      marks.push({ tag: tag ?? bare ?? '', id, isActual: actual !== undefined });
    } else if (end !== undefined) marks.pop();
    else if (usedFont !== undefined) font = usedFont;
    else if (glyphs !== undefined && !marks.some(({ isActual }) => isActual)) {
      const codes = Array.from(glyphs.matchAll(/<([^>]*)>/g), ([, hex = '']) => hex.match(/.{4}/g) ?? []).flat();
      say(codes.map((code) => fonts.get(font)?.[Number.parseInt(code, 16)] ?? '').join(''));
    }
  }
  return { marked, artifacts, loose };
};

export const readPaper = (file: Buffer): ReadPaper => {
  const objects = objectsOf(file);
  const at = (id: string | number | undefined): PdfObject => objects.get(Number(id)) ?? { head: '', stream: '' };
  const heads = [...objects].map(([id, { head }]) => ({ id, head }));
  const fontNames = new Map(
    heads.flatMap(({ head }) =>
      Array.from(head.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name = '', id]) => [name, id]),
    ) as [string, string][],
  );
  const fonts = new Map(
    Array.from(fontNames, ([name, id]) => [name, lettersOf(at(/\/ToUnicode (\d+)/.exec(at(id).head)?.[1]).stream)]),
  );
  const pages = heads.filter(({ head }) => /\/Type \/Page\n/.test(head));
  const contents = new Map(
    pages.map(({ id, head }) => [String(id), readPage(at(/\/Contents (\d+)/.exec(head)?.[1]).stream, fonts)]),
  );
  const told = new Set<string>();
  const nodeOf = (id: string): PaperNode => {
    const { head } = at(id);
    const page = /\/Pg (\d+)/.exec(head)?.[1] ?? '';
    const kids = /\/K \[([^\]]*)\]/.exec(head)?.[1] ?? '';
    const children = Array.from(kids.matchAll(/(\d+) 0 R/g), ([, child = '']) => nodeOf(child));
    const own = (kids.replace(/\d+ 0 R/g, '').match(/\d+/g) ?? []).map((mark) => {
      told.add(`${page} ${mark}`);
      return contents.get(page)?.marked.get(mark) ?? '';
    });
    return {
      role: /\/S \/(\w+)/.exec(head)?.[1] ?? '',
      scope: /\/Scope \/(\w+)/.exec(head)?.[1],
      span: Number(/\/ColSpan (\d+)/.exec(head)?.[1] ?? 1),
      text: own.join(''),
      children,
    };
  };
  const catalog = heads.find(({ head }) => head.includes('/Type /Catalog'))?.head ?? '';
  const root = /\/StructTreeRoot (\d+)/.exec(catalog)?.[1] ?? '';
  const tree = nodeOf(/\/K \[(\d+)/.exec(at(root).head)?.[1] ?? '');
  const untold = Array.from(contents, ([page, { marked }]) =>
    Array.from(marked.keys(), (mark) => `${page} ${mark}`).filter((mark) => !told.has(mark)),
  ).flat();
  const marks = at(/\/MarkInfo (\d+)/.exec(catalog)?.[1]).head;
  const information = at(/\/Info (\d+)/.exec(file.toString('latin1'))?.[1]).head;
  const title = at(/\/Title (\d+)/.exec(information)?.[1]).head;
  return {
    catalog: `${catalog}${marks}${at(/\/ViewerPreferences (\d+)/.exec(catalog)?.[1]).head}`,
    title: stringOf(/^\(([\s\S]*)\)$/.exec(title)?.[1] ?? ''),
    tree,
    artifacts: Array.from(contents.values(), ({ artifacts }) => artifacts.filter((text) => text !== '')).flat(),
    loose: [...untold, ...Array.from(contents.values(), ({ loose }) => loose).flat()],
  };
};

/** All that have this role, in reading order. */
export const allOf = (node: PaperNode, role: string): PaperNode[] => [
  ...(node.role === role ? [node] : []),
  ...node.children.flatMap((child) => allOf(child, role)),
];

/** A node and all below it, as it is read. */
export const readAloud = (node: PaperNode): string => [node.text, ...node.children.map(readAloud)].join('\n');
