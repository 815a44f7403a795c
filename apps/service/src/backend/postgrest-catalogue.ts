/** What lite would conclude from the catalogue otherwise than PostgREST does. */
interface KeyColumn {
  schema: string;
  table: string;
  foreign_key_name: string;
}

interface Catalogue {
  indexes: unknown[];
  foreign_keys: KeyColumn[];
}

const keyOf = ({ schema, table, foreign_key_name: name }: KeyColumn): string => JSON.stringify([schema, table, name]);

/**
 * Asked for by name, a key of several columns would join by the first of them alone. Under a name that nobody can write it
 * is still found by its table, and by its own it is told to be none.
 */
function hideNamesOfWideKeys(columns: KeyColumn[]): KeyColumn[] {
  const seen = new Set<string>();
  const wide = new Set<string>();
  for (const key of columns.map(keyOf)) (seen.has(key) ? wide : seen).add(key);
  return columns.map((column) =>
    wide.has(keyOf(column)) ? { ...column, foreign_key_name: `(${column.foreign_key_name})` } : column,
  );
}

/** One to one is what a constraint makes so; lite would take a unique index of some rows for it. */
export const asPostgrestSees = <Read extends Catalogue>(catalogue: Read): Read => ({
  ...catalogue,
  indexes: [],
  foreign_keys: hideNamesOfWideKeys(catalogue.foreign_keys),
});
