/** `npm run backup [-- file]`: everything that a restore needs, in one file. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type BackupReport,
  type BackupSource,
  openSource,
  verifyBackup,
  writeBackup,
} from '#subjects/identity/service/embedded/index.ts';
import { createStoredFiles } from '#subjects/bills/service/documents/index.ts';
import { isBucket } from '#kernel/backup/settings.ts';
import { backupName, openStore } from '#kernel/backup/store.ts';
import { type Config, loadEnvFile, readConfig } from '#kernel/config.ts';
import { placeNamed, withBackupFile } from './backup-files.ts';
import { backupUsage, contentLine, listLines, missingLines, progressLine, reportLines } from './backup-words.ts';
import { interruptible, knownPassphrase, newPassphrase, tellFailure, type Terminal } from './terminal.ts';
import { root } from './root.ts';

const flag = { type: 'boolean' } as const;
const options = { encrypt: flag, force: flag, verify: flag, list: flag, help: flag } as const;

interface Asked {
  readonly file: string | undefined;
  readonly flags: { readonly [name in keyof typeof options]?: boolean | undefined };
}

/** A string says what is wrong. */
const readAsked = (args: string[]): Asked | string => {
  try {
    const { values: flags, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (more.length > 0) return `One file at a time: what is ${more[0]}?`;
    if (flags.help) return '';
    return flags.verify && file === undefined ? 'Which file?' : { file, flags };
  } catch (error) {
    return (error as Error).message;
  }
};

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

const placeOf = (file: string | undefined, dataDir: string, env: NodeJS.ProcessEnv): string => {
  const named = file === undefined ? join(dataDir, 'backups') : placeNamed(file, env);
  return file === undefined || isFolder(named) ? join(named, backupName(new Date(), false)) : named;
};

const verify = async (path: string, config: Config, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> => {
  const { manifest, end } = await interruptible((signal) =>
    withBackupFile(path, config, signal, (file) =>
      verifyBackup({
        file: { path: file, passphrase: knownPassphrase(env, terminal) },
        onProgress: (progress) => terminal.progress(progressLine(progress)),
        signal,
      }),
    ),
  );
  terminal.progress('');
  terminal.say(`${path} is whole: ${contentLine(end)}.`);
  for (const line of missingLines(end.missing)) terminal.say(line);
  terminal.say(
    `Made ${manifest.createdAt} by Wattershed ${manifest.appVersion} on PostgreSQL ${manifest.postgresVersion}, at migration ${manifest.migrations.at(-1)?.name}.`,
  );
};

const list = async (place: string | undefined, config: Config, terminal: Terminal): Promise<void> => {
  const store = await openStore(config, place);
  const found = await interruptible((signal) => store.list(signal));
  for (const line of listLines(store.place, found)) terminal.say(line);
};

const sourceOf = (config: Config): Promise<BackupSource> | BackupSource =>
  config.DATABASE_OWNER_URL
    ? { ownerUrl: config.DATABASE_OWNER_URL, secrets: null, close: async () => undefined }
    : openSource(config.dataDir);

/** One of a bucket is written here first, then taken there and read back. */
const writeTo = async (
  config: Config,
  file: string | undefined,
  env: NodeJS.ProcessEnv,
  write: (path: string) => Promise<BackupReport>,
  signal: AbortSignal,
): Promise<BackupReport> => {
  if (!file || !isBucket(file)) return write(placeOf(file, config.dataDir, env));
  const store = await openStore(config, placeNamed(file, env));
  await store.list(signal);
  const name = backupName(new Date(), false);
  const report = await write(join(store.staging, name));
  await store.keep(name, signal);
  return { ...report, path: `${store.place}/${name}` };
};

const write = async ({ file, flags }: Asked, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> => {
  const config = readConfig(env);
  const { dataDir } = config;
  const said = await newPassphrase(env, flags.encrypt === true, terminal);
  if ('refused' in said) {
    terminal.complain(said.refused);
    return 2;
  }
  const documents = createStoredFiles(join(dataDir, 'storage'));
  const report = await interruptible(async (signal) => {
    const source = await sourceOf(config);
    const wish = {
      ...source,
      mayReplace: flags.force === true,
      passphrase: said.passphrase,
      appVersion: (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }).version,
      openDocument: async (version: string) => (await documents.open(version))?.content ?? null,
      onProgress: (progress: Parameters<typeof progressLine>[0]) => terminal.progress(progressLine(progress)),
      signal,
    };
    try {
      return await writeTo(config, file, env, (path) => writeBackup({ ...wish, path }), signal);
    } finally {
      await source.close();
    }
  });
  terminal.progress('');
  for (const line of reportLines(report, dataDir, said.passphrase !== null)) terminal.say(line);
  return 0;
};

/** Answers the exit code: 0 done, 1 failed, 2 asked wrongly, 130 interrupted. */
export const backupCommand = async (args: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> => {
  const asked = readAsked(args);
  if (typeof asked === 'string') {
    terminal.complain(asked === '' ? backupUsage : `${asked}\n\n${backupUsage}`);
    return 2;
  }
  loadEnvFile(`${root}.env`);
  try {
    const { file, flags } = asked;
    const named = file === undefined ? undefined : placeNamed(file, env);
    if (flags.list) await list(named, readConfig(env), terminal);
    else if (flags.verify) await verify(named ?? '', readConfig(env), env, terminal);
    else return await write(asked, env, terminal);
    return 0;
  } catch (error) {
    return tellFailure(error, terminal);
  }
};
