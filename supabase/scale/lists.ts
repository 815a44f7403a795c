/** Which table lies where on Citus, as `citus.sql` says it (what is in neither list is distributed by household_id), and which functions run where their home lies. */
import { readFileSync } from 'node:fs';

/** `schema.name` of each table, or names of functions. */
const listed = (file: string, list: string): string[] => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const [, values = ''] = new RegExp(`insert into ${list} values ([^;]+);`).exec(text) ?? [];
  return [...values.matchAll(/'([\w.]+)'/g)].map(([, name = '']) => name);
};

/** Copied to every node. */
export const referenceTables: readonly string[] = listed('citus.sql', 'reference_tables');
/** On the coordinator alone. */
export const localTables: readonly string[] = listed('citus.sql', 'local_tables');
/** In `private`: a copy of each runs on the worker of a home. */
export const functionsOfHomes: readonly string[] = [
  ...listed('functions.sql', 'entries'),
  ...listed('functions.sql', 'helpers'),
];
