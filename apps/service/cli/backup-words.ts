/** What `npm run backup` and `npm run restore` print. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StoredBackup } from '#kernel/backup/store.ts';
import type { BackupReport, RestoreProgress, Restored } from '#subjects/identity/service/embedded/index.ts';

const number = new Intl.NumberFormat('en');

export const backupUsage = `npm run backup [-- file or folder]   everything into one file, verified; also while Wattershed runs
  --encrypt      with a passphrase: BACKUP_PASSPHRASE, which alone is enough, or asked for here
  --force        replace a file that is there
  a place may be a bucket: s3://bucket/prefix (BACKUP_S3_KEY_ID and the others)
npm run backup -- --list [folder or bucket]    what is there; without one, in BACKUP_TO
npm run backup -- --verify <file>    read a backup to its end and say what is in it; s3://bucket/prefix/latest: the newest`;

export const restoreUsage = `npm run restore -- <file>   a backup becomes an installation again, in DATA_DIR or in an empty database (DATABASE_OWNER_URL)
  s3://bucket/prefix/<name>, s3://bucket/prefix/latest and <folder>/latest are files too
  --replace      where DATA_DIR holds one already; that one is kept aside
  --yes          do not ask`;

export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number.format(value)} ${value === 1 ? one : many}`;

const size = (bytes: number): string => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** step;
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: value < 100 && step > 0 ? 1 : 0 }).format(value)} ${units[step]}`;
};

const seconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;

const steps = { writing: 'Writing', verifying: 'Verifying', loading: 'Restoring', comparing: 'Comparing' };

export const progressLine = ({ step, title, rows, bytes }: RestoreProgressLike): string =>
  `${steps[step]}: ${count(rows, 'row')}${bytes === undefined ? '' : `, ${size(bytes)}`} (${title})`;

interface RestoreProgressLike extends Omit<RestoreProgress, 'step'> {
  readonly step: keyof typeof steps;
  readonly bytes?: number;
}

export const listLines = (place: string, found: readonly StoredBackup[]): string[] =>
  found.length === 0
    ? [`There is no backup in ${place}.`]
    : [
        `${place}: ${count(found.length, 'backup')}, ${size(found.reduce((sum, { bytes }) => sum + bytes, 0))}`,
        ...found.map(({ name, bytes, at }) => `${at.toISOString().slice(0, 16)}Z  ${size(bytes).padStart(8)}  ${name}`),
      ];

export const contentLine = (found: { tables: number; rows: number; documents: number }): string =>
  `${count(found.tables, 'table')}, ${count(found.rows, 'row')}, ${count(found.documents, 'document')}`;

export const missingLines = (missing: readonly string[]): string[] =>
  missing.length === 0
    ? []
    : [
        `Without ${count(missing.length, 'document')} whose file is gone:`,
        ...missing.slice(0, 10).map((name) => `  ${name}`),
        ...(missing.length > 10 ? [`  … and ${number.format(missing.length - 10)} more`] : []),
      ];

const isSameDisk = (file: string, dataDir: string): boolean => {
  const [one, other] = [dirname(file), dataDir].map((path) => statSync(path, { throwIfNoEntry: false })?.dev);
  return one !== undefined && one === other;
};

export const reportLines = (report: BackupReport, dataDir: string, isEncrypted: boolean): string[] => [
  `${report.path}: ${size(report.fileBytes)}${isEncrypted ? ', encrypted' : ''}`,
  `${contentLine(report)}; read again from the disk and found whole. ${seconds(report.seconds)}.`,
  ...missingLines(report.missing),
  ...(isEncrypted ? [] : ['It is not encrypted: who has it can read everything, and sign in as anybody.']),
  ...(isSameDisk(report.path, dataDir) ? ['It is on the same disk as the data: keep a copy elsewhere.'] : []),
];

/** A database that had to be kept outside the data folder stayed where it was. */
const asideLines = (aside: string): string[] => {
  const pointer = join(aside, 'postgres.location');
  const outside = existsSync(pointer) ? ` and in ${readFileSync(pointer, 'utf8').trim()}` : '';
  return [`What was there before is in ${aside}${outside}: remove it when all is well.`];
};

export const restoredLines = ({ content, migrated, aside }: Restored, took: number): string[] => [
  `Restored: ${contentLine(content.end)}, as of ${content.manifest.createdAt}; compared with the backup. ${seconds(took)}.`,
  ...missingLines(content.end.missing),
  ...(migrated.length > 0 ? [`Brought up to date by ${count(migrated.length, 'step')}.`] : []),
  ...(aside ? asideLines(aside) : []),
];
