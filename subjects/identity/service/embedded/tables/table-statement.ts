/** The one statement that answers a question: PostgreSQL makes the JSON, under the policies of whoever asks. */
import type { Sql } from 'postgres';
import { badText, notEmbedded, TableError } from './table-errors.ts';
import { type Column, type Condition, type Embed, type Question, readList, type Rows } from './table-question.ts';

/** A foreign key. `isUnique`: no two rows point to the same one. */
interface Key {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
  readonly isUnique: boolean;
}

export interface TableCatalogue {
  readonly tables: ReadonlySet<string>;
  readonly keys: readonly Key[];
  readonly primary: ReadonlyMap<string, readonly string[]>;
}

interface Constraint extends Key {
  readonly kind: 'p' | 'f';
}

export const readTableCatalogue = async (sql: Sql): Promise<TableCatalogue> => {
  const [row] = await sql<{ tables: string; constraints: string }[]>`
    with columns as (
      select c.oid, c.conrelid, c.contype, array_agg(a.attname::text order by k.at) as names
      from pg_constraint c, unnest(c.conkey) with ordinality k (number, at), pg_attribute a
      where c.connamespace = 'public'::regnamespace and a.attrelid = c.conrelid and a.attnum = k.number group by c.oid
    )
    select (select json_agg(relname) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f'))::text as tables,
      (select json_agg(json_build_object('kind', c.contype, 'name', c.conname, 'table', t.relname, 'columns', o.names, 'target', r.relname,
        'targetColumns', array(select a.attname::text from unnest(c.confkey) with ordinality k (number, at), pg_attribute a
          where a.attrelid = c.confrelid and a.attnum = k.number order by k.at),
        'isUnique', exists (select from columns u where u.conrelid = c.conrelid and u.contype in ('p', 'u') and u.names <@ o.names)) order by c.conname)
      from pg_constraint c join columns o on o.oid = c.oid join pg_class t on t.oid = c.conrelid left join pg_class r on r.oid = c.confrelid
      where c.contype in ('f', 'p'))::text as constraints`;
  const constraints = JSON.parse(row?.constraints ?? '[]') as Constraint[];
  return {
    tables: new Set(JSON.parse(row?.tables ?? '[]') as string[]),
    keys: constraints.filter(({ kind }) => kind === 'f'),
    primary: new Map(constraints.filter(({ kind }) => kind === 'p').map(({ table, columns }) => [table, columns])),
  };
};

export interface Statement {
  readonly text: string;
  readonly values: readonly string[];
}

/** What is written. `body`: a JSON array of rows. */
export type Change =
  | {
      readonly kind: 'insert';
      readonly batches: readonly InsertBatch[];
      readonly onDuplicate: 'merge' | 'ignore' | null;
    }
  | { readonly kind: 'update'; readonly body: string; readonly columns: readonly string[] }
  | { readonly kind: 'delete' };

/** Rows that name the same columns. */
export interface InsertBatch {
  readonly columns: readonly string[];
  readonly body: string;
}

export interface StatementOptions {
  readonly catalogue: TableCatalogue;
  readonly table: string;
  readonly question: Question;
  readonly change?: Change;
  /** Whether the rows are answered, and how. */
  readonly answer: 'rows' | 'csv' | 'none';
  readonly isStripped: boolean;
  readonly isCounted: boolean;
  readonly maxRows: number;
}

const id = (name: string): string => {
  // PostgreSQL would take it for the end of the statement.
  if (name.includes('\0')) throw new TableError(400, 'PGRST100', 'A name has a character that cannot be kept');
  return `"${name.replaceAll('"', '""')}"`;
};
const operators: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};
const searches: Readonly<Record<string, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};
const facts = new Set(['null', 'not_null', 'true', 'false', 'unknown']);

