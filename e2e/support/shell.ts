import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a page's commands ask of curl, where a machine has none: its own is preferred. */
const curl = `#!${process.execPath}
const option = (short) => ({ type: 'string', short, multiple: true });
const { values, positionals } = require('node:util').parseArgs({
  allowPositionals: true,
  options: {
    request: option('X'),
    header: option('H'),
    data: option('d'),
    'data-binary': { type: 'string' },
    silent: { type: 'boolean', short: 's' },
  },
});
const file = values['data-binary']?.slice(1);
const body = file ? require('node:fs').readFileSync(file) : values.data?.join('&');
const headers = (values.header ?? []).map((line) => line.split(/: */));
fetch(positionals[0], { method: values.request?.[0] ?? 'POST', headers, body })
  .then((answer) => answer.text())
  .then((text) => process.stdout.write(text));
`;

interface Surroundings {
  cwd?: string;
  env?: Record<string, string>;
}

/** What a command prints that somebody copies from a page into a terminal. */
export async function runInShell(command: string, { cwd, env }: Surroundings = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'wattershed-e2e-'));
  writeFileSync(join(folder, 'curl'), curl, { mode: 0o755 });
  const path = `${process.env['PATH'] ?? ''}${delimiter}${folder}`;
  const { stdout } = await run('sh', ['-c', command], { cwd, env: { ...process.env, ...env, PATH: path } });
  return stdout;
}
