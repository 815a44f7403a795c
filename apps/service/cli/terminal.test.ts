import { expect, test } from 'vitest';
import { asCalled, knownPassphrase, newPassphrase } from './terminal.ts';

const words = 'five words chosen by chance';
const typing = (...answers: (string | null)[]) => {
  const asked: string[] = [];
  const askSecret = async (question: string): Promise<string | null> => {
    asked.push(question);
    return answers.shift() ?? null;
  };
  return { asked, terminal: { say() {}, complain() {}, progress() {}, ask: async () => null, askSecret } };
};

test('a new passphrase is typed twice, is long, and is not asked for where the environment has it', async () => {
  const twice = typing(words, words);
  expect(await newPassphrase({}, true, twice.terminal)).toEqual({ passphrase: words });
  expect(twice.asked).toHaveLength(2);
  expect(await newPassphrase({}, true, typing(words, `${words}!`).terminal)).toEqual({
    refused: expect.stringContaining('two different'),
  });
  expect(await newPassphrase({}, true, typing('short').terminal)).toEqual({ refused: expect.stringContaining('12') });
  expect(await newPassphrase({}, true, typing(null).terminal)).toEqual({ refused: expect.stringContaining('Nobody') });
  const silent = typing();
  expect(await newPassphrase({ BACKUP_PASSPHRASE: words }, false, silent.terminal)).toEqual({ passphrase: words });
  expect(await newPassphrase({}, false, silent.terminal)).toEqual({ passphrase: null });
  expect(silent.asked).toEqual([]);
});

test('that of a backup is asked for once, however often the file is read', async () => {
  const once = typing(words);
  const passphrase = knownPassphrase({}, once.terminal);
  expect([await passphrase(), await passphrase()]).toEqual([words, words]);
  expect(once.asked).toHaveLength(1);
  expect(await knownPassphrase({ BACKUP_PASSPHRASE: words }, typing().terminal)()).toBe(words);
});

test.each([
  ['npm run admin -- grant <e-mail>', 'wattershed admin grant <e-mail>'],
  ['npm run backup [-- file or folder]', 'wattershed backup [file or folder]'],
  ['npm run import', 'wattershed import'],
  ['npm start runs it.', 'wattershed runs it.'],
])('a packed Wattershed says %s as %s', (line, said) => {
  expect(asCalled(line, true)).toBe(said);
  expect(asCalled(line, false)).toBe(line);
});
