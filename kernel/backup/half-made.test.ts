import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearHalfMade } from './half-made.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'wattershed-half-made-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Writes files there for a while, as `initdb` does. */
const WRITER = `
const { writeFileSync } = require('node:fs');
console.log('begun');
let file = 0;
const write = () => writeFileSync(process.argv[1] + '/' + file++, '');
while (file < 300) write();
for (const end = Date.now() + 1500; Date.now() < end; write()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
`;

test('what a killed maker left is removed also while a program that it had begun goes on writing there', async () => {
  const base = join(dataDir, 'restoring-20260101T000000Z-4194305', 'postgres.new', 'base');
  mkdirSync(base, { recursive: true });
  const writer = spawn(process.execPath, ['-e', WRITER, base], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(writer, 'exit');
  await once(writer.stdout, 'data');
  await expect.poll(() => readdirSync(base).length).toBeGreaterThan(200);
  await clearHalfMade(dataDir);
  expect(readdirSync(dataDir)).toEqual([]);
  await ended;
  expect(existsSync(base)).toBe(false);
});
