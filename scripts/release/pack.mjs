// Wattershed as a package for `npx wattershed`: built, with what running it needs and nothing else. Its package.json names fewer packages than ours (a
// checkout builds, a package does not). Those that are the same everywhere come along, of the lock file's very versions: npm reads no lock file that
// comes in a package's file. What is made for one system each, PostgreSQL and a hash, npm fetches.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { npmCommand, root, run } from '../launch/run.mjs';

/** What a packed Wattershed is made of. */
const carried = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'apps/service/dist',
  'apps/web/dist',
  'docs/guide/tariff-format.md',
  'install/healthy.mjs',
  'install/systemd',
  'install/wattershed.mjs',
  'kernel/postgres/auth.sql',
  'kernel/postgres/boot.sql',
  'locales',
  'scripts/launch/node-version.mjs',
  'supabase',
  'tariffs',
];
/** Programs stand in the built service; the rest of them are tests. */
const isSource = /[.]tsx?$/;
/** Of these, what only builds or tests; and the stamps of the build. */
const left = new Set([
  'install/systemd/unit.test.mjs',
  'supabase/releases',
  'supabase/tables',
  'supabase/tests',
  'apps/service/dist/.inputs',
  'apps/web/dist/.inputs',
]);
const command = 'install/wattershed.mjs';

const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Those of our dependencies that the built service names: the web app brings along what it needs. */
export function runtimeNames(dependencies, built) {
  // Imported or required; or a file of it, wherever its name stands.
  const named = (name) => new RegExp(`(?:from |import |import\\(|require\\d*\\()"${name}["/]|["'\`]${name}/`);
  return Object.keys(dependencies).filter((name) => named(name).test(built));
}

/** Of a lock file what `manifest` needs, directly or through others: a lock file too. */
export function partOfLock(lock, manifest) {
  const packages = { '': manifest };
  const waiting = namesOf(manifest).map((name) => ['', name]);
  for (const [from, name] of waiting) {
    const place = placeOf(lock.packages, from, name);
    if (place === undefined || packages[place]) continue;
    packages[place] = lock.packages[place];
    waiting.push(...namesOf(packages[place]).map((one) => [place, one]));
  }
  const { name, version } = manifest;
  const { lockfileVersion, requires } = lock;
  const sorted = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { name, version, lockfileVersion, requires, packages: sorted };
}

const namesOf = ({ dependencies, optionalDependencies, peerDependencies }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

/** As Node looks for a package: beside the one that asks, then further out. */
function placeOf(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at}${at ? '/' : ''}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === '') return undefined;
    if (!at.includes('/node_modules/')) return packages[`node_modules/${name}`] && `node_modules/${name}`;
  }
}

const isForOneSystem = ({ os, cpu }) => os !== undefined || cpu !== undefined;
/** Whether a package's program is another package for each system. */
const hasPrograms = (lock, name) =>
  Object.keys(lock.packages[`node_modules/${name}`]?.optionalDependencies ?? {}).some((one) =>
    isForOneSystem(lock.packages[`node_modules/${one}`] ?? {}),
  );

/** Its manifest: ours, without what builds, tests or is meant for a checkout. */
export function packedManifest(ours, lock, built) {
  const { name, version, description, license, type, engines, dependencies, optionalDependencies } = ours;
  const wanted = runtimeNames(dependencies, built);
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { wattershed: command },
    dependencies: pick(dependencies, wanted),
    bundleDependencies: wanted.filter((one) => !hasPrograms(lock, one)),
    optionalDependencies,
  };
}

const builtService = () =>
  readdirSync(join(root, 'apps/service/dist'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(root, 'apps/service/dist', file), 'utf8'))
    .join('\n');

/** Maps, types and sources are for those who write programs with a package. */
const isForWriters = /\.(map|[cm]?tsx?|flow)$|\/(readme|changelog|history)\.md$/i;
/** Builds of one package that nothing of ours names: most of its 40 MB. */
const unused =
  /\/(pdfkit\/[.]yarn|bintrees\/test)\/|\/pdfjs-dist\/(build|image_decoders|types|web|legacy\/(image_decoders|web|build\/.*(\.min|sandbox)\.mjs))(\/|$)/;

/** Each package from where the lock file has it, without those that lie in it. */
function bring(lock, manifest, folder) {
  const bundled = {
    ...manifest,
    dependencies: pick(manifest.dependencies, manifest.bundleDependencies),
    optionalDependencies: {},
  };
  for (const place of Object.keys(partOfLock(lock, bundled).packages)) {
    const from = join(root, place);
    if (place === '') continue;
    cpSync(from, join(folder, place), {
      recursive: true,
      filter: (path) =>
        !path.slice(from.length).replaceAll('\\', '/').startsWith('/node_modules') &&
        !isForWriters.test(path) &&
        !unused.test(path.replaceAll('\\', '/')),
    });
  }
}

const pick = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));

/** Lays the package out in a folder, for what is built. */
function stage(folder) {
  for (const path of carried)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (from) => !left.has(from.slice(root.length).replaceAll('\\', '/')) && !isSource.test(from),
    });
  const lock = json('package-lock.json');
  const manifest = packedManifest(json('package.json'), lock, builtService());
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  bring(lock, manifest, folder);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    // The same on every machine, whatever its umask.
    chmodSync(path, entry.isDirectory() || path === join(folder, command) ? 0o755 : 0o644);
  }
}

/** Packs what is built into `wattershed-VERSION.tgz` in a folder; answers its path. npm itself writes it the same each time: sorted, and of one moment. */
export async function pack(to) {
  const home = mkdtempSync(join(tmpdir(), 'wattershed-pack-'));
  try {
    const folder = join(home, 'package');
    mkdirSync(folder);
    mkdirSync(to, { recursive: true });
    stage(folder);
    const said = [];
    const {
      command: npm,
      args,
      env,
    } = npmCommand(['pack', '--ignore-scripts', `--pack-destination=${to}`, '--loglevel=error']);
    const { code } = await run(npm, args, { cwd: folder, env, onLine: (line) => said.push(line) });
    if (code !== 0) throw new Error(`npm could not pack:\n${said.join('\n')}`);
    return join(to, basename(said.findLast((line) => line.endsWith('.tgz'))));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
