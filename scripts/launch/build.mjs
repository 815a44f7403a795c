import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, run, runBin, withProgress } from './run.mjs';

const shared = [
  'catalogue',
  'locales',
  'subjects',
  'supabase/tables',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];
const buildService = fileURLToPath(new URL('build-service.mjs', import.meta.url));

// Whatever the shell says: in any other mode the pages carry paths of this disk and what helps to develop them.
const env = { ...process.env, NODE_ENV: 'production' };

const parts = [
  {
    name: 'service',
    product: 'main.js',
    inputs: [
      ...shared,
      'apps/service',
      'kernel',
      'simulator',
      'tariffs',
      'scripts/launch/build-service.mjs',
      'scripts/launch/mend-postgres.mjs',
      'scripts/launch/packages.mjs',
    ],
    build: (onLine) => run(process.execPath, [buildService], { env, onLine }),
  },
  {
    name: 'web',
    product: 'index.html',
    inputs: [...shared, 'apps/web', 'shell'],
    build: (onLine) => {
      const folder = join(root, 'apps/web');
      return runBin('vite', ['build', '--logLevel=warn'], { from: folder, cwd: folder, env, onLine });
    },
  },
];

/** Builds the service and the web app, or only one, where the sources have changed since the last build. */
export async function ensureBuilt({ only } = {}) {
  const wanted = parts.filter(({ name }) => only === undefined || name === only);
  const stale = wanted.map((part) => ({ ...part, state: stateOf(part.inputs) })).filter(isStale);
  if (stale.length === 0) return;
  const title = `Building the ${stale.map(({ name }) => name).join(' and the ')} (about 15 seconds)`;
  const failed = await withProgress(title, async () => {
    const results = await Promise.all(stale.map(buildPart));
    return results.filter(({ code }) => code !== 0);
  });
  if (failed.length === 0) return;
  for (const { name, said } of failed) console.error(`The ${name} could not be built:\n${said.join('\n')}`);
  process.exit(1);
}

async function buildPart({ name, build, state }) {
  const said = [];
  const stamp = stampOf(name);
  rmSync(stamp, { force: true });
  const { code } = await build((line) => said.push(line));
  if (code === 0) writeFileSync(stamp, state);
  return { name, code, said };
}

const stampOf = (name) => join(root, 'apps', name, 'dist/.inputs');

function isStale({ name, product, state }) {
  const stamp = stampOf(name);
  if (!existsSync(stamp) || !existsSync(join(root, 'apps', name, 'dist', product))) return true;
  return readFileSync(stamp, 'utf8') !== state;
}

function stateOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesBelow(join(root, input)))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    if (entry.isDirectory()) return filesBelow(join(path, entry.name));
    return /\.test\.tsx?$/.test(entry.name) ? [] : [join(path, entry.name)];
  });
}
