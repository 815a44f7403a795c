import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { changedPrograms } from './steps.mjs';

const folder = mkdtempSync(join(tmpdir(), 'wattershed-steps-'));
afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd: folder });

test('a fast check looks at programs that were changed, moved or made since a commit, and at nothing that is gone', () => {
  for (const name of ['same.ts', 'changed.ts', 'gone.ts', 'moved.ts', 'words.md'])
    writeFileSync(join(folder, name), name);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  for (const name of ['changed.ts', 'words.md']) writeFileSync(join(folder, name), 'other');
  writeFileSync(join(folder, 'new.mjs'), '');
  git('mv', 'moved.ts', 'here.tsx');
  rmSync(join(folder, 'gone.ts'));
  expect(changedPrograms('HEAD', folder).sort()).toEqual(['changed.ts', 'here.tsx', 'new.mjs']);
});
