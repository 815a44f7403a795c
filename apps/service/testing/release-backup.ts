/** A backup of a home with something of everything, as this version keeps it: made for each release, restored by every later one. */
import { join } from 'node:path';
import { createStoredFiles } from '#subjects/bills/service/documents/index.ts';
import { backupCommand } from '../cli/backup-command.ts';
import { fullHome, run } from '../cli/testing-backup.ts';
import { openStage } from './stage.ts';

/** `folder`: for what is needed meanwhile. */
export const writeReleaseBackup = async (path: string, folder: string): Promise<void> => {
  const stage = await openStage();
  try {
    await fullHome(stage, createStoredFiles(join(folder, 'storage')));
    const env = { DATABASE_OWNER_URL: stage.testDatabase.ownerUrl, DATA_DIR: folder, BACKUP_PASSPHRASE: '' };
    const { code, said } = await run(backupCommand, [path, '--force'], env);
    if (code !== 0) throw new Error(said);
  } finally {
    await stage.end();
  }
};
