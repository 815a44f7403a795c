/** Room on a disk, before something large is begun. */
import { statfs } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';

/** Stays free: a full disk stops the database. */
const SPARE_SHARE = 0.05;
const SPARE_BYTES = 2 ** 30;

export const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;

/** `what`: it is not begun. */
export async function checkRoom(folder: string, needed: number, what = 'a backup'): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const [free, spare] = [bavail * bsize, Math.min(SPARE_BYTES, blocks * bsize * SPARE_SHARE)];
  if (free >= needed + spare) return;
  const words = `There is no room for ${what} in ${folder}: it may need ${megabytes(needed)} and ${megabytes(spare)} stay free, ${megabytes(free)} are. Free some space, and it goes on.`;
  throw new BackupError('no-room', words);
}
