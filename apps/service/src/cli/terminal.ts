/** The terminal that a command speaks to. */
import { createInterface } from 'node:readline/promises';

export interface Terminal {
  say(line: string): void;
  complain(line: string): void;
  /** Replaces the line shown before; does nothing where the output is no terminal. */
  progress(line: string): void;
  /** Null where nobody can answer. */
  ask(question: string): Promise<boolean | null>;
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
});
