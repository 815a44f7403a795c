/** Which table lies where on Citus, as `citus.sql` says it: what is in neither list is distributed by household_id. */
import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('./citus.sql', import.meta.url), 'utf8');

/** `schema.name` of each. */
const listed = (list: string): string[] => {
  const [, values = ''] = new RegExp(`insert into ${list} values ([^;]+);`).exec(text) ?? [];
  return [...values.matchAll(/'([\w.]+)'/g)].map(([, name = '']) => name);
};

/** Copied to every node. */
export const referenceTables: readonly string[] = listed('reference_tables');
/** On the coordinator alone. */
export const localTables: readonly string[] = listed('local_tables');
