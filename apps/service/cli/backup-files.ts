/** What a person names as a backup: a file, the newest of a folder, or one in a bucket, which is fetched first. */
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isBucket } from '#kernel/backup/settings.ts';
import { findBackup, openStore, type StoreSettings } from '#kernel/backup/store.ts';

/** Files are named as seen from where the person stands. */
export const placeNamed = (named: string, env: NodeJS.ProcessEnv): string =>
  isBucket(named) ? named.replace(/\/+$/, '') : resolve(env['INIT_CWD'] ?? process.cwd(), named);

const splitBucket = (named: string): [place: string, name: string] => {
  const at = named.lastIndexOf('/');
  return [named.slice(0, at), named.slice(at + 1)];
};

/** Hands a file on this machine to `work`, and removes it afterwards where it was fetched. */
export const withBackupFile = async <T>(
  named: string,
  config: StoreSettings,
  signal: AbortSignal,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  if (!isBucket(named)) {
    if (basename(named) !== 'latest' || existsSync(named)) return work(named);
    const { name } = await findBackup(await openStore(config, dirname(named)), 'latest', signal);
    return work(join(dirname(named), name));
  }
  const [place, name] = splitBucket(named);
  const store = await openStore(config, place);
  const found = await findBackup(store, name, signal);
  await mkdir(store.staging, { recursive: true, mode: 0o700 });
  const path = join(store.staging, `${found.name}.part`);
  try {
    await store.fetch(found.name, path, signal);
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
};