/** By which key rows of `from` and of another table belong together, and the columns at either end. Throws PGRST200, PGRST201. */
const relationOf = ({ keys }: TableCatalogue, from: string, { table: name, hint }: Embed): Relation => {
  const isMeant = (key: Key, to: string, columns: readonly string[]): boolean =>
    (to === name || key.name === name || (key.table === from && columns.length === 1 && columns[0] === name)) &&
    (hint === undefined ||
      [key.name, to].includes(hint) ||
      (key.columns.length === 1 && [...key.columns, ...key.targetColumns].includes(hint)));
  const found = keys.flatMap((key): Relation[] => {
    const { name: by, columns, targetColumns, table, target, isUnique } = key;
    return [
      ...(table === from && isMeant(key, target, columns)
        ? [{ by, to: target, isOne: true, mine: columns, theirs: targetColumns }]
        : []),
      ...(target === from && isMeant(key, table, targetColumns)
        ? [{ by, to: table, isOne: isUnique, mine: targetColumns, theirs: columns }]
        : []),
    ];
  });
  const [first] = found;
  if (!first) {
    const words = `a foreign key relationship between '${from}' and '${name}'${hint ? ` using the hint '${hint}'` : ''}`;
    throw new TableError(
      400,
      'PGRST200',
      `Could not find a relationship between '${from}' and '${name}' in the schema cache`,
      `Searched for ${words} in the schema 'public', but no matches were found.`,
    );
  }
  if (found.length > 1)
    throw new TableError(
      300,
      'PGRST201',
      `Could not embed because more than one relationship was found for '${from}' and '${name}'`,
      found.map(({ by }) => ({ relationship: by, embedding: `${from} with ${name}` })),
      `Try changing '${name}' to one of the following: ${found.map(({ by }) => `'${name}!${by}'`).join(', ')}.`,
    );
  return first;
};

