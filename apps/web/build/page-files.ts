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
/** The file that the page itself names: an entry that only led to it is left out of a build. */
export const isFirst = ({ moduleIds }: Pick<Rolldown.OutputChunk, 'moduleIds'>): boolean =>
  moduleIds.includes(`${app}main.tsx`);

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
    build.chunks.filter(isFirst).map(({ fileName }) => fileName),
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

const locales = fileURLToPath(new URL('../../../locales/', import.meta.url));

/** What the service alone says. */
const ofService = /\/(demo|lexicon|mails|pdf|replies|sayings|terms)\.json$/;

/**
 * Builds each file of words under a name that follows from its language and subject, and tells the app where they stand:
 * a table of their names would travel with every first load.
 */
export function wordFiles(): Plugin {
  const all = readdirSync(locales, { recursive: true, encoding: 'utf8' });
  const files = all.filter((file) => file.endsWith('.json') && !ofService.test(file));
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(join(locales, file)));
  const folder = `assets/words-${hash.digest('base64url').slice(0, 8)}`;
  return {
    name: 'wattershed:word-files',
    apply: 'build',
    config: () => ({ define: { 'import.meta.env.BUILT_WORDS': JSON.stringify(`/${folder}`) } }),
    buildStart() {
      for (const file of files) {
        const fileName = `${folder}/${file.replace(/json$/, 'js')}`;
        this.emitFile({ type: 'chunk', id: join(locales, file), fileName, preserveSignature: 'strict' });
      }
    },
  };
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** For a group of modules: its name for those that these files import, or the page before them, at any depth; the rest are left to other groups. */
export function onlyFor(files: readonly string[], group: string): Rolldown.CodeSplittingNameFunction {
  let needed: Set<string> | undefined;
  let icons: Set<string> | undefined;
  return (id, build) => {
    const entries = [index, ...files.map((file) => `${root}${file}`)];
    needed ??= reach(entries, (module) => build.getModuleInfo(module)?.importedIds ?? []);
    icons ??= new Set([...needed].flatMap((module) => iconsNamed(build.getModuleInfo(module)?.code ?? '')));
    const [, icon] = /lucide-react\/.*\/icons\/([\w-]+)\.m?js$/.exec(id) ?? [];
    return needed.has(id) && (icon === undefined || icons.has(icon)) ? group : null;
  };
}

/** Icons come by way of one file that leads to all of them: a module needs those alone that it names. */
function iconsNamed(code: string): string[] {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g);
  const names = [...imports].flatMap(([, list = '']) => list.split(',').map((name) => name.trim().split(' ')[0] ?? ''));
  return names.map((name) =>
    name
      .replace(/([a-z])([A-Z0-9])/g, '$1-$2')
      .replace(/([0-9])([A-Z])/g, '$1-$2')
      .toLowerCase(),
  );
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

/** The service puts the path in place of this word below which it is asked: mostly none. */
export const basePath = '__BASE__';

const toAddress = (file: string) => `${basePath}/${file}`;

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
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: toAddress(file), crossorigin: true };
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

/** Mode, window and block: which suits a file best cannot be told beforehand, and of long ones some hundred bytes hang on it. */
const brotliWays = [
  [constants.BROTLI_MODE_GENERIC, 22, 0],
  [constants.BROTLI_MODE_FONT, 20, 20],
] as const;

async function packBrotli(content: Buffer): Promise<Buffer> {
  const packed = await Promise.all(
    brotliWays.map(([mode, window, block]) =>
      brotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          [constants.BROTLI_PARAM_MODE]: mode,
          [constants.BROTLI_PARAM_LGWIN]: window,
          [constants.BROTLI_PARAM_LGBLOCK]: block,
        },
      }),
    ),
  );
  return packed.reduce((shortest, one) => (one.length < shortest.length ? one : shortest));
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  await Promise.all([
    packBrotli(content).then((packed) => writeFile(`${file}.br`, packed)),
    deflate(content, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}
