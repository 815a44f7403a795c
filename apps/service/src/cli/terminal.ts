/** The terminal that a command speaks to. */
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

export const openTerminal = (): Terminal => ({
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
  progress: (line) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}`);
  },
  ask: async (question) => {
    if (!process.stdin.isTTY) return null;
    const prompt = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await prompt.question(question);
    prompt.close();
    return /^y(es)?$/i.test(answer.trim());
  },
  askSecret: async (question) => {
    if (!process.stdin.isTTY) return null;
    process.stdout.write(question);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const prompt = createInterface({ input: process.stdin, output: nowhere, terminal: true });
    prompt.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    const answer = await prompt.question('');
    prompt.close();
    process.stdout.write('\n');
    return answer;
  },
});
