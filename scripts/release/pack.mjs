// Wattershed as a package for `npx wattershed`: built, with what running it needs and nothing else. Nearly all packages are part of the built service, of
// the lock file's very versions: npm reads no lock file that comes in a package's file, and lays a package out several times, so that each file costs. What
// is made for one system each, PostgreSQL and a hash, npm fetches.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { forOneSystem } from '../launch/packages.mjs';
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
  'apps/service/dist/licences.txt',
  'apps/web/dist/.inputs',
]);
const command = 'install/wattershed.mjs';

/** Its manifest: ours, with the packages alone that are no part of the built service. */
export function packedManifest({
  name,
  version,
  description,
  license,
  type,
  engines,
  dependencies,
  optionalDependencies,
}) {
  const needed = Object.fromEntries(forOneSystem.map((one) => [one, dependencies[one]]));
  const bin = { wattershed: command };
  return { name, version, description, license, type, engines, bin, dependencies: needed, optionalDependencies };
}

/** Whose work is in the package, and under which terms. */
function thirdParties() {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const ofPages = read('apps/web/dist/licences.txt').replace(/^[^]*?(?=^## )/m, '');
  return `# In the service\n\n${read('apps/service/dist/licences.txt')}\n# In the pages\n\n${ofPages}`;
}

/** Lays the package out in a folder, for what is built. */
function stage(folder) {
  for (const path of carried)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (from) => !left.has(from.slice(root.length).replaceAll('\\', '/')) && !isSource.test(from),
    });
  const manifest = packedManifest(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), thirdParties());
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
