/** What a schedule of backups needs beside its place. */
export const isBucket = (place: string): boolean => place.startsWith('s3://');

interface BackupEnv {
  readonly BACKUP_TO?: string | undefined;
  readonly BACKUP_PASSPHRASE?: string | undefined;
  readonly BACKUP_S3_KEY_ID?: string | undefined;
  readonly BACKUP_S3_SECRET?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_OWNER_URL?: string | undefined;
}

/** Of a passphrase. */
export const minPassphrase = 12;

export function wrongBackup(env: BackupEnv): { path: string; message: string }[] {
  if (env.BACKUP_TO === undefined) return [];
  const needed: [name: keyof BackupEnv, isNeeded: boolean, why: string][] = [
    ['BACKUP_PASSPHRASE', true, 'is needed with BACKUP_TO: backups that make themselves are encrypted'],
    ['BACKUP_S3_KEY_ID', isBucket(env.BACKUP_TO), 'is needed for a bucket in BACKUP_TO'],
    ['BACKUP_S3_SECRET', isBucket(env.BACKUP_TO), 'is needed for a bucket in BACKUP_TO'],
    ['DATABASE_OWNER_URL', env.DATABASE_URL !== undefined, 'is needed with BACKUP_TO and a hosted database'],
  ];
  const faults = needed
    .filter(([name, isNeeded]) => isNeeded && !env[name])
    .map(([path, , message]) => ({ path, message }));
  const isShort = env.BACKUP_PASSPHRASE !== undefined && env.BACKUP_PASSPHRASE.length < minPassphrase;
  return isShort
    ? [...faults, { path: 'BACKUP_PASSPHRASE', message: `has at least ${minPassphrase} characters` }]
    : faults;
}
