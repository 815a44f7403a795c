import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** What a room is named from by others: `#shell/…`. */
const root = new URL('../../', import.meta.url);
const source = (url: URL): string => readFileSync(fileURLToPath(url), 'utf8');

/** A module and all that comes with it; what it fetches later waits by itself. */
function comesWith(url: URL, found = new Map<string, string>()): Map<string, string> {
  if (found.has(url.href)) return found;
  const text = source(url);
  found.set(url.href, text);
  for (const [, path = ''] of text.matchAll(/^(?:import|export) (?!type )(?:[^;'=]*? from )?'([.#][^']+\.tsx?)'/gm)) {
    comesWith(path.startsWith('#') ? new URL(path.slice(1), root) : new URL(path, url), found);
  }
  return found;
}

/** The files of words that a module's parts ask for as they are shown. */
function wordsAskedFor(module: string): string[] {
  const texts = [...comesWith(new URL(module, import.meta.url)).values()];
  const asked = texts.flatMap((text) =>
    Array.from(text.matchAll(/useTranslation\(([^)]*)\)/g), ([, named = '']) => named),
  );
  const named = asked.flatMap((list) => Array.from(list.matchAll(/'([\w-]+)'/g), ([, name = '']) => name));
  return [...new Set(named)].filter((name) => name !== 'shell').sort();
}

const pages = Array.from(
  source(new URL('./pages.ts', import.meta.url)).matchAll(
    /'(\/[^']*)': \{\s*words: \[([^\]]*)\],\s*load: \(\) => import\('(\.\/pages\/[^']+)'\),?\s*(isBare)?/g,
  ),
  ([, path = '', words = '', module = '', isBare]) => ({
    path,
    words: words.match(/[\w-]+/g) ?? [],
    module,
    isBare: isBare !== undefined,
  }),
);

test('the pages are found, and so is what they ask for', () => {
  expect(pages.length).toBeGreaterThan(14);
  expect(wordsAskedFor('./pages/health.tsx')).toEqual(['errors', 'health']);
});

test.each(pages)('C2.2 $path has all of its words before it is shown', ({ words, module }) => {
  expect([...words].sort()).toEqual(wordsAskedFor(module));
});

test('C2.2 what surrounds every page speaks by the first words alone', () => {
  // A page that was never opened with a network says so in words that it waits for by itself.
  expect(wordsAskedFor('./app.tsx')).toEqual(['offline']);
});

test('every page that stands in the frame is a screen that the journeys look at', () => {
  const screens = source(new URL('../../e2e/support/screens.ts', import.meta.url));
  const seen = Array.from(screens.matchAll(/: '(\/[^']*)'/g), ([, path = '']) => path);
  const framed = pages.filter(({ isBare }) => !isBare).map(({ path }) => path);
  // A part that varies is `:name`.
  const isSeen = (path: string) => seen.some((one) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(one));
  expect(framed.filter((path) => !isSeen(path))).toEqual([]);
});
