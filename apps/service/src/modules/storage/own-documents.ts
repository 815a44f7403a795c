/** The documents that a person may read, for the export of everything that is theirs. */
import { Readable } from 'node:stream';
import { documentBucket, documentName } from '@wattershed/contracts';
import type { Claims, Database } from '../../platform/db.ts';

export interface OwnDocument {
  /** `<household>/<file name>`, in characters that every system's folders take. */
  readonly path: string;
  readonly addedAt: Date;
  open(): Promise<Readable>;
}

/** Where the bytes lie: our own files by their version, a hosted storage's by their name and with the person's token. */
export interface DocumentFiles {
  open(version: string, name: string, authorization: string): Promise<{ readonly content: Readable } | null>;
}

export const createOwnDocuments =
  ({ asUser }: Pick<Database, 'asUser'>, files: DocumentFiles) =>
  async (person: Claims, authorization: string): Promise<readonly OwnDocument[]> => {
    const rows = await asUser(
      person,
      (sql) => sql<{ name: string; version: string; created_at: Date }[]>`
        select name, version, created_at from storage.objects where bucket_id = ${documentBucket} order by name collate "C"`,
    );
    return rows.map(({ name, version, created_at }) => ({
      path: `${name.split('/')[0]}/${documentName(name).replace(/[<>:"|?*]/g, '_')}`,
      addedAt: created_at,
      // One whose file is lost is empty, and the rest comes all the same.
      open: async () => (await files.open(version, name, authorization))?.content ?? Readable.from([]),
    }));
  };
