/** Databases of before the first release have their tables from other files. The tables are the same, so their history is written anew. */
import { createHash } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import type { AppliedMigration } from './migrations.ts';

/** The files that make a database as those of before did are the ones until here. */
export const baseline = '20261201001400_jobs.sql';
/** Of the names and checksums that the last version of before left. */
const historySum = '2bd596638dcebedee113ebedded03946b58f53f8ad888b9152070e3950b47fde';

/** Whether this is the whole history of a database that the last version of before has brought up to date. */
export function isOfBefore(applied: readonly AppliedMigration[]): boolean {
  const rows = applied.map(({ name, checksum }) => [name, checksum]).sort();
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex') === historySum;
}

/** PostgreSQL counted on from the names of a table that was replaced. */
const settleNames = `
do $$
declare
  one record;
begin
  for one in select conname from pg_constraint where conrelid = 'public.tariffs'::regclass and conname like '%1' loop
    execute format('alter table public.tariffs rename constraint %I to %I', one.conname, left(one.conname, -1));
  end loop;
end $$;
comment on column public.notices.figures is null;
`;

export async function takeOver(tx: TransactionSql, files: readonly AppliedMigration[]): Promise<void> {
  await tx.unsafe(settleNames).simple();
  await tx`delete from private_migrations.applied`;
  for (const { name, checksum } of files.filter((file) => file.name <= baseline))
    await tx`insert into private_migrations.applied (name, checksum) values (${name}, ${checksum})`;
}
