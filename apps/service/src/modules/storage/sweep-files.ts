/** Removes the files of households and accounts that are gone, and what an end of the process cut off. */
import { pgTexts, type Sql } from '../../platform/db.ts';
import type { StoredFiles } from './stored-files.ts';

export const sweepFiles = (sql: Sql, files: StoredFiles): Promise<number> =>
  files.sweep(async (versions) => {
    const rows = await sql<
      { version: string }[]
    >`select version from private.kept_files(${pgTexts(versions)}::text[]) version`;
    return new Set(rows.map(({ version }) => version));
  });
