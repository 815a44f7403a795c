/** Where backups are kept: a folder, or a bucket that speaks S3's protocol. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BackupError, inWords } from './backup-error.ts';
import { openBucket, type S3Access } from './s3.ts';
import { isBucket } from './settings.ts';

/** `isScheduled`: made by the schedule, which alone may remove it again. */
export interface StoredBackup {
  name: string;
  bytes: number;
  at: Date;
  isScheduled: boolean;
}

export interface BackupStore {
  /** For words. */
  readonly place: string;
  /** The folder in which a file is written before `keep`; on the disk where it may become full. */
  readonly staging: string;
  /** Newest first. */
  list(signal?: AbortSignal): Promise<StoredBackup[]>;
  /** Takes over a whole file of `staging`, and reads it back from where it lies then. */
  keep(name: string, signal?: AbortSignal): Promise<void>;
  /** A whole copy in `path`. */
  fetch(name: string, path: string, signal?: AbortSignal): Promise<void>;
  remove(name: string): Promise<void>;
  /** What killed ones left half done. */
  clear(signal?: AbortSignal): Promise<void>;
}

const nameShape = /^wattershed-(scheduled-)?(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

export const backupName = (at: Date, isScheduled: boolean): string =>
  `wattershed-${isScheduled ? 'scheduled-' : ''}${at.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;

/** Null: not one of ours, and left alone. */
function readName(name: string): Pick<StoredBackup, 'at' | 'isScheduled'> | null {
  const [, scheduled, year, month, day, hour, minute, second] = nameShape.exec(name) ?? [];
  if (year === undefined) return null;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return { at, isScheduled: scheduled !== undefined };
}

const listed = (found: readonly { name: string; bytes: number }[]): StoredBackup[] =>
  found
    .flatMap(({ name, bytes }) => {
      const said = readName(name);
      return said ? [{ name, bytes, ...said }] : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());

/** Nobody writes at one for so long without a piece of it. */
const STALE_MS = 3_600_000;

async function removeStale(folder: string, ending: RegExp): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const seen = ending.test(name) ? await stat(join(folder, name)).catch(() => null) : null;
    if (seen && Date.now() - seen.mtimeMs > STALE_MS) await rm(join(folder, name), { force: true });
  }
}

function folderStore(folder: string): BackupStore {
  const checked = (): string => {
    if (existsSync(folder)) return folder;
    throw new BackupError(
      'file-unreadable',
      `There is no folder ${folder}: is its disk there? Make it, or change BACKUP_TO.`,
    );
  };
  return {
    place: folder,
    staging: folder,
    list: async () => {
      const names = await readdir(checked());
      const found = await Promise.all(
        names
          .filter((name) => readName(name))
          .map(async (name) => ({ name, bytes: (await stat(join(folder, name)).catch(() => null))?.size ?? -1 })),
      );
      return listed(found.filter(({ bytes }) => bytes >= 0));
    },
    // It was written here, and read again from the disk.
    keep: async () => undefined,
    fetch: (name, path) => cp(join(folder, name), path),
    remove: (name) => rm(join(folder, name), { force: true }),
    clear: () => removeStale(folder, /^wattershed-.*\.backup\.part$/),
  };
}

function bucketStore(place: string, access: S3Access, staging: string): BackupStore {
  const bucket = openBucket(place, access);
  return {
    place,
    staging,
    list: async (signal) => listed(await bucket.list(signal)),
    keep: async (name, signal) => {
      try {
        await bucket.put(name, join(staging, name), signal);
      } finally {
        await rm(join(staging, name), { force: true });
      }
    },
    fetch: (name, path, signal) => bucket.fetch(name, path, signal),
    remove: (name) => bucket.remove(name),
    clear: async (signal) => {
      await removeStale(staging, /^wattershed-.*\.backup(\.part)?$/);
      await bucket.abortStale(STALE_MS * 24, signal);
    },
  };
}

export interface StoreSettings {
  readonly dataDir: string;
  readonly BACKUP_TO?: string | undefined;
  readonly BACKUP_S3_ENDPOINT?: string | undefined;
  readonly BACKUP_S3_REGION: string;
  readonly BACKUP_S3_KEY_ID?: string | undefined;
  readonly BACKUP_S3_SECRET?: string | undefined;
}

/** A folder below the data folder is made; another one must be there, as that of a disk that is not plugged in is not. */
export async function openStore(settings: StoreSettings, named?: string): Promise<BackupStore> {
  const { dataDir } = settings;
  const place = named ?? settings.BACKUP_TO ?? join(dataDir, 'backups');
  const access = {
    endpoint: settings.BACKUP_S3_ENDPOINT,
    region: settings.BACKUP_S3_REGION,
    keyId: settings.BACKUP_S3_KEY_ID,
    secret: settings.BACKUP_S3_SECRET,
  };
  try {
    const folder = isBucket(place) ? join(dataDir, 'backups', 'uploading') : resolve(place);
    if (folder.startsWith(join(dataDir, '/'))) await mkdir(folder, { recursive: true, mode: 0o700 });
    return isBucket(place) ? bucketStore(place, access, folder) : folderStore(folder);
  } catch (error) {
    throw inWords(error, place);
  }
}

/** `…/latest` is the newest of its place. */
export async function findBackup(store: BackupStore, name: string, signal?: AbortSignal): Promise<StoredBackup> {
  const all = await store.list(signal);
  const found = name === 'latest' ? all[0] : all.find((one) => one.name === name);
  if (found) return found;
  const words =
    all.length === 0
      ? `There is no backup in ${store.place}.`
      : `There is no ${name} in ${store.place}; npm run backup -- --list ${store.place} names what is there.`;
  throw new BackupError('nothing-there', words);
}
