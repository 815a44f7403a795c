/** Where somebody still stands in the database, whatever the column is called. */
import type { Sql } from '#kernel/db.ts';

/** Each `table.column` of any schema in which this id stands. */
export const tracesOf = async (owner: Sql, id: string): Promise<string[]> => {
  const columns = await owner<{ place: string; column: string }[]>`
    select format('%I.%I', table_schema, table_name) as place, column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and data_type in ('uuid', 'text', 'json', 'jsonb', 'character varying')`;
  const found: string[] = [];
  for (const { place, column } of columns) {
    const [row] = await owner.unsafe<{ n: number }[]>(
      `select count(*)::int as n from ${place} where strpos("${column}"::text, $1) > 0`,
      [id],
    );
    if (row && row.n > 0) found.push(`${place}.${column}`);
  }
  return found;
};
