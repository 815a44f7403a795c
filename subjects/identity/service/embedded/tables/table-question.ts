/** What somebody asks of a table, read from PostgREST's grammar: columns, rows that belong to them, conditions, order. */
import { badText, notEmbedded, TableError } from './table-errors.ts';

/** A column, or a place in its JSON. */
export interface Column {
  readonly name: string;
  /** `->a->>b`, each with its arrow. */
  readonly path: readonly (readonly [arrow: '->' | '->>', key: string])[];
}

export type Condition =
  | { readonly join: 'and' | 'or'; readonly not: boolean; readonly parts: readonly Condition[] }
  | {
      readonly column: Column;
      readonly not: boolean;
      readonly operator: string;
      /** `any` or `all` of a list; of a text search its language. */
      readonly mode: string | undefined;
      readonly value: string;
    };

interface Order {
  /** Rows of another table: its name. */
  readonly of?: string;
  readonly column: Column;
  readonly how: string;
}

export interface Embed {
  readonly table: string;
  readonly called: string;
  /** The key by which it belongs, where several do. */
  readonly hint: string | undefined;
  /** Rows without one are left out. */
  readonly isInner: boolean;
  /** Its columns stand among ours. */
  readonly isSpread: boolean;
  readonly rows: Rows;
}

type Item =
  | { readonly column: Column; readonly called: string | undefined; readonly cast: string | undefined }
  | { readonly embed: Embed };

/** Rows of a table; those that belong to them are asked for likewise. */
export interface Rows {
  items: Item[];
  isAll: boolean;
  conditions: Condition[];
  order: Order[];
  limit: number | undefined;
  offset: number;
}

export interface Question {
  readonly rows: Rows;
  /** What of a body is written. */
  readonly columns: readonly string[] | undefined;
  readonly onConflict: readonly string[];
}

const quotedText = /"((?:[^"\\]|\\[^])*)"/y;
const plainName = /[\p{L}\p{N}_$ ]+(?:-(?!>)[\p{L}\p{N}_$ ]+)*/uy;
const listed = /[^,()"]*/y;
const unquote = (text: string): string => text.replace(/\\([^])/g, '$1');

class Reader {
  at = 0;

  constructor(
    readonly where: string,
    readonly text: string,
  ) {}

  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text) ?? undefined;
    if (found) this.at += found[0].length;
    return found;
  }

  has(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  must(sign: string): void {
    if (!this.has(sign)) throw this.bad();
  }

  bad(): TableError {
    return badText(this.where, this.text);
  }

  name(): string {
    const quoted = this.take(quotedText);
    const name = quoted ? unquote(quoted[1] ?? '') : this.take(plainName)?.[0].trim();
    if (!name) throw this.bad();
    return name;
  }

  column(): Column {
    const name = this.name();
    const path: ['->' | '->>', string][] = [];
    for (let arrow = this.take(/->>?/y); arrow; arrow = this.take(/->>?/y)) path.push([arrow[0] as '->', this.name()]);
    return { name, path };
  }

  /** Parts between commas, to the end or to the closing bracket. */
  parts<T>(read: () => T): T[] {
    const all = [read()];
    while (this.has(',')) all.push(read());
    return all;
  }

  end(): void {
    if (this.at < this.text.length) throw this.bad();
  }
}

const newRows = (): Rows => ({ items: [], isAll: false, conditions: [], order: [], limit: undefined, offset: 0 });

const readItems = (reader: Reader): Rows => {
  const rows = newRows();
  reader.parts(() => {
    if (reader.has('*')) rows.isAll = true;
    else rows.items.push(readItem(reader));
  });
  return rows;
};

const readItem = (reader: Reader): Item => {
  const isSpread = reader.has('...');
  let column = reader.column();
  let called: string | undefined;
  if (column.path.length === 0 && reader.take(/:(?!:)/y)) {
    called = column.name;
    column = reader.column();
  }
  const hints = Array.from({ length: 2 }, () => (reader.has('!') ? reader.name() : undefined));
  if (column.path.length === 0 && reader.has('(')) {
    const rows = reader.has(')') ? newRows() : readItems(reader);
    if (rows.isAll || rows.items.length > 0) reader.must(')');
    else if (column.name === 'count' && hints[0] === undefined) throw noSums();
    const hint = hints.find((one) => one !== undefined && one !== 'inner' && one !== 'left');
    const embed = { table: column.name, called: called ?? column.name, hint, isInner: hints.includes('inner') };
    return { embed: { ...embed, isSpread, rows } };
  }
  if (isSpread || hints[0] !== undefined) throw reader.bad();
  if (reader.take(/\.(sum|avg|count|max|min)\(\)/y)) throw noSums();
  const cast = reader.has('::') ? reader.take(/[\w ]+(\[\])?/y)?.[0] : undefined;
  return { column, called: called ?? column.path.at(-1)?.[1], cast };
};

const noSums = (): TableError => new TableError(400, 'PGRST123', 'Use of aggregate functions is not allowed');

