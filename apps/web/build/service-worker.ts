import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type { BuildFiles } from '../worker/kept-files.ts';
import { isFirst } from './page-files.ts';

const entry = fileURLToPath(new URL('../worker/service-worker.ts', import.meta.url));
/** Loaded late, but needed exactly when nothing can be loaded. */
const neededOffline = [
  /locales\/\w+\/(shell|offline|errors)\.json$/,
  /shell\/offline\/[a-z-]+\.tsx?$/,
  /apps\/web\/outbox-kinds\.ts$/,
  /usage\/web\/sample-usage\.ts$/,
];

/** Builds `service-worker.js` with the names of this build's files, and names the build in the page. */
export function serviceWorker(): Plugin {
  let version = '';
  return {
    name: 'wattershed:service-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        version = createHash('sha256')
          .update(`${html}${Object.keys(bundle).sort().join()}`)
          .digest('hex')
          .slice(0, 16);
        return [{ tag: 'meta', attrs: { name: 'wattershed-version', content: version }, injectTo: 'head' }];
      },
    },
    generateBundle: {
      order: 'post',
      handler: async function (_options, bundle) {
        const source = await buildWorker(filesOf(bundle, version));
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
      },
    },
  };
}

function filesOf(bundle: Rolldown.OutputBundle, version: string): BuildFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const late = neededOffline.map((named) => chunks.filter(({ moduleIds }) => moduleIds.some((id) => named.test(id))));
  const missing = neededOffline.filter((_, i) => late[i]?.length === 0);
  if (missing.length > 0) throw new Error(`nothing is built of what is needed offline: ${missing.join(', ')}`);
  const first = [...chunks.filter(isFirst), ...late.flat()];
  const shell = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (shell.has(chunk.fileName)) return;
    shell.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) shell.add(css);
    for (const name of chunk.imports) add(bundle[name] as Rolldown.OutputChunk);
  };
  first.forEach(add);
  const all = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
  const latin = all.filter((name) => /anek-latin-latin-wght-.*\.woff2$/.test(name));
  return { version, shell: [...shell, ...latin].map(toPath), all: all.map(toPath) };
}

const toPath = (name: string) => `/${name}`;

async function buildWorker(files: BuildFiles): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { BUILD_FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const [worker] = (built as Rolldown.RolldownOutput).output;
  return worker.code;
}
