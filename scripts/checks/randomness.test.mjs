import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Where chance may be guessed: pauses before another try, and a window that tells itself from others. */
const guessable = [
  'shell/data/service-error.ts',
  'shell/session/ending-session.ts',
  'subjects/readings/service/ingest/record-readings.ts',
];

test('what must not be guessed is made by the system’s randomness', () => {
  const rooms = ['apps', 'catalogue', 'kernel', 'shell', 'subjects', 'supabase/repeatable'];
  const files = execFileSync('git', ['ls-files', ...rooms], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(tsx?|mjs|sql)$/.test(path) && !/\.test\.|testing/.test(path));
  expect(files.length).toBeGreaterThan(500);
  const guessing = (path) => (path.endsWith('.sql') ? /\brandom\(\)/ : /Math\.random\(/);
  const found = files.filter((path) => guessing(path).test(readFileSync(join(root, path), 'utf8')));
  expect(found).toEqual(guessable);
});
