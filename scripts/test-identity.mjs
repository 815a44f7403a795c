// npm run test:identity: every way in by Firebase, in a real browser, against Firebase's own emulator.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./launch/install.mjs');
const { ensureBuilt } = await import('./launch/build.mjs');
const { root } = await import('./launch/run.mjs');
const { run, runBin } = await import('./launch/run.mjs');

const from = join(root, 'e2e-identity/emulator');
const { dependencies } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
const installed = join(root, `.cache/firebase-tools-${dependencies['firebase-tools']}`);

await ensureInstalled({ dev: true });
if (!existsSync(installed) && !(await installEmulator())) {
  console.error(`
SKIPPED: nothing of signing in with Firebase was tested. Its emulator (firebase-tools) could not be installed; is the network there?
`);
  process.exit(0);
}
await ensureBuilt();
mkdirSync(join(root, 'reports'), { recursive: true });
const env = { ...process.env, WATTERSHED_EMULATOR: installed };
const { code } = await runBin('@playwright/test', ['test', '-c', 'e2e-identity', ...process.argv.slice(2)], { env });
process.exitCode = code;

/** From its own lock file, and without running any of its packages' scripts; whole or not at all. */
async function installEmulator() {
  console.log('Installing the emulator of Firebase’s sign-in (about 240 MB and half a minute, once) …');
  const half = `${installed}-half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(from, file), join(half, file));
  const args = ['ci', '--prefix', half, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.platform === 'win32' ? ['cmd.exe', ['/c', 'npm', ...args]] : ['npm', args];
  // What an outer `npm run` tells its scripts is not meant for this one.
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  const result = await run(...npm, { cwd: half, env: own });
  if (result.code === 0) renameSync(half, installed);
  return result.code === 0;
}
