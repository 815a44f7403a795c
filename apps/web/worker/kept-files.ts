/** What the build writes into the worker. */
export interface BuildFiles {
  version: string;
  /** What the first screen needs in any language; kept from the start. */
  shell: readonly string[];
  /** Every file of this version; of what was kept when it was used, the rest may go. */
  all: readonly string[];
}

const shellPrefix = 'wattershed-shell-';
const usedName = 'wattershed-used';
const page = '/';

/** The files of this version in the browser's cache: pages without anything of anybody, never an answer about a household. */
export function keptFiles({ version, shell, all }: BuildFiles, storage: CacheStorage = caches) {
  const shellName = `${shellPrefix}${version}`;
  const find = (path: string) => storage.match(path, { ignoreVary: true });
  const keepUsed = async (path: string, answer: Response) => (await storage.open(usedName)).put(path, answer);

  return {
    page: async () => (await storage.open(shellName)).match(page, { ignoreVary: true }),
    keepPage: async (answer: Response) => (await storage.open(shellName)).put(page, answer),

    install: async () => {
      const cache = await storage.open(shellName);
      await cache.add(new Request(page, { cache: 'no-cache' }));
      await cache.addAll([...shell]);
    },

    /** Earlier versions go, and what this one no longer has. */
    dropOld: async () => {
      const names = await storage.keys();
      await Promise.all(
        names.filter((name) => name.startsWith(shellPrefix) && name !== shellName).map((name) => storage.delete(name)),
      );
      const used = await storage.open(usedName);
      const requests = await used.keys();
      const gone = requests.filter(({ url }) => !all.includes(new URL(url).pathname));
      await Promise.all(gone.map((request) => used.delete(request)));
    },

    /** A file's name changes with its content, so a kept one is right for ever. */
    asset: async (request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> => {
      const { pathname } = new URL(request.url);
      const known = await find(pathname);
      if (known !== undefined) return known;
      const answer = await fetch(request);
      if (answer.ok && answer.type === 'basic') waitUntil(keepUsed(pathname, answer.clone()));
      return answer;
    },

    /** Files that a page had loaded before the worker was there. */
    keep: async (paths: readonly string[]) => {
      const used = await storage.open(usedName);
      const keepOne = async (path: string) => {
        if ((await find(path)) === undefined) await used.add(path);
      };
      await Promise.allSettled(paths.filter((path) => all.includes(path)).map(keepOne));
    },
  };
}

/** The longest that a page waits for the network while an earlier one is kept. */
const patienceMs = 3000;
/** What is still on its way then may have been given up by the browser, without a word: a new worker would wait for it for minutes. */
const givenUpMs = 8000;

interface PageParts {
  /** Asks the network. */
  ask: () => Promise<Response>;
  kept: () => Promise<Response | undefined>;
  keep: (page: Response) => Promise<unknown>;
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * The network's page, so that it is never old for long; the kept one when no good answer comes in time. A page is kept and given
 * back whole: its headers name the nonce that stands in it.
 */
export async function answerPage({ ask, kept, keep, waitUntil }: PageParts): Promise<Response> {
  const asked = ask();
  // Also an answer that comes too late is the next visit's page.
  const keeping = asked.then((answer) => (answer.ok ? keep(answer.clone()) : undefined)).catch(() => undefined);
  waitUntil(Promise.race([keeping, after(givenUpMs)]));
  const fallback = await kept();
  if (fallback === undefined) return asked;
  const usable = asked.then(
    // A page that does not exist comes with the app too; a broken service does not.
    (answer) => (answer.status < 500 ? answer : fallback),
    () => fallback,
  );
  return Promise.race([usable, after(patienceMs).then(() => fallback)]);
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
