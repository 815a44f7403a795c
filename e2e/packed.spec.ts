import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, giveTimeToStart } from './support/start-service.ts';
import { expect, test } from './support/test.ts';

const pack = fileURLToPath(new URL('../scripts/pack.mjs', import.meta.url));
/** What npm says of itself, and what the person has set, are nobody's business here. */
const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DEMO: '0', BREACHED_PASSWORDS: 'off' };

// Packed and installed once for all of them.
test.describe.configure({ mode: 'default' });
let home: string;
let folder: string;
let tarball: string;
test.beforeAll(() => {
  giveTimeToStart();
  // Not below a private home: as root, PostgreSQL runs as another user.
  home = mkdtempSync(join(tmpdir(), 'wattershed-packed-'));
  chmodSync(home, 0o755);
  folder = newFolder('installed');
  execFileSync(process.execPath, [pack, home], { env });
  tarball = join(home, readdirSync(home).find((name) => name.endsWith('.tgz')) ?? '');
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-save', tarball], { cwd: folder, env });
});
test.afterAll(() => {
  rmSync(home, { recursive: true, force: true });
  forgetNpx();
});

function newFolder(name: string): string {
  const path = join(home, name);
  mkdirSync(path);
  chmodSync(path, 0o755);
  return path;
}

/** npx keeps what it installed among its own, by the file that it came from. */
function forgetNpx(): void {
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { env, encoding: 'utf8' }).trim();
  const kept = join(cache, '_npx');
  for (const name of existsSync(kept) ? readdirSync(kept) : []) {
    const manifest = join(kept, name, 'package.json');
    if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes(basename(home)))
      rmSync(join(kept, name), { recursive: true, force: true });
  }
}

/** Until its first page is there, with what that page asks for first. */
async function firstPage(url: string, child: ChildProcess): Promise<void> {
  const ask = async (path: string): Promise<string> => {
    if (child.exitCode !== null) throw new Error(`npx ended with ${child.exitCode}`);
    const answer = await fetch(new URL(path, url)).catch(() => undefined);
    return answer?.ok ? answer.text() : '';
  };
  await expect.poll(() => ask('/'), { timeout: 240_000 }).toMatch(/<script/);
  const page = await ask('/');
  for (const [, file = ''] of page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) expect(await ask(file)).not.toBe('');
}

const call = (args: string[], more: Record<string, string> = {}) =>
  spawn('npx', ['wattershed', ...args], {
    cwd: folder,
    env: { ...env, ...more },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const made = (): string[] =>
  readdirSync(folder)
    .filter((name) => name !== 'node_modules')
    .toSorted();

const ended = async (child: ReturnType<typeof call>): Promise<{ code: number | null; said: string }> => {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += String(text)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
};

test('npx of the package alone comes to a first page', async () => {
  giveTimeToStart();
  const empty = newFolder('empty');
  const port = String(await freePort());
  const begun = performance.now();
  const child = spawn('npx', ['--yes', '--prefer-offline', '--package', tarball, 'wattershed'], {
    cwd: empty,
    env: { ...env, DEMO: '1', PORT: port },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = ended(child);
  await firstPage(`http://127.0.0.1:${port}`, child);
  console.log(`npx, from an empty folder to the first page: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  expect(readdirSync(empty)).toEqual(['data']);
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect((await end).said).toContain(`Wattershed is ready at http://127.0.0.1:${port}`);
});

test('the packed Wattershed runs from an empty folder, and leaves its data there', async ({ page }) => {
  giveTimeToStart();
  const port = String(await freePort());
  writeFileSync(join(folder, '.env'), `PORT=${port}\n`);
  const child = call([]);
  const end = ended(child);
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => child.exitCode,
        ),
      { timeout: 240_000 },
    )
    .toBe(true);
  await page.goto(`http://127.0.0.1:${port}/`);
  await expect(page.getByRole('main')).toBeVisible();
  expect(made()).toEqual(['.env', 'data']);

  const admin = await ended(call(['admin', 'fleet-token', 'packed']));
  expect(admin).toEqual({ code: 0, said: expect.stringContaining('This token writes every household') });
  const backup = await ended(call(['backup', 'all.backup']));
  expect(backup.code).toBe(0);
  expect(made()).toEqual(['.env', 'all.backup', 'data']);

  // As Ctrl-C does: all of them hear it.
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect((await end).said).toContain(`Wattershed is ready at http://127.0.0.1:${port}`);
  await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow('fetch failed');
});

test('the packed command says what it can, its version, and what it has not understood', async () => {
  const { code, said } = await ended(call(['--help']));
  expect([code, said]).toEqual([0, expect.stringMatching(/^wattershed {12}start[^]*backup[^]*DATA_DIR/)]);
  expect((await ended(call(['--version']))).said).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await ended(call(['fly']))).toEqual({ code: 2, said: expect.stringContaining('There is no command fly.') });
  const admin = await ended(call(['admin']));
  expect(admin.said).toContain('wattershed admin grant <e-mail>');
  expect(admin.said).not.toContain('npm run');
});

test('a taken port is said in words', async () => {
  giveTimeToStart();
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const { code, said } = await ended(call(['start'], { PORT: port, DATA_DIR: join(home, 'other') }));
  server.close();
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(`Port ${port} is taken`) });
});
