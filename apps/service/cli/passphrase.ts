/** The passphrase of a backup: from the environment, else from the person at the terminal. */
import type { Terminal } from './terminal.ts';

const shortest = 12;

/** For a new backup. A string in `refused` says what is wrong. */
export const newPassphrase = async (
  env: NodeJS.ProcessEnv,
  isWanted: boolean,
  terminal: Terminal,
): Promise<{ passphrase: string | null } | { refused: string }> => {
  const given = env['BACKUP_PASSPHRASE'];
  if (!given && !isWanted) return { passphrase: null };
  const passphrase = given || (await terminal.askSecret('Passphrase of the backup: '));
  if (passphrase === null) return { refused: 'Nobody is there to say a passphrase: set BACKUP_PASSPHRASE.' };
  if (passphrase.length < shortest)
    return { refused: `A passphrase has at least ${shortest} characters; five words chosen by chance are good.` };
  if (!given && (await terminal.askSecret('The same again: ')) !== passphrase)
    return { refused: 'These were two different passphrases. Nothing was done.' };
  return { passphrase };
};

/** Of a backup that is there: asked once, however often the file is read. */
export const knownPassphrase = (env: NodeJS.ProcessEnv, terminal: Terminal): (() => Promise<string | null>) => {
  let answer: Promise<string | null> | undefined;
  return () =>
    (answer ??= env['BACKUP_PASSPHRASE']
      ? Promise.resolve(env['BACKUP_PASSPHRASE'])
      : terminal.askSecret('Passphrase of the backup: '));
};
