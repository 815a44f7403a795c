/** The documents that a person may read, for the export of everything that is theirs. */
import { Readable } from 'node:stream';
import { documentBucket, documentName } from '@wattershed/contracts';
import type { Claims, Database } from '../../platform/db.ts';
import type { StoredFiles } from './stored-files.ts';

export interface OwnDocument {
  /** `<household>/<file name>`, in characters that every system's folders take. */
  readonly path: string;
  readonly addedAt: Date;
  open(): Promise<Readable>;
}

export const createOwnDocuments =
  ({ asUser }: Pick<Database, 'asUser'>, files: StoredFiles) =>
  async (person: Claims): Promise<readonly OwnDocument[]> => {
    const rows = await asUser(
      person,
      (sql) => sql<{ name: string; version: string; created_at: Date }[]>`
        select name, version, created_at from storage.objects where bucket_id = ${documentBucket} order by name collate "C"`,
    );
    return rows.map(({ name, version, created_at }) => ({
      path: `${name.split('/')[0]}/${documentName(name).replace(/[<>:"|?*]/g, '_')}`,
      addedAt: created_at,
      // One whose file is lost is empty, and the rest comes all the same.
      open: async () => (await files.open(version))?.content ?? Readable.from([]),
    }));
  };
