/** The one statement that answers a question: PostgreSQL makes the JSON, under the policies of whoever asks. */
import type { Sql } from 'postgres';
import { TableError } from './table-errors.ts';
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

const id = (name: string): string => `"${name.replaceAll('"', '""')}"`;
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

export const writeStatement = (options: StatementOptions): Statement => {
  const { catalogue, table, question, change, answer, maxRows } = options;
  const values: string[] = [];
  let aliases = 0;
  const value = (text: string): string => `$${values.push(text)}`;

  const columnOf = (alias: string, { name, path }: Column): string => {
    if (path.length === 0) return `${alias}.${id(name)}`;
    const steps = path.map(
      ([arrow, key]) => `${arrow}${/^-?\d+$/.test(key) ? key : value(key)}${/^-?\d+$/.test(key) ? '' : '::text'}`,
    );
    return `to_jsonb(${alias}.${id(name)})${steps.join('')}`;
  };

  const textOf = (operator: string, text: string): string =>
    operator.endsWith('like') ? text.replaceAll('*', '%') : text;

  const comparison = (alias: string, condition: Exclude<Condition, { join: unknown }>): string => {
    const { operator, mode, value: text } = condition;
    const column = columnOf(alias, condition.column);
    if (operator === 'is') {
      if (!facts.has(text.toLowerCase()))
        throw new TableError(400, 'PGRST100', `"failed to parse filter (is.${text.slice(0, 100)})"`);
      return `${column} is ${text.toLowerCase().replace('_', ' ')}`;
    }
    if (operator === 'in') {
      const list = readList(text).map((one) => `"${one.replace(/["\\]/g, '\\$&')}"`);
      return `${column} = any(${value(`{${list.join()}}`)})`;
    }
    const search = searches[operator];
    if (search)
      return `${column} @@ ${search}(${mode === undefined ? '' : `${value(mode)}::regconfig, `}${value(text)})`;
    if (mode !== undefined && mode !== 'any' && mode !== 'all')
      throw new TableError(400, 'PGRST100', `"failed to parse filter (${operator}(${mode.slice(0, 20)}))"`);
    const given = value(textOf(operator, text));
    return `${column} ${operators[operator]} ${mode ? `${mode}(${given})` : given}`;
  };

  const conditionOf = (alias: string, condition: Condition, embeds: ReadonlyMap<string, string>): string => {
    if ('join' in condition) {
      const parts = condition.parts.map((part) => conditionOf(alias, part, embeds));
      return `${condition.not ? 'not ' : ''}(${parts.join(` ${condition.join} `)})`;
    }
    const embed = condition.column.path.length === 0 ? embeds.get(condition.column.name) : undefined;
    // Whether there is any of them.
    const says =
      embed !== undefined && condition.operator === 'is' && /^(not_)?null$/i.test(condition.value)
        ? `${embed} is ${condition.value.toLowerCase().replace('_', ' ')}`
        : comparison(alias, condition);
    return condition.not ? `not (${says})` : says;
  };

  /** By which key rows of one table belong to another's. Throws PGRST200, PGRST201. */
  const relation = (from: string, { table: name, hint }: Embed): { key: Key; isOne: boolean; to: string } => {
    const isNamed = (key: Key, columns: readonly string[], to: string): boolean =>
      (to === name || key.name === name || (columns.length === 1 && columns[0] === name && key.table === from)) &&
      (hint === undefined ||
        [key.name, to, ...(key.columns.length === 1 ? [...key.columns, ...key.targetColumns] : [])].includes(hint));
    const found = catalogue.keys.flatMap((key) => [
      ...(key.table === from && isNamed(key, key.columns, key.target) ? [{ key, isOne: true, to: key.target }] : []),
      ...(key.target === from && isNamed(key, key.targetColumns, key.table)
        ? [{ key, isOne: key.isUnique, to: key.table }]
        : []),
    ]);
    const [first] = found;
    if (!first)
      throw new TableError(
        400,
        'PGRST200',
        `Could not find a relationship between '${from}' and '${name}' in the schema cache`,
        `Searched for a foreign key relationship between '${from}' and '${name}'${hint ? ` using the hint '${hint}'` : ''} in the schema 'public', but no matches were found.`,
      );
    if (found.length > 1)
      throw new TableError(
        300,
        'PGRST201',
        `Could not embed because more than one relationship was found for '${from}' and '${name}'`,
        found.map(({ key }) => ({ relationship: key.name, embedding: `${from} with ${name}` })),
        `Try changing '${name}' to one of the following: ${found.map(({ key }) => `'${name}!${key.name}'`).join(', ')}.`,
      );
    return first;
  };

  /** Which columns of `from`'s rows a key of theirs joins by. */
  const ownColumns = (from: string, embed: Embed): readonly string[] => {
    const { key, to } = relation(from, embed);
    return key.table === from && key.target === to ? key.columns : key.targetColumns;
  };

  interface Written {
    select: string[];
    joins: string[];
    where: string[];
    order: string;
    limits: string;
  }

  /** Rows of `from`, which stands under `alias`. */
  const writeRows = (from: string, alias: string, rows: Rows, most?: number): Written => {
    const select = rows.isAll ? [`${alias}.*`] : [];
    const joins: string[] = [];
    const embeds = new Map<string, string>();
    const places = new Map<string, string>();
    for (const item of rows.items) {
      if ('embed' in item) {
        const { embed } = item;
        const { key, isOne, to } = relation(from, embed);
        const own = key.table === from && key.target === to;
        const [mine, theirs] = own ? [key.columns, key.targetColumns] : [key.targetColumns, key.columns];
        const inner = `e${++aliases}`;
        const outer = `j${aliases}`;
        const written = writeRows(to, inner, embed.rows);
        const on = mine.map((column, at) => `${alias}.${id(column)} = ${inner}.${id(theirs[at] ?? '')}`);
        const where = [...on, ...written.where].join(' and ');
        const one = `select ${written.select.join(', ') || '1 as "?"'} from public.${id(to)} ${inner} ${written.joins.join(' ')} where ${where}${written.order}${written.limits}`;
        const made = isOne
          ? `select row_to_json(r) as "?row", r.* from (${one}) r limit 1`
          : `select json_agg(r) as "?row" from (${one}) r`;
        joins.push(`left join lateral (${made}) ${outer} on true`);
        embeds.set(embed.called, `${outer}."?row"`);
        places.set(embed.called, outer);
        if (written.select.length === 0) continue;
        if (embed.isSpread) {
          if (!isOne)
            throw new TableError(400, 'PGRST119', 'A spread operation on rows that are several is not possible');
          for (const spread of embed.rows.items) {
            const name = 'embed' in spread ? spread.embed.called : (spread.called ?? spread.column.name);
            select.push(`${outer}.${id(name)} as ${id(name)}`);
          }
          if (embed.rows.isAll) select.push(`${outer}.*`);
        } else select.push(`${isOne ? `${outer}."?row"` : `coalesce(${outer}."?row", '[]')`} as ${id(embed.called)}`);
      } else {
        const { column, called, cast } = item;
        const text = columnOf(alias, column);
        select.push(`${cast === undefined ? text : `cast(${text} as ${cast})`} as ${id(called ?? column.name)}`);
      }
    }
    const where = rows.conditions.map((condition) => conditionOf(alias, condition, embeds));
    for (const item of rows.items)
      if ('embed' in item && item.embed.isInner) where.push(`${embeds.get(item.embed.called)} is not null`);
    const order = rows.order.map(({ of, column, how }) => {
      const place = of === undefined ? alias : places.get(of);
      if (place === undefined)
        throw new TableError(400, 'PGRST108', `'${of}' is not an embedded resource in this request`);
      return `${columnOf(place, column)} ${how}`;
    });
    const limit = Math.min(rows.limit ?? Number.MAX_SAFE_INTEGER, most ?? Number.MAX_SAFE_INTEGER);
    return {
      select,
      joins,
      where,
      order: order.length > 0 ? ` order by ${order.join(', ')}` : '',
      limits: `${limit < Number.MAX_SAFE_INTEGER ? ` limit ${limit}` : ''}${rows.offset > 0 ? ` offset ${rows.offset}` : ''}`,
    };
  };

  /** What of a written row is looked at again, so that columns that nobody may read stay unread. */
  const returning = (rows: Rows): string => {
    if (answer === 'none') return '1 as "?"';
    if (rows.isAll) return 't.*';
    const names = rows.items.flatMap((item) => ('embed' in item ? ownColumns(table, item.embed) : [item.column.name]));
    return [...new Set(names)].map((name) => `t.${id(name)}`).join(', ') || '1 as "?"';
  };

  const writeChange = (made: Change, where: string): string => {
    const { rows } = question;
    const to = `public.${id(table)}`;
    const told = returning(rows);
    if (made.kind === 'delete') return `made as (delete from ${to} t${where} returning ${told})`;
    if (made.kind === 'update') {
      const sets = made.columns.map((name) => `${id(name)} = b.${id(name)}`).join(', ');
      const from = `json_populate_record(null::${to}, ${value(made.body)}::text::json) b`;
      return `made as (update ${to} t set ${sets} from ${from}${where} returning ${told})`;
    }
    const parts = made.batches.map(({ columns, body }, at) => {
      const names = columns.map(id).join(', ');
      const rest = onConflict(made.onDuplicate, columns);
      const source = () => `select ${names} from json_populate_recordset(null::${to}, ${value(body)}::text::json)`;
      const what = columns.length > 0 ? `(${names}) ${source()}` : 'default values';
      return `made${at} as (insert into ${to} as t ${what}${rest} returning ${told})`;
    });
    const all = made.batches.map((_, at) => `select * from made${at}`).join(' union all ');
    return [...parts, `made as (${all})`].join(', ');
  };

  const onConflict = (way: 'merge' | 'ignore' | null, columns: readonly string[]): string => {
    if (way === null) return '';
    const target = question.onConflict.length > 0 ? question.onConflict : (catalogue.primary.get(table) ?? []);
    if (target.length === 0) return '';
    const on = ` on conflict (${target.map(id).join(', ')}) do `;
    if (way === 'ignore' || columns.length === 0) return `${on}nothing`;
    return `${on}update set ${columns.map((name) => `${id(name)} = excluded.${id(name)}`).join(', ')}`;
  };

  const bodyOf = (): string => {
    if (answer === 'none') return `''`;
    if (answer === 'csv')
      return `coalesce((select string_agg(k, ',') from (select json_object_keys(h) as k from (select row_to_json(r) as h from told r limit 1) f) n), '')
        || coalesce(string_agg(e'\\n' || substring(r::text from 2 for length(r::text) - 2), ''), '')`;
    return `coalesce(json_agg(${options.isStripped ? 'json_strip_nulls(row_to_json(r))' : 'r'}), '[]')::text`;
  };

  const { rows } = question;
  if (change) {
    // Conditions choose what is changed; what is told of it is not chosen again.
    const chosen = writeRows(table, 't', { ...rows, items: [], isAll: false });
    const where = chosen.where.length > 0 && change.kind !== 'insert' ? ` where ${chosen.where.join(' and ')}` : '';
    const made = writeChange(change, where);
    const told = writeRows(table, 't', { ...rows, conditions: [], limit: undefined, offset: 0 });
    const select = answer === 'none' ? '1 as "?"' : told.select.join(', ') || '1 as "?"';
    const joins = answer === 'none' ? '' : told.joins.join(' ');
    const order = answer === 'none' ? '' : told.order;
    return {
      text: `with ${made}, told as (select ${select} from made t ${joins}${order}) select count(*)::int as shown, ${bodyOf()} as body, count(*)::int as total from told r`,
      values,
    };
  }
  const written = writeRows(table, 't', rows, maxRows);
  const from = `from public.${id(table)} t ${written.joins.join(' ')}${written.where.length > 0 ? ` where ${written.where.join(' and ')}` : ''}`;
  const total = options.isCounted ? `(select count(*)::int ${from})` : 'null';
  return {
    text: `with told as (select ${written.select.join(', ') || '1 as "?"'} ${from}${written.order}${written.limits}) select count(*)::int as shown, ${bodyOf()} as body, ${total} as total from told r`,
    values,
  };
};
