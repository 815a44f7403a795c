import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { mended, mendPostgres } from './mend-postgres.mjs';
import { root } from './run.mjs';

const service = join(root, 'apps/service');
const esbuild = createRequire(join(root, 'package.json'))('esbuild');
const entries = [
  'apps/service/main.ts',
  'apps/service/cli.ts',
  'subjects/bills/service/paper/paper-worker.ts',
  'subjects/bills/service/tariffs/tariff-library.ts',
  'subjects/identity/service/embedded/auth/hash-worker.ts',
].map((file) => join(root, file));

// Packages from the registry stay outside, but the one that is mended; our own files, named by #, are bundled.
const packagesOutside = {
  name: 'packages-outside',
  setup: (build) =>
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('#') || path === 'postgres' ? undefined : { path, external: true },
    ),
};

const mendedDriver = {
  name: 'mended-driver',
  setup: (build) =>
    build.onLoad({ filter: mended }, ({ path }) => ({
      contents: mendPostgres(readFileSync(path, 'utf8'), path),
      loader: 'js',
    })),
};

rmSync(join(service, 'dist'), { recursive: true, force: true });
const { outputFiles } = await esbuild.build({
  entryPoints: entries.filter((file) => existsSync(file)),
  outdir: join(service, 'dist'),
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  plugins: [packagesOutside, mendedDriver],
  logLevel: 'warning',
  write: false,
});

// One letter beyond Latin-1, and V8 keeps a file's whole text with two bytes for each: 2 MB more. esbuild writes texts so, but no patterns.
const escaped = (text) =>
  text.replace(/[^\0-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

mkdirSync(join(service, 'dist'), { recursive: true });
for (const { path, text } of outputFiles) writeFileSync(path, escaped(text));

const { writeCheckedLibrary } = await import(join(service, 'dist/tariff-library.js'));
await writeCheckedLibrary(join(root, 'tariffs'), join(service, 'dist/tariffs.json'));
