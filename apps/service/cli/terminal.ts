/** The terminal that a command speaks to. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { minPassphrase } from '#kernel/backup/settings.ts';
import { ConfigError } from '#kernel/config.ts';
import { BackendError, BackupError } from '#subjects/identity/service/embedded/index.ts';
import { root } from './root.ts';

export interface Terminal {
  say(line: string): void;
  complain(line: string): void;
  /** Replaces the line shown before; does nothing where the output is no terminal. */
  progress(line: string): void;
  /** Null where nobody can answer. */
  ask(question: string): Promise<boolean | null>;
  /** A text that is not shown while it is typed. Null where nobody can answer. */
  askSecret(question: string): Promise<string | null>;
}

/** While a question is open, Ctrl-C is a key: here it becomes again what it is elsewhere. */
const interrupt = (): void => {
  if (process.listenerCount('SIGINT') > 0) process.emit('SIGINT', 'SIGINT');
  else process.kill(process.pid, 'SIGINT');
};

/** Null: interrupted, or nobody there. */
const read = async (question: string, isShown: boolean): Promise<string | null> => {
  if (!process.stdin.isTTY) return null;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Before the question is shown: from then on nothing that is typed appears by itself.
  const prompt = createInterface({ input: process.stdin, output: isShown ? process.stdout : nowhere, terminal: true });
  const interrupted = once(prompt, 'SIGINT').then(() => {
    interrupt();
    return null;
  });
  if (!isShown) process.stdout.write(question);
  const answer = await Promise.race([prompt.question(isShown ? question : ''), interrupted]);
  prompt.close();
  if (!isShown) process.stdout.write('\n');
  return answer;
};

/** A packed Wattershed is called by its name; only a checkout has npm's scripts. */
export const asCalled = (line: string, isPacked = !existsSync(`${root}scripts/start.mjs`)): string =>
  isPacked
    ? line
        .replace(/npm run ([a-z]+)(?: (\[?)-- )?/g, (_, name: string, open?: string) =>
          open === undefined ? `wattershed ${name}` : `wattershed ${name} ${open}`,
        )
        .replaceAll('npm start', 'wattershed')
    : line;

export const openTerminal = (): Terminal => ({
  say: (line) => console.log(asCalled(line)),
  complain: (line) => console.error(asCalled(line)),
  progress: (line) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}`);
  },
  ask: async (question) => {
    const answer = await read(question, true);
    return answer === null ? null : /^y(es)?$/i.test(answer.trim());
  },
  askSecret: (question) => read(question, false),
});

/** Ctrl-C ends the work in order, not the process. */
export const interruptible = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  try {
    return await work(ending.signal);
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
};

// The passphrase of a backup: from the environment, else from the person at the terminal.

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
  if (passphrase.length < minPassphrase)
    return { refused: `A passphrase has at least ${minPassphrase} characters; five words chosen by chance are good.` };
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

/** Says what has words for the person, and answers the exit code; throws the rest. */
export const tellFailure = (error: unknown, terminal: Terminal): number => {
  terminal.progress('');
  if (error instanceof BackupError && error.code === 'interrupted') {
    terminal.complain(error.message);
    return 130;
  }
  if (!(error instanceof BackupError || error instanceof BackendError || error instanceof ConfigError)) throw error;
  terminal.complain(error.message);
  return 1;
};
