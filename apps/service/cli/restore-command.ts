/** `npm run restore -- file`: a backup becomes an installation again; what was there before is kept aside. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  inTheWay,
  type Restored,
  restoreDatabase,
  restoreEmbedded,
} from '#subjects/identity/service/embedded/index.ts';
import { createStoredFiles } from '#subjects/bills/service/documents/index.ts';
import { loadEnvFile, readConfig } from '#kernel/config.ts';
import { placeNamed, withBackupFile } from './backup-files.ts';
import { count, progressLine, restoredLines, restoreUsage } from './backup-words.ts';
import { interruptible, knownPassphrase, tellFailure, type Terminal } from './terminal.ts';
import { root } from './root.ts';

const flag = { type: 'boolean' } as const;
const options = { replace: flag, yes: flag, help: flag } as const;
const migrationsDir = `${root}supabase/migrations`;

interface Asked {
  readonly path: string;
  readonly mayReplace: boolean;
  readonly isSure: boolean;
}

/** A string says what is wrong. */
const readAsked = (args: string[], env: NodeJS.ProcessEnv): Asked | string => {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (more.length > 0) return `One file at a time: what is ${more[0]}?`;
    if (values.help || file === undefined) return '';
    const path = placeNamed(file, env);
    return { path, mayReplace: values.replace === true, isSure: values.yes === true };
  } catch (error) {
    return (error as Error).message;
  }
};

/** Null: go on. */
const refusal = async (dataDir: string, asked: Asked, terminal: Terminal): Promise<number | null> => {
  if ((await inTheWay(dataDir)).length === 0) return null;
  if (!asked.mayReplace) {
    terminal.complain(
      `There is an installation in ${dataDir}. Add --replace to put the backup in its place (it is kept aside), or set DATA_DIR to another folder.`,
    );
    return 1;
  }
  if (asked.isSure) return null;
  const answer = await terminal.ask(`Replace the installation in ${dataDir} by this backup? [y/N] `);
  if (answer) return null;
  terminal.complain(answer === null ? 'Nobody is there to say yes: add --yes.' : 'Nothing was changed.');
  return answer === null ? 2 : 0;
};

const saveDocument = async (dataDir: string, version: string, content: AsyncIterable<Buffer>): Promise<void> =>
  createStoredFiles(join(dataDir, 'storage')).put(version, content);

const restore = async (asked: Asked, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> => {
  const config = readConfig(env);
  const { dataDir, DATABASE_OWNER_URL: ownerUrl } = config;
  const refused = ownerUrl ? null : await refusal(dataDir, asked, terminal);
  if (refused !== null) return refused;
  const began = performance.now();
  const passphrase = knownPassphrase(env, terminal);
  const restored = await interruptible((signal) =>
    withBackupFile(asked.path, config, signal, (path): Promise<Restored> => {
      const wish = {
        file: { path, passphrase },
        migrationsDir,
        onProgress: (progress: Parameters<typeof progressLine>[0]) => terminal.progress(progressLine(progress)),
        signal,
      };
      return ownerUrl ? restoreDatabase({ ...wish, ownerUrl }) : restoreEmbedded({ ...wish, dataDir, saveDocument });
    }),
  );
  terminal.progress('');
  for (const line of restoredLines(restored, (performance.now() - began) / 1000)) terminal.say(line);
  const { documents } = restored.content.end;
  if (ownerUrl && documents > 0)
    terminal.say(`${count(documents, 'document')} stayed in the backup: a database alone holds none.`);
  else if (!ownerUrl) terminal.say('npm start runs it.');
  return 0;
};

/** Answers the exit code: 0 done, 1 failed, 2 asked wrongly, 130 interrupted. */
export const restoreCommand = async (args: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> => {
  const asked = readAsked(args, env);
  if (typeof asked === 'string') {
    terminal.complain(asked === '' ? restoreUsage : `${asked}\n\n${restoreUsage}`);
    return 2;
  }
  loadEnvFile(`${root}.env`);
  try {
    return await restore(asked, env, terminal);
  } catch (error) {
    return tellFailure(error, terminal);
  }
};
