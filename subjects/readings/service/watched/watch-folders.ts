/** Looks into the folders that households have on the server. Files there are only read: never moved, never changed, and each dealt with once. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Sql } from '#kernel/db.ts';
import type { OpenFile } from '../files/open-file.ts';
import { type Taken, takeFile, type TakeDeps } from './take-file.ts';

export interface WatchDeps extends TakeDeps {
  readonly sql: Sql;
  readonly format: { fingerprint(open: OpenFile): Promise<string> };
  /** It holds a folder for each household, by its id. */
  readonly root: string;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

interface Folder {
  readonly household_id: string;
  readonly set_up_by: string;
  readonly may_write: boolean;
  readonly has_clock: boolean;
}

/** So many are read at one look; the others' turn comes. */
const maxRead = 1_000;

export const hashOf = async (content: Readable): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of content as AsyncIterable<Uint8Array>) hash.update(piece);
  return hash.digest('hex');
};

/** A regular file of this folder itself; null: a link, a folder, or gone. */
export const openRegular = async (path: string): Promise<FileHandle | null> => {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (handle === null || (await handle.stat()).isFile()) return handle;
  await handle.close();
  return null;
};

/** What changes when somebody writes to it; null: there is nothing to read. */
const stampOf = async (path: string): Promise<string | null> => {
  const one = await lstat(path).catch(() => null);
  return one?.isFile() && one.size > 0 ? `${one.size} ${one.mtimeMs}` : null;
};

export const contentOf = (handle: FileHandle) => (): Readable =>
  handle.createReadStream({ start: 0, autoClose: false });

/** Names that hide are of programs that write there. */
const isTaken = (name: string): boolean => !/^[.~]|\.(part|partial|crdownload|tmp)$/i.test(name);

const namesIn = async (folder: string): Promise<string[] | null> => {
  const isFolder = await lstat(folder).then(
    (one) => one.isDirectory(),
    () => false,
  );
  const names = isFolder ? await readdir(folder).catch(() => null) : null;
  return names?.filter(isTaken).sort() ?? null;
};

export const createFolderWatch = (deps: WatchDeps) => {
  const { sql, root, now, log, format } = deps;
  /** How each file was at the look before: one that still changes is being written. */
  let before = new Map<string, string>();
  /** Of those, what needs no second look. */
  let settled = new Set<string>();

  /** Whether nothing is left to do about it. */
  const lookAtFile = async (folder: Folder, name: string, handle: FileHandle, bytes: number): Promise<boolean> => {
    const { household_id: household, set_up_by: sub, has_clock: hasClock } = folder;
    const read = contentOf(handle);
    const fingerprint = await hashOf(read());
    const [row] = await sql<{ known: boolean }[]>`
      select private.is_watched_file_known(${household}, ${fingerprint}) as known`;
    if (row?.known) return true;
    // In the right of whoever set it up, who has shown a second factor then, where they have one.
    const home = { household, person: { sub, aal: 'aal2' }, hasClock };
    const taken: Taken | null = await takeFile(deps, home, { name, open: read });
    if (taken === null) return false;
    const content = taken.state === 'unreadable' ? null : await format.fingerprint(read);
    await sql`select private.note_watched_file(${household}, ${fingerprint}, ${content}, ${name}, ${bytes}, ${taken.state}, ${taken.reason},
      ${taken.importId}, ${new Date(now()).toISOString()})`;
    return true;
  };

  const lookAt = async (folder: Folder, seen: Map<string, string>, done: Set<string>, signal: AbortSignal) => {
    const path = join(root, folder.household_id);
    const names = folder.may_write ? await namesIn(path) : [];
    const fault = folder.may_write ? (names === null ? 'folder-missing' : null) : 'no-right';
    let read = 0;
    for (const name of names ?? []) {
      if (signal.aborted) return;
      const file = join(path, name);
      const stamp = await stampOf(file);
      if (stamp === null) continue;
      seen.set(file, stamp);
      if (before.get(file) !== stamp) continue;
      if (settled.has(file)) done.add(file);
      if (settled.has(file) || read === maxRead) continue;
      const handle = await openRegular(file);
      if (handle === null) continue;
      read += 1;
      try {
        if (await lookAtFile(folder, name, handle, (await handle.stat()).size)) done.add(file);
      } catch (error) {
        log.warn({ err: error, household: folder.household_id }, 'a file of a watched folder could not be dealt with');
      } finally {
        await handle.close();
      }
    }
    await sql`select private.note_watched_folder(${folder.household_id}, ${fault}, ${new Date(now()).toISOString()})`;
  };

  return async (signal: AbortSignal): Promise<void> => {
    const folders = await sql<(Folder & Record<string, unknown>)[]>`select * from private.watched_folders()`;
    const [seen, done] = [new Map<string, string>(), new Set<string>()];
    for (const folder of folders)
      if (!signal.aborted)
        await lookAt(folder, seen, done, signal).catch((error: unknown) =>
          log.warn({ err: error, household: folder.household_id }, 'a watched folder could not be looked at'),
        );
    [before, settled] = [seen, done];
  };
};
