import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

interface Build {
  chunks: readonly Rolldown.OutputChunk[];
  files: Rolldown.OutputBundle;
}

/** What a page needs beyond the first scripts, as addresses. */
interface PageFiles {
  scripts: string[];
  /** By language. */
  words: Record<string, string[]>;
}

const app = fileURLToPath(new URL('../', import.meta.url));
const index = fileURLToPath(new URL('../index.html', import.meta.url));
const page = /'(\/[^']*)': \{\s*words: \[([^\]]*)\],\s*load: \(\) => import\('\.\/pages\/([\w-]+)\.tsx'\)/g;
const wordsFile = /\/locales\/(\w+)\/([\w-]+)\.json$/;
/** Every page is shown in the shell. */
const shellWords = 'shell';

/** Writes `page-files.json`: each page's path with what it needs beyond the first scripts, for whoever sends the page. */
export function pageFiles(): Plugin {
  return {
    name: 'wattershed:page-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, files) {
        const chunks = Object.values(files).filter((file) => file.type === 'chunk');
        const build = { chunks, files };
        const source = JSON.stringify(filesByPage(build, readFileSync(`${app}pages.ts`, 'utf8')));
        this.emitFile({ type: 'asset', fileName: 'page-files.json', source });
      },
    },
  };
}

function filesByPage(build: Build, source: string): Record<string, PageFiles> {
  const first = reach(
    build.chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
    (name) => (build.files[name] as Rolldown.OutputChunk).imports,
  );
  const files = [...source.matchAll(page)].map(([, path = '', words = '', name]) => {
    const route = `${app}pages/${name}.tsx`;
    const chunk = build.chunks.find(({ facadeModuleId }) => facadeModuleId === route);
    if (chunk === undefined) throw new Error(`the page ${path} has no chunk of its own`);
    const all = reach([chunk.fileName], (file) => (build.files[file] as Rolldown.OutputChunk).imports);
    const scripts = [...all].filter((file) => !first.has(file)).map(toAddress);
    return [path, { scripts, words: wordsOf(build, words) }] as const;
  });
  return Object.fromEntries(files);
}

/** The files of the words that a page's line names, by language. */
function wordsOf(build: Build, named: string): Record<string, string[]> {
  const namespaces = new Set([shellWords, ...Array.from(named.matchAll(/[\w-]+/g), ([namespace]) => namespace)]);
  const words: Record<string, string[]> = {};
  for (const { facadeModuleId, fileName } of build.chunks) {
    const [, language = '', namespace = ''] = wordsFile.exec(facadeModuleId ?? '') ?? [];
    if (namespaces.has(namespace)) (words[language] ??= []).push(toAddress(fileName));
  }
  return words;
}

/** The names of all words travel with every first load, so they share one hash: only language and subject differ, and pack well. */
export function chunkFileNames(): (chunk: Pick<Rolldown.PreRenderedChunk, 'facadeModuleId'>) => string {
  const folder = fileURLToPath(new URL('../../../locales/', import.meta.url));
  const hash = createHash('sha256');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (file.endsWith('.json')) hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  const version = hash.digest('base64url').slice(0, 8);
  return ({ facadeModuleId }) => {
    const [, language, namespace] = wordsFile.exec(facadeModuleId ?? '') ?? [];
    return language === undefined ? 'assets/[name]-[hash:7].js' : `assets/words-${version}/${language}/${namespace}.js`;
  };
}

/** For a group of modules: its name for those that these parts import, or the page before them, at any depth; the rest are left to other groups. */
export function onlyFor(parts: readonly string[], group: string): Rolldown.CodeSplittingNameFunction {
  let needed: Set<string> | undefined;
  return (id, build) => {
    needed ??= reach(
      [index, ...parts.map((part) => `${app}${part}.tsx`)],
      (module) => build.getModuleInfo(module)?.importedIds ?? [],
    );
    return needed.has(id) ? group : null;
  };
}

/** `from`, and all that it leads to. */
function reach(from: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...from];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...next(name));
  }
  return found;
}

const toAddress = (file: string) => `/${file}`;

/** Asks for the Latin font together with the style sheet, so that text hardly ever shows in the fallback. */
export function preloadLatinFont(): Plugin {
  return {
    name: 'wattershed:preload-latin-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, context) => {
        const file = Object.keys(context.bundle ?? {}).find((name) => /anek-latin-latin-wght-.*\.woff2$/.test(name));
        if (file === undefined) throw new Error('the Latin font is missing from the build');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true };
        return { html, tags: [{ tag: 'link', attrs, injectTo: 'head' }] };
      },
    },
  };
}

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Writes `.br` and `.gz` beside every text asset. index.html is left out: the service fills it per request. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'wattershed:precompress',
    apply: 'build',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir);
    },
    writeBundle: async () => {
      const files = await readdir(outDir, { recursive: true });
      await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compress(join(outDir, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    brotli(content, { params }).then((packed) => writeFile(`${file}.br`, packed)),
    deflate(content, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}
