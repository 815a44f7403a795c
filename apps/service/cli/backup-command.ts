/** `npm run backup [-- file]`: everything that a restore needs, in one file. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BackupSource, openSource, verifyBackup, writeBackup } from '#subjects/identity/service/embedded/index.ts';
import { createStoredFiles } from '#subjects/bills/service/documents/index.ts';
import { loadEnvFile, readConfig } from '#kernel/config.ts';
import { backupUsage, contentLine, missingLines, progressLine, reportLines } from './backup-words.ts';
import { interruptible, knownPassphrase, newPassphrase, tellFailure, type Terminal } from './terminal.ts';
import { root } from './root.ts';

const flag = { type: 'boolean' } as const;
const options = { encrypt: flag, force: flag, verify: flag, help: flag } as const;

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

/** Files are named as seen from where the person stands. */
const placeOf = (file: string | undefined, dataDir: string, env: NodeJS.ProcessEnv): string => {
  const named = file === undefined ? join(dataDir, 'backups') : resolve(env['INIT_CWD'] ?? process.cwd(), file);
  const now = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return file === undefined || isFolder(named) ? join(named, `wattershed-${now}.backup`) : named;
};

const verify = async (path: string, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> => {
  const { manifest, end } = await interruptible((signal) =>
    verifyBackup({
      file: { path, passphrase: knownPassphrase(env, terminal) },
      onProgress: (progress) => terminal.progress(progressLine(progress)),
      signal,
    }),
  );
  terminal.progress('');
  terminal.say(`${path} is whole: ${contentLine(end)}.`);
  for (const line of missingLines(end.missing)) terminal.say(line);
  terminal.say(
    `Made ${manifest.createdAt} by Wattershed ${manifest.appVersion} on PostgreSQL ${manifest.postgresVersion}, at migration ${manifest.migrations.at(-1)?.name}.`,
  );
};

const write = async ({ file, flags }: Asked, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> => {
  const { dataDir } = readConfig(env);
  const said = await newPassphrase(env, flags.encrypt === true, terminal);
  if ('refused' in said) {
    terminal.complain(said.refused);
    return 2;
  }
  const hosted = env['DATABASE_OWNER_URL'];
  const documents = createStoredFiles(join(dataDir, 'storage'));
  const report = await interruptible(async (signal) => {
    const source: BackupSource = hosted
      ? { ownerUrl: hosted, secrets: null, close: async () => undefined }
      : await openSource(dataDir);
    try {
      return await writeBackup({
        ...source,
        path: placeOf(file, dataDir, env),
        mayReplace: flags.force === true,
        passphrase: said.passphrase,
        appVersion: (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }).version,
        openDocument: async (version) => (await documents.open(version))?.content ?? null,
        onProgress: (progress) => terminal.progress(progressLine(progress)),
        signal,
      });
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
    if (!asked.flags.verify) return await write(asked, env, terminal);
    await verify(resolve(env['INIT_CWD'] ?? process.cwd(), asked.file ?? ''), env, terminal);
    return 0;
  } catch (error) {
    return tellFailure(error, terminal);
  }
};