interface Relation {
  readonly by: string;
  readonly to: string;
  readonly isOne: boolean;
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** Rows that belong to others: under `place` their columns, all of them together as `row`, which is JSON, and `?all`, which is not. */
interface Joined {
  readonly place: string;
  readonly row: string;
}

interface Written {
  readonly select: readonly string[];
  readonly joins: string;
  readonly where: readonly string[];
  readonly order: string;
  readonly limits: string;
}

const nothing = '1 as "?"';
const isPlace = /^-?\d+$/;
const whereOf = (conditions: readonly string[]): string =>
  conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';

export const writeStatement = (options: StatementOptions): Statement => {
  const { catalogue, table, question, change, answer, maxRows } = options;
  const { rows } = question;
  const values: string[] = [];
  let aliases = 0;
  const value = (text: string): string => `$${values.push(text)}`;

  const columnOf = (alias: string, { name, path }: Column): string => {
    if (path.length === 0) return `${alias}.${id(name)}`;
    const steps = path.map(([arrow, key]) => arrow + (isPlace.test(key) ? key : `${value(key)}::text`));
    return `to_jsonb(${alias}.${id(name)})${steps.join('')}`;
  };

  const comparison = (alias: string, condition: Exclude<Condition, { join: unknown }>): string => {
    const { operator, mode, value: text } = condition;
    const column = columnOf(alias, condition.column);
    if (operator === 'is') {
      if (!facts.has(text.toLowerCase())) throw badText('filter', `is.${text}`);
      return `${column} is ${text.toLowerCase().replace('_', ' ')}`;
    }
    if (operator === 'in') {
      const list = readList(text).map((one) => `"${one.replace(/["\\]/g, '\\$&')}"`);
      return `${column} = any(${value(`{${list.join()}}`)})`;
    }
    const search = searches[operator];
    if (search) return `${column} @@ ${search}(${mode ? `${value(mode)}::regconfig, ` : ''}${value(text)})`;
    if (mode !== undefined && mode !== 'any' && mode !== 'all') throw badText('filter', `${operator}(${mode})`);
    const given = value(operator.endsWith('like') ? text.replaceAll('*', '%') : text);
    return `${column} ${operators[operator]} ${mode ? `${mode}(${given})` : given}`;
  };

  const conditionOf = (alias: string, condition: Condition, joined: ReadonlyMap<string, Joined>): string => {
    const not = condition.not ? 'not ' : '';
    if ('join' in condition) {
      const parts = condition.parts.map((part) => conditionOf(alias, part, joined));
      return `${not}(${parts.join(` ${condition.join} `)})`;
    }
    const { column, operator, value: text } = condition;
    const row = column.path.length === 0 && operator === 'is' ? joined.get(column.name)?.row : undefined;
    // Of rows that belong here: whether there are any.
    if (row !== undefined && /^(not_)?null$/i.test(text))
      return `${not}(${row} is ${text.toLowerCase().replace('_', ' ')})`;
    return `${not}(${comparison(alias, condition)})`;
  };

  const join = (from: string, alias: string, embed: Embed): { text: string; select: string[]; joined: Joined } => {
    const { to, isOne, mine, theirs } = relationOf(catalogue, from, embed);
    if (embed.isSpread && !isOne)
      throw new TableError(400, 'PGRST119', 'A spread operation on rows that are several is not possible');
    const [inner, place] = [`e${++aliases}`, `j${aliases}`];
    const { select, joins, where, order, limits } = writeRows(to, inner, embed.rows);
    const on = mine.map((column, at) => `${alias}.${id(column)} = ${inner}.${id(theirs[at] ?? '')}`);
    const found = `select ${select.join(', ') || nothing} from public.${id(to)} ${inner}${joins}${whereOf([...on, ...where])}${order}${limits}`;
    const row = `${place}."?row"`;
    const all = isOne ? 'row_to_json(r) as "?row", r as "?all", r.*' : 'json_agg(r) as "?row"';
    const text = ` left join lateral (select ${all} from (${found}) r${isOne ? ' limit 1' : ''}) ${place} on true`;
    const called = isOne ? row : `coalesce(${row}, '[]')`;
    const told = embed.isSpread ? spreadOf(place, embed.rows) : [`${called} as ${id(embed.called)}`];
    return { text, select: select.length > 0 ? told : [], joined: { place, row } };
  };

  /** All, so that what is spread within it is there too. */
  const spreadOf = (place: string, { items, isAll }: Rows): string[] => {
    if (isAll || items.some((item) => 'embed' in item && item.embed.isSpread)) return [`(${place}."?all").*`];
    return items.map((item) => {
      const name = id('embed' in item ? item.embed.called : (item.called ?? item.column.name));
      return `${place}.${name} as ${name}`;
    });
  };

  /** Rows of `from`, which stands under `alias`. */
  const writeRows = (from: string, alias: string, asked: Rows, most = Number.MAX_SAFE_INTEGER): Written => {
    const select = asked.isAll ? [`${alias}.*`] : [];
    const joined = new Map<string, Joined>();
    const where: string[] = [];
    let joins = '';
    for (const item of asked.items) {
      if ('embed' in item) {
        const made = join(from, alias, item.embed);
        joins += made.text;
        select.push(...made.select);
        joined.set(item.embed.called, made.joined);
        if (item.embed.isInner) where.push(`${made.joined.row} is not null`);
      } else {
        const text = columnOf(alias, item.column);
        const cast = item.cast === undefined ? text : `cast(${text} as ${item.cast})`;
        select.push(`${cast} as ${id(item.called ?? item.column.name)}`);
      }
    }
    where.unshift(...asked.conditions.map((condition) => conditionOf(alias, condition, joined)));
    const order = asked.order.map(({ of, column, how }) => {
      const place = of === undefined ? alias : joined.get(of)?.place;
      if (place === undefined) throw notEmbedded(of ?? '');
      return `${columnOf(place, column)} ${how}`;
    });
    const limit = Math.min(asked.limit ?? Number.MAX_SAFE_INTEGER, most);
    return {
      select,
      joins,
      where,
      order: order.length > 0 ? ` order by ${order.join(', ')}` : '',
      limits: `${limit < Number.MAX_SAFE_INTEGER ? ` limit ${limit}` : ''}${asked.offset > 0 ? ` offset ${asked.offset}` : ''}`,
    };
  };

  /** What of a written row is looked at again, so that columns that nobody may read stay unread. */
  const returning = (): string => {
    if (answer === 'none') return nothing;
    if (rows.isAll) return 't.*';
    const names = [
      ...rows.items.flatMap((item) =>
        'embed' in item ? relationOf(catalogue, table, item.embed).mine : [item.column.name],
      ),
      ...rows.order.flatMap(({ of, column }) => (of === undefined ? [column.name] : [])),
    ];
    return [...new Set(names)].map((name) => `t.${id(name)}`).join(', ') || nothing;
  };

  const onConflict = (way: 'merge' | 'ignore' | null, columns: readonly string[]): string => {
    const target = question.onConflict.length > 0 ? question.onConflict : (catalogue.primary.get(table) ?? []);
    if (way === null || target.length === 0) return '';
    const sets = columns.map((name) => `${id(name)} = excluded.${id(name)}`).join(', ');
    return ` on conflict (${target.map(id).join(', ')}) do ${way === 'merge' && sets ? `update set ${sets}` : 'nothing'}`;
  };

  /** The rows that are written, as `made`. */
  const writeChange = (made: Change): string => {
    const to = `public.${id(table)}`;
    const told = returning();
    if (made.kind === 'insert') {
      const parts = made.batches.map(({ columns, body }, at) => {
        const names = columns.map(id).join(', ');
        const what = names
          ? `(${names}) select ${names} from json_populate_recordset(null::${to}, ${value(body)}::text::json)`
          : 'default values';
        return `made${at} as (insert into ${to} as t ${what}${onConflict(made.onDuplicate, columns)} returning ${told})`;
      });
      const all = made.batches.map((_, at) => `select * from made${at}`).join(' union all ');
      return [...parts, `made as (${all})`].join(', ');
    }
    const where = whereOf(rows.conditions.map((condition) => conditionOf('t', condition, new Map())));
    if (made.kind === 'delete') return `made as (delete from ${to} t${where} returning ${told})`;
    const sets = made.columns.map((name) => `${id(name)} = b.${id(name)}`).join(', ');
    const from = `json_populate_record(null::${to}, ${value(made.body)}::text::json) b`;
    return `made as (update ${to} t set ${sets} from ${from}${where} returning ${told})`;
  };

  const bodyOf = (): string => {
    if (answer === 'none') return `''`;
    if (answer === 'csv')
      return `coalesce((select string_agg(k, ',') from (select json_object_keys(h) as k from (select row_to_json(r) as h from told r limit 1) f) n), '')
        || coalesce(string_agg(e'\\n' || substring(r::text from 2 for length(r::text) - 2), ''), '')`;
    return `coalesce(json_agg(${options.isStripped ? 'json_strip_nulls(row_to_json(r))' : 'r'}), '[]')::text`;
  };

  const tell = (told: string, total: string): Statement => ({
    text: `with ${told} select count(*)::int as shown, ${bodyOf()} as body, ${total} as total from told r`,
    values,
  });

  if (change) {
    const made = writeChange(change);
    if (answer === 'none') return tell(`${made}, told as (select 1 from made)`, 'count(*)::int');
    // What is told was chosen by the change, and is not chosen again.
    const { select, joins, order } = writeRows(table, 't', { ...rows, conditions: [], limit: undefined, offset: 0 });
    return tell(
      `${made}, told as (select ${select.join(', ') || nothing} from made t${joins}${order})`,
      'count(*)::int',
    );
  }
  const { select, joins, where, order, limits } = writeRows(table, 't', rows, maxRows);
  const from = `from public.${id(table)} t${joins}${whereOf(where)}`;
  const total = options.isCounted ? `(select count(*)::int ${from})` : 'null';
  return tell(`told as (select ${select.join(', ') || nothing} ${from}${order}${limits})`, total);
};
