import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const pages = fileURLToPath(new URL('../src/app/pages.ts', import.meta.url));
const page = /'(\/[^']*)': \(\) => import\('\.\/routes\/([\w-]+)\.tsx'\)/g;

/** Writes `page-files.json`: each page's path with the scripts that it needs beyond the first ones, for whoever sends the page. */
export function pageFiles(): Plugin {
  return {
    name: 'wattershed:page-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: function (_options, bundle) {
        const source = JSON.stringify(filesByPage(bundle, readFileSync(pages, 'utf8')));
        this.emitFile({ type: 'asset', fileName: 'page-files.json', source });
      },
    },
  };
}

function filesByPage(bundle: Rolldown.OutputBundle, source: string): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const withImports = (chunk: Rolldown.OutputChunk | undefined, found = new Set<string>()): Set<string> => {
    if (chunk === undefined || found.has(chunk.fileName)) return found;
    found.add(chunk.fileName);
    for (const name of chunk.imports) withImports(bundle[name] as Rolldown.OutputChunk, found);
    return found;
  };
  const first = withImports(chunks.find(({ isEntry }) => isEntry));
  const files = [...source.matchAll(page)].map(([, path = '', name]) => {
    const route = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/app/routes/${name}.tsx`));
    if (route === undefined) throw new Error(`the page ${path} has no chunk of its own`);
    const own = [...withImports(route)].filter((file) => !first.has(file));
    return [path, own.map((file) => `/${file}`)] as const;
  });
  return Object.fromEntries(files);
}