const asked =
  /(not\.)?(eq|neq|gte|gt|lte|lt|like|ilike|match|imatch|isdistinct|in|is|cs|cd|ov|sl|sr|nxr|nxl|adj|fts|plfts|phfts|wfts)(?:\((\w+)\))?\./y;

const comparison = (reader: Reader, column: Column, value: () => string): Condition => {
  const found = reader.take(asked);
  if (!found) throw reader.bad();
  const [, not, operator = '', mode] = found;
  return { column, not: not !== undefined, operator, mode, value: value() };
};

/** A value among others: up to a comma or the bracket that closes them; `{…}` and `(…)` are taken whole. */
const valueIn = (reader: Reader): string => {
  const quoted = reader.take(quotedText);
  if (quoted) return unquote(quoted[1] ?? '');
  const braced = reader.take(/\{[^{}]*\}|\[[^[\]]*[\])]/y);
  if (braced) return braced[0];
  if (reader.has('(')) {
    const items = reader.take(/(?:"(?:[^"\\]|\\[^])*"|[^()"])*/y)?.[0] ?? '';
    reader.must(')');
    return `(${items})`;
  }
  return reader.take(/[^,()]*/y)?.[0] ?? '';
};

const readGroup = (reader: Reader, join: 'and' | 'or', not: boolean): Condition => {
  reader.must('(');
  const parts = reader.parts((): Condition => {
    const nested = reader.take(/(not\.)?(and|or)(?=\()/y);
    if (nested) return readGroup(reader, nested[2] as 'and', nested[1] !== undefined);
    const column = reader.column();
    reader.must('.');
    return comparison(reader, column, () => valueIn(reader));
  });
  reader.must(')');
  return { join, not, parts };
};

/** The values of `in.(a,"b,c")`. */
export const readList = (text: string): string[] => {
  const reader = new Reader('filter', text);
  reader.must('(');
  if (reader.has(')')) return [];
  const values = reader.parts(() => {
    const quoted = reader.take(quotedText);
    return quoted ? unquote(quoted[1] ?? '') : (reader.take(listed)?.[0] ?? '');
  });
  reader.must(')');
  reader.end();
  return values;
};

const readOrder = (text: string): Order[] => {
  const reader = new Reader('order', text);
  const orders = reader.parts((): Order => {
    let column = reader.column();
    let of: string | undefined;
    if (reader.has('(')) {
      of = column.name;
      column = reader.column();
      reader.must(')');
    }
    const [, way = 'asc'] = reader.take(/\.(asc|desc)/y) ?? [];
    const [, nulls = ''] = reader.take(/\.nulls(first|last)/y) ?? [];
    return { ...(of !== undefined && { of }), column, how: nulls ? `${way} nulls ${nulls}` : way };
  });
  reader.end();
  return orders;
};

const readNames = (where: string, text: string): string[] => {
  const reader = new Reader(where, text);
  const names = reader.parts(() => reader.name());
  reader.end();
  return names;
};

const count = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw badText('limit or offset', text);
  return Number(text);
};

/** The rows to which a key such as `rooms.limit` belongs: by the names of what is embedded. */
const rowsAt = (rows: Rows, path: readonly string[]): Rows =>
  path.reduce((at, part) => {
    const found = at.items.find((item) => 'embed' in item && item.embed.called === part);
    if (!found || !('embed' in found)) throw notEmbedded(part);
    return found.embed.rows;
  }, rows);

const readCondition = (rows: Rows, key: string, value: string): void => {
  const group = /^(?:(.*?)\.)??(not\.)?(and|or)$/.exec(key);
  if (group) {
    const reader = new Reader('logic tree', value);
    const condition = readGroup(reader, group[3] as 'and', group[2] !== undefined);
    reader.end();
    rowsAt(rows, group[1]?.split('.') ?? []).conditions.push(condition);
    return;
  }
  const reader = new Reader('filter', key);
  const path: Column[] = [reader.column()];
  while (reader.has('.')) path.push(reader.column());
  reader.end();
  const column = path.pop() as Column;
  const at = rowsAt(
    rows,
    path.map(({ name }) => name),
  );
  const given = new Reader('filter', value);
  at.conditions.push(comparison(given, column, () => value.slice(given.at)));
};

const ofRows = /^(?:(.*)\.)?(order|limit|offset)$/;

/** Throws PGRST100, PGRST108, PGRST123. */
export const readQuestion = (params: URLSearchParams): Question => {
  const select = new Reader('select parameter', params.get('select') || '*');
  const rows = readItems(select);
  select.end();
  for (const [key, value] of params) {
    if (['select', 'columns', 'on_conflict', 'apikey'].includes(key)) continue;
    const [, path, what] = ofRows.exec(key) ?? [];
    const at = rowsAt(rows, path?.split('.') ?? []);
    if (what === 'order') at.order.push(...readOrder(value));
    else if (what === 'limit') at.limit = count(value);
    else if (what === 'offset') at.offset = count(value);
    else readCondition(rows, key, value);
  }
  const columns = params.get('columns');
  const conflict = params.get('on_conflict');
  return {
    rows,
    columns: columns ? readNames('columns', columns) : undefined,
    onConflict: conflict ? readNames('on_conflict', conflict) : [],
  };
};
