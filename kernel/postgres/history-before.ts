/** Databases of before the first release have their tables from other files: what theirs lack is added, and their history is written anew. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TransactionSql } from 'postgres';
import { runFile } from './repeatables.ts';

export interface AppliedMigration {
  name: string;
  checksum: string;
}

/** With this file a database has the tables that those of before are given. */
export const baseline = '20261201001400_jobs.sql';

/** By the names and checksums of the files that made them: which version, and whether its rows want mending. */
const versions: Record<string, { rows: boolean }> = {
  '08948f645fbce419eb66370f304db9ab204e8830fed7cffb1ac72426fc2763db': { rows: true },
  '2bd596638dcebedee113ebedded03946b58f53f8ad888b9152070e3950b47fde': { rows: false },
};

function versionOf(applied: readonly AppliedMigration[]): { rows: boolean } | undefined {
  const rows = applied
    .map(({ name, checksum }) => [name, checksum] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return versions[createHash('sha256').update(JSON.stringify(rows)).digest('hex')];
}

/** Whether this is the whole history of a database of before. */
export const isOfBefore = (applied: readonly AppliedMigration[]): boolean => versionOf(applied) !== undefined;

const run = (tx: TransactionSql, migrationsDir: string, name: string): Promise<void> =>
  runFile(tx, { name: `before/${name}`, text: readFileSync(join(migrationsDir, '../before', name), 'utf8') });

/** Once, before any later migration; a backup's tables are the baseline's already, with the history of then. */
export async function takeTablesOver(
  tx: TransactionSql,
  files: readonly AppliedMigration[],
  folder: string,
): Promise<void> {
  await run(tx, folder, 'tables.sql');
  await tx`delete from private_migrations.applied`;
  for (const { name, checksum } of files.filter((file) => file.name <= baseline))
    await tx`insert into private_migrations.applied (name, checksum) values (${name}, ${checksum})`;
}

/** `applied`: the history of then. In the same transaction, when the functions of today are there. */
export async function mendRows(
  tx: TransactionSql,
  applied: readonly AppliedMigration[],
  folder: string,
): Promise<void> {
  if (versionOf(applied)?.rows) await run(tx, folder, 'rows.sql');
}
