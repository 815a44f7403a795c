/** Row types from the catalogue: the tables that a signed-in person may read, with the columns that they may read, as the table API answers them. */
import { join } from 'node:path';
import { languageIds, noticeKindIds, utilityIds } from '#catalogue/index.ts';
import type { Sql } from '#kernel/db.ts';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#kernel/postgres/testing.ts';
import { deviceSources, unreadDoors } from '#subjects/hardware/sources/index.ts';
import { openSeed } from '#apps/service/testing/seed.ts';

/** What the catalogue cannot say: the shapes of JSON, by `table.column`; the types stand in `json-columns.ts`. */
const shapes: Record<string, string> = {
  'assistant_messages.extras': 'AssistantExtrasRow',
  'billing_evidence.days': 'BillDayRow[]',
  'billing_evidence.tariffs': 'BillTariffRow[]',
  'billing_record_versions.amounts': 'BillAmountsRow',
  'billing_record_versions.lines': 'BillLineRow[]',
  'billing_records.amounts': 'BillAmountsRow',
  'billing_records.lines': 'BillLineRow[]',
  'channels.command': 'SwitchCommand',
  'faq_entries.answer': 'TranslatedWords',
  'faq_entries.question': 'TranslatedWords',
  'imports.bills': 'ImportBill[]',
  'imports.columns': 'ImportColumn[]',
  'imports.costs': 'ImportCost[]',
  'imports.options': 'ImportReading',
  'notices.figures': 'NoticeFigures',
  'pulls.settings': 'PullSettings',
  'tariffs.facts': 'TariffFactsRow',
  'tariffs.plan': 'TariffPlanRow',
};

const scalars: Record<string, string> = {
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  jsonb: 'unknown',
};

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isNull: boolean;
  /** The texts that a check allows. */
  readonly texts: string[] | null;
}

const readColumns = (sql: Sql): Promise<Column[]> => sql<Column[]>`
  select c.relname as table, a.attname as column, format_type(a.atttypid, -1) as type, not a.attnotnull as "isNull",
    (select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') m)
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || a.attname || ' = (ANY \\(ARRAY\\[[^()]*\\]\\)|''[^'']*''::text)\\)\\)$')
    ) as texts
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname = 'public' and c.relkind in ('r', 'p') and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
  order by c.relname, a.attnum`;

const unionOf = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(' | ');

/** Lists of the catalogue, by their members as the database names them. */
const lists = new Map([
  [unionOf(utilityIds), 'Utility'],
  [unionOf(languageIds), 'Language'],
  [unionOf(noticeKindIds), 'NoticeKind'],
]);

/** Hardware that is declared by the service alone: another kind changes no type. */
const open = new Set([unionOf(deviceSources), unionOf(unreadDoors)]);

const typeOf = ({ table, column, type, isNull, texts }: Column): string => {
  const element = type.replace(/\[\]$/, '');
  const union = unionOf(texts ?? []);
  const named = shapes[`${table}.${column}`] ?? lists.get(union) ?? (open.has(union) ? undefined : union || undefined);
  const plain = named ?? `${scalars[element] ?? 'string'}${type.endsWith('[]') ? '[]' : ''}`;
  return isNull ? `${plain} | null` : plain;
};

/** The text of `supabase/tables/rows.ts`. */
const rowTypes = async (sql: Sql): Promise<string> => {
  const columns = await readColumns(sql);
  const known = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  const strays = Object.keys(shapes).filter((name) => !known.has(name));
  if (strays.length > 0) throw new Error(`shapes of columns that nobody may read: ${strays.join(', ')}`);
  const names = [...new Set(Object.values(shapes).map((shape) => shape.replace('[]', '')))].toSorted();
  const tables = [...new Set(columns.map(({ table }) => table))];
  const bodies = tables.map((name) => {
    const lines = columns.filter(({ table }) => table === name).map((one) => `    ${one.column}: ${typeOf(one)};\n`);
    return `  ${name}: {\n${lines.join('')}  };\n`;
  });
  return `/** Made from the database; \`npx vitest run -u supabase/tests/row-types.test.ts\` makes it again. */
import type { ${[...lists.values()].toSorted().join(', ')} } from '#catalogue/index.ts';
import type {\n${names.map((name) => `  ${name},\n`).join('')}} from './json-columns.ts';

export interface Tables {
${bodies.join('')}}
`;
};

test('row types are those of the database', async () => {
  const database = await createTestDatabase();
  const seed = openSeed(database.ownerUrl);
  await expect(await rowTypes(seed.owner)).toMatchFileSnapshot(join(import.meta.dirname, '../tables/rows.ts'));
  await seed.end();
  await database.drop();
});
