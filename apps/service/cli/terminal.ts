/** The terminal that a command speaks to. */
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

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

export const openTerminal = (): Terminal => ({
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
  progress: (line) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}`);
  },
  ask: async (question) => {
    const answer = await read(question, true);
    return answer === null ? null : /^y(es)?$/i.test(answer.trim());
  },
  askSecret: (question) => read(question, false),
});
