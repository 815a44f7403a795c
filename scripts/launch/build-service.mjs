import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { mended, mendPostgres } from './mend-postgres.mjs';
import { besides, filesNamed, forOneSystem, licencesOf, strays, withNames } from './packages.mjs';
import { root } from './run.mjs';

const service = join(root, 'apps/service');
const require = createRequire(join(root, 'package.json'));
const esbuild = require('esbuild');
const entries = [
  'apps/service/main.ts',
  'apps/service/cli.ts',
  'subjects/bills/service/paper/paper-worker.ts',
  'subjects/bills/service/tariffs/tariff-library.ts',
  'subjects/identity/service/embedded/auth/hash-worker.ts',
].map((file) => join(root, file));

const mendedDriver = {
  name: 'mended-driver',
  setup: (build) =>
    build.onLoad({ filter: mended }, ({ path }) => ({
      contents: mendPostgres(readFileSync(path, 'utf8'), path),
      loader: 'js',
    })),
};

const dist = join(service, 'dist');
rmSync(dist, { recursive: true, force: true });
const { outputFiles, metafile } = await esbuild.build({
  entryPoints: entries.filter((file) => existsSync(file)),
  absWorkingDir: root,
  outdir: dist,
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: [...forOneSystem, ...besides],
  // Packages that are no modules ask Node for its own parts by `require`.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
  },
  plugins: [mendedDriver],
  metafile: true,
  logLevel: 'warning',
  write: false,
});

// One letter beyond Latin-1, and V8 keeps a file's whole text with two bytes for each: 2 MB more. esbuild writes texts so, but no patterns.
const escaped = (text) =>
  text.replace(/[^\0-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
const forDevelopment = strays(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')), bundled);
if (forDevelopment.length > 0)
  throw new Error(`For development alone, and yet in the service: ${forDevelopment.join(', ')}`);

const finished = ({ path, text }) => {
  const { entryPoint } = metafile.outputs[relative(root, path).replaceAll('\\', '/')];
  const isNoModule = entryPoint !== undefined && metafile.inputs[entryPoint].format === 'cjs';
  return escaped(isNoModule ? withNames(text, Object.keys(require(join(root, entryPoint)))) : text);
};

mkdirSync(join(dist, 'files'), { recursive: true });
for (const file of outputFiles) writeFileSync(file.path, finished(file));
const files = filesNamed(outputFiles.map(({ text }) => text).join('\n')).map((file) => `node_modules/${file}`);
for (const file of files) copyFileSync(join(root, file), join(dist, 'files', basename(file)));
writeFileSync(join(dist, 'licences.txt'), licencesOf(root, [...bundled, ...files]));

const { writeCheckedLibrary } = await import(pathToFileURL(join(dist, 'tariff-library.js')));
await writeCheckedLibrary(join(root, 'tariffs'), join(dist, 'tariffs.json'));
