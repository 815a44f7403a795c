/** Files that wait between their preview and their import: each belongs to a person, none stays longer than a day. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isUuid } from '#kernel/db.ts';
import { maxFileBytes } from '../../contract/imports.ts';

export interface Upload {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly bytes: number;
  open(): Readable;
}

export interface Uploads {
  /** Null when the file is larger than one may be. */
  save(userId: string, name: string, body: Readable): Promise<Upload | null>;
  find(userId: string, id: string): Promise<Upload | null>;
  /** Not swept away until it is removed or released. */
  hold(id: string): void;
  release(id: string): void;
  remove(id: string): Promise<void>;
  sweep(): Promise<void>;
}

export interface UploadLimits {
  readonly fileBytes: number;
  /** Of all files together: the oldest make room. */
  readonly folderBytes: number;
  readonly perPerson: number;
  readonly keepMs: number;
}

export const usualLimits: UploadLimits = {
  fileBytes: maxFileBytes,
  folderBytes: 4 * 1024 ** 3,
  perPerson: 3,
  keepMs: 24 * 3600 * 1000,
};

interface Kept {
  readonly userId: string;
  readonly name: string;
  readonly bytes: number;
  readonly savedAt: number;
}

export class TooLarge extends Error {}

/** Counts what comes; throws `TooLarge`. */
export const countedUpTo = (maxBytes: number, body: Readable) => {
  let bytes = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    // Not destroyed: the sender of too much can finish, and hear the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new TooLarge();
      yield chunk;
    }
  }
  return { pieces, bytes: () => bytes };
};

export const createUploads = (folder: string, now: () => number, limits: UploadLimits = usualLimits): Uploads => {
  const held = new Set<string>();
  const fileOf = (id: string): string => join(folder, id);
  const noteOf = (id: string): string => join(folder, `${id}.json`);

  const remove = async (id: string): Promise<void> => {
    held.delete(id);
    await Promise.all([rm(fileOf(id), { force: true }), rm(noteOf(id), { force: true })]);
  };

  const readNote = async (id: string): Promise<Kept | null> => {
    const text = await readFile(noteOf(id), 'utf8').catch(() => null);
    return text === null ? null : (JSON.parse(text) as Kept);
  };

  /** A file without its note was cut off while it came in, by the end of an earlier process. */
  const sweepOrphan = async (id: string): Promise<void> => {
    const age = await stat(fileOf(id)).then(
      ({ mtimeMs }) => now() - mtimeMs,
      () => 0,
    );
    if (age > limits.keepMs) await remove(id);
  };

  const sweep = async (): Promise<void> => {
    const names = await readdir(folder).catch(() => []);
    const kept: (Kept & { id: string })[] = [];
    for (const id of new Set(names.map((name) => name.replace(/\.json$/, '')))) {
      if (!isUuid(id) || held.has(id)) continue;
      const note = await readNote(id);
      if (note) kept.push({ ...note, id });
      else await sweepOrphan(id);
    }
    kept.sort((a, b) => b.savedAt - a.savedAt);
    const files = new Map<string, number>();
    let bytes = 0;
    for (const { id, userId, savedAt, bytes: size } of kept) {
      const own = (files.get(userId) ?? 0) + 1;
      files.set(userId, own);
      bytes += size;
      const isOver = own > limits.perPerson || bytes > limits.folderBytes;
      if (isOver || now() - savedAt > limits.keepMs) await remove(id);
    }
  };

  const upload = (id: string, { userId, name, bytes }: Kept): Upload => ({
    id,
    userId,
    name,
    bytes,
    // Who reads it hears that it is gone; nobody else is to.
    open: () => createReadStream(fileOf(id)).on('error', () => undefined),
  });

  const save: Uploads['save'] = async (userId, name, body) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const id = randomUUID();
    held.add(id);
    const counted = countedUpTo(limits.fileBytes, body);
    try {
      await pipeline(counted.pieces, createWriteStream(fileOf(id), { mode: 0o600 }));
    } catch (error) {
      await remove(id);
      body.resume();
      if (error instanceof TooLarge) return null;
      throw error;
    }
    const kept: Kept = { userId, name, bytes: counted.bytes(), savedAt: now() };
    await writeFile(noteOf(id), JSON.stringify(kept), { mode: 0o600 });
    held.delete(id);
    await sweep();
    return upload(id, kept);
  };

  return {
    save,
    find: async (userId, id) => {
      const kept = isUuid(id) ? await readNote(id) : null;
      return kept?.userId === userId ? upload(id, kept) : null;
    },
    hold: (id) => void held.add(id),
    release: (id) => void held.delete(id),
    remove,
    sweep,
  };
};
