/** Documents of households: where their files are kept, what the storage needs for them, and what a person may take along. */
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { PartState } from '#catalogue/health.ts';
import type { Config } from '#kernel/config.ts';
import { type Claims, type Database, pgTexts, type Sql } from '#kernel/db.ts';
import { cappedFetch } from '#kernel/http/capped-fetch.ts';
import { documentBucket, documentName } from '../../contract/documents.ts';
import type { StoredFiles } from './document-store.ts';

export { createRemoveLeftovers } from './remove-leftovers.ts';
export { storageRoutes } from './storage-routes.ts';
export { createStoredFiles, type StoredFiles } from './document-store.ts';

// Files that a hosted backend's storage keeps, asked for as the person whose they are: its policies say what is given.

type HostedConfig = Pick<Config, 'BACKEND_URL' | 'BACKEND_ANON_KEY'>;

const timeOutMs = 60_000;
const fetchCapped = cappedFetch(16 * 1024 * 1024);

/** The whole of a file at once, of ten megabytes at most: a slow reader of the export must not hold the storage's connection. */
export const createHostedFiles = ({ BACKEND_URL, BACKEND_ANON_KEY = '' }: HostedConfig): DocumentFiles => ({
  open: async (_version, name, authorization) => {
    const path = [documentBucket, ...name.split('/')].map(encodeURIComponent).join('/');
    const answer = await fetchCapped(`${BACKEND_URL}/storage/v1/object/authenticated/${path}`, {
      headers: { apikey: BACKEND_ANON_KEY, authorization },
      signal: AbortSignal.timeout(timeOutMs),
    });
    if (answer.status === 400 || answer.status === 404) return null;
    if (!answer.ok) throw new Error(`the storage answered ${answer.status}`);
    return { content: Readable.from([Buffer.from(await answer.arrayBuffer())]) };
  },
});

// Documents need a bucket and policies on the storage's own tables, which a hosted storage server may make after our migrations.

export interface DocumentsSetUp {
  /** Tries, unless it is done already. */
  attempt(): Promise<void>;
  /** `not-set-up`: there is no storage, or not yet. `down`: it is there, and the step failed. */
  state(): PartState;
}

export const createDocumentsSetUp = (sql: Sql, log: Pick<Logger, 'warn' | 'info'>): DocumentsSetUp => {
  let state: PartState = 'not-set-up';
  const settle = (next: PartState, error?: unknown): void => {
    if (next === state) return;
    state = next;
    if (next === 'down')
      log.warn({ err: error }, 'documents could not be set up at the storage; tried again every minute');
    else if (next === 'up') log.info('documents are set up at the storage');
  };
  return {
    attempt: async () => {
      if (state === 'up') return;
      try {
        const [row] = await sql<{ state: PartState }[]>`select private.set_up_documents() as state`;
        settle(row?.state ?? 'not-set-up');
      } catch (error) {
        settle('down', error);
      }
    },
    state: () => state,
  };
};

/** Removes the files of households and accounts that are gone, and what an end of the process cut off. */
export const sweepFiles = (sql: Sql, files: StoredFiles): Promise<number> =>
  files.sweep(async (versions) => {
    const rows = await sql<
      { version: string }[]
    >`select version from private.kept_files(${pgTexts(versions)}::text[]) version`;
    return new Set(rows.map(({ version }) => version));
  });

/** The documents that a person may read, for the export of everything that is theirs. */
interface OwnDocument {
  /** `<household>/<file name>`, in characters that every system's folders take. */
  readonly path: string;
  readonly addedAt: Date;
  open(): Promise<Readable>;
}

/** Where the bytes lie: our own files by their version, a hosted storage's by their name and with the person's token. */
interface DocumentFiles {
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
