/** A service that is newer than the tables it finds: of several that start, and somebody who migrates, it waits instead of failing at every second question. */
import { readdirSync } from 'node:fs';
import { ConfigError } from '../config.ts';
import type { Sql } from '../db.ts';

interface Patience {
  readonly forMs?: number;
  readonly everyMs?: number;
  readonly say?: (words: string) => void;
}

const newestIn = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1) ?? '';

/** Throws with words for the operator when nobody migrates. What another tool migrates it does not know, and does not ask for. */
export const awaitSchema = async (
  sql: Sql,
  folder: string,
  { forMs = 60_000, everyMs = 2_000, say = console.log }: Patience = {},
): Promise<void> => {
  const newest = newestIn(folder);
  const until = Date.now() + forMs;
  for (let isFirst = true; ; isFirst = false) {
    const [row] = await sql<{ migration: string | null }[]>`select migration from private.database_facts()`;
    const applied = row?.migration ?? null;
    if (applied === null || applied >= newest) return;
    const words = `The database has its tables as of ${applied}, and this version needs ${newest}: run "npm run admin -- migrate" once.`;
    if (Date.now() >= until) throw new ConfigError(words);
    if (isFirst) say(`${words} Waiting for it …`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};
