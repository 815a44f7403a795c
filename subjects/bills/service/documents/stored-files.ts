/** Files of the storage on the disk: whole or not there, under names of ours alone. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { StorageRefusal } from './storage-error.ts';

export interface StoredFile {
  /** Its name on the disk. */
  readonly version: string;
  readonly size: number;
  readonly eTag: string;
  readonly head: Uint8Array;
  readonly hasZeroByte: boolean;
}

export interface StoredFiles {
  /** Throws `file-too-large`, and whatever the source throws; then nothing stays. Swept away unless it is settled in time. */
  save(source: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile>;
  /** A file that has its name already, as in a backup. */
  put(version: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** The file's row is written: from now on the row alone says whether it stays. */
  settle(version: string): void;
  open(version: string): Promise<{ content: Readable; size: number } | null>;
  remove(versions: readonly string[]): Promise<void>;
  /** Removes what was cut off while it came in, and files that no row stands for. Answers how many went. */
  sweep(kept: (versions: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>;
}

const headBytes = 64;
const isVersion = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

/** So that a rename, too, outlives a power cut. Windows cannot open a folder. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
};

export const createStoredFiles = (folder: string): StoredFiles => {
  const incoming = join(folder, 'incoming');
  const files = join(folder, 'files');
  const held = new Set<string>();

  const remove: StoredFiles['remove'] = async (versions) => {
    for (const version of versions) {
      held.delete(version);
      if (isVersion(version)) await rm(join(files, version), { force: true });
    }
  };

  const write = async (version: string, source: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile> => {
    const hash = createHash('sha256');
    let size = 0;
    let head = Buffer.alloc(0);
    let hasZeroByte = false;
    const file = await open(join(incoming, version), 'wx', 0o600);
    try {
      for await (const piece of source) {
        size += piece.length;
        if (size > limit) throw new StorageRefusal('file-too-large');
        if (head.length < headBytes) head = Buffer.concat([head, piece]).subarray(0, headBytes);
        hasZeroByte ||= piece.includes(0);
        hash.update(piece);
        await file.writeFile(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return { version, size, eTag: `"${hash.digest('hex').slice(0, 32)}"`, head, hasZeroByte };
  };

  const saveAs = async (version: string, source: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile> => {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    await mkdir(files, { recursive: true, mode: 0o700 });
    held.add(version);
    try {
      const file = await write(version, source, limit);
      await rename(join(incoming, version), join(files, version));
      await syncFolder(files);
      return file;
    } catch (error) {
      await rm(join(incoming, version), { force: true });
      await remove([version]);
      throw error;
    }
  };

  return {
    save: (source, limit) => saveAs(randomUUID(), source, limit),
    put: async (version, source) => {
      if (!isVersion(version)) throw new Error(`${version} is no name of a stored file`);
      await saveAs(version, source, Number.POSITIVE_INFINITY);
      held.delete(version);
    },
    settle: (version) => void held.delete(version),
    open: async (version) => {
      if (!isVersion(version)) return null;
      const path = join(files, version);
      const found = await stat(path).catch(() => null);
      return found && { content: createReadStream(path), size: found.size };
    },
    remove,
    sweep: async (kept) => {
      const list = async (path: string): Promise<string[]> =>
        (await readdir(path).catch(() => [])).filter((name) => isVersion(name) && !held.has(name));
      const cutOff = await list(incoming);
      for (const name of cutOff) await rm(join(incoming, name), { force: true });
      const settled = await list(files);
      let gone = cutOff.length;
      for (let from = 0; from < settled.length; from += 500) {
        const some = settled.slice(from, from + 500);
        const rows = await kept(some);
        const orphans = some.filter((name) => !rows.has(name));
        await remove(orphans);
        gone += orphans.length;
      }
      return gone;
    },
  };
};
