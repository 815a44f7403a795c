import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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

/** For a group of modules: its name for those that a page imports, or the page before it, at any depth; the rest are left to other groups. */
export function onlyFor(route: string, group: string): Rolldown.CodeSplittingNameFunction {
  let needed: Set<string> | undefined;
  return (id, build) => {
    needed ??= reach([index, `${app}pages/${route}.tsx`], (module) => build.getModuleInfo(module)?.importedIds ?? []);
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
