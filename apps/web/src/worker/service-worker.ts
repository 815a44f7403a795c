import { answerMessages } from '../platform/worker-messages.ts';
import { type BuildFiles, keptFiles } from './kept-files.ts';

/** Put in by the build. */
declare const BUILD_FILES: BuildFiles;

const worker = globalThis as unknown as WorkerScope;
const build = BUILD_FILES;
const files = keptFiles(build);
// Everything that is not the app's page or one of its files goes straight to the network, and is never kept.
const notPages = /^\/(api|auth|rest|storage|realtime|functions|assets|dev|healthz|readyz)(\/|$)/;

worker.addEventListener('install', (event) => event.waitUntil(files.install()));

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([files.dropOld(), worker.registration.navigationPreload?.enable()]).then(() => worker.clients.claim()),
  ),
);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  const waitUntil = event.waitUntil.bind(event);
  if (pathname.startsWith('/assets/')) return event.respondWith(files.asset(request, waitUntil));
  if (request.mode !== 'navigate' || notPages.test(pathname) || /\.[a-z]+$/.test(pathname)) return;
  event.respondWith(
    answerPage({
      ask: async () => (await event.preloadResponse) ?? fetch(request),
      kept: files.page,
      keep: files.keepPage,
      waitUntil,
    }),
  );
});

worker.addEventListener('message', (event) =>
  answerMessages(event, {
    version: () => ({ version: build.version }),
    keep: ({ paths }) => {
      // A page that was on its way while this worker became active belongs to it too.
      event.waitUntil(Promise.all([files.keep(paths), worker.clients.claim()]));
      return { paths: paths.length };
    },
    activate: () => {
      event.waitUntil(worker.skipWaiting());
      return {};
    },
  }),
);

/** What the service worker uses of its surroundings. The types of workers and of pages cannot stand in one program. */
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchingEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent & WaitingEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly location: Location;
}

interface WaitingEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchingEvent extends WaitingEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
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
