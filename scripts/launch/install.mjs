import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand, root, run, withProgress } from './run.mjs';

const lockFile = join(root, 'package-lock.json');
const installedFile = join(root, 'node_modules/.package-lock.json');
const stampFile = join(root, 'node_modules/.wattershed-install.json');

/** Installs from the lock file unless that has been done; `dev` also wants the tools for tests and checks. */
export async function ensureInstalled({ dev }) {
  const stamp = readJson(stampFile);
  if (stamp && stamp.state === currentState() && (stamp.dev || !dev)) return;

  const wanted = readJson(lockFile).packages;
  const installed = readJson(installedFile)?.packages ?? {};
  const { hasTools, isComplete } = judgeInstalled(wanted, installed);
  const upToDate = isComplete && (hasTools || !dev);

  // A full installation is not made smaller by a start.
  const keepsTools = dev || Object.entries(wanted).some(([place, entry]) => entry.dev && installed[place]);
  if (!upToDate) await install(keepsTools);
  writeStamp(upToDate ? hasTools : keepsTools);
}

/** Whether all that a start needs is there, of the right versions, and what tests and checks need besides. */
export function judgeInstalled(wanted, installed) {
  const has = (names = {}) => Object.keys(names).every((name) => installed[`node_modules/${name}`]);
  const { dependencies, devDependencies } = wanted[''];
  const fits = Object.entries(installed).every(([place, entry]) => entry.version === wanted[place]?.version);
  return { hasTools: has(devDependencies), isComplete: fits && has(dependencies) };
}

async function install(dev) {
  const title = dev
    ? 'Installing packages and test tools from the lock file (about 1 minute with an empty cache)'
    : 'Installing packages from the lock file (about 30 seconds with an empty cache)';
  const said = [];
  let fetched = 0;
  const { command, args, env } = npmCommand(['ci', ...(dev ? [] : ['--omit=dev']), '--loglevel=http']);
  const { code } = await withProgress(title, (note) => {
    const onLine = (line) => {
      if (/^npm http (fetch|cache) .*\.tgz/.test(line)) note(`${++fetched} packages fetched`);
      else if (!/^npm (http|warn)/.test(line)) said.push(line);
    };
    return run(command, args, { env, onLine });
  });
  if (code === 0) return;
  console.error(said.slice(-25).join('\n'));
  console.error('The installation failed. Is the network there? Try again, or run "npm ci" to see more.');
  process.exit(code);
}

function writeStamp(dev) {
  writeFileSync(stampFile, JSON.stringify({ state: currentState(), dev }));
}

function currentState() {
  const hash = createHash('sha256').update(readFileSync(lockFile));
  return hash.update(String(statSync(installedFile, { throwIfNoEntry: false })?.mtimeMs)).digest('hex');
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
