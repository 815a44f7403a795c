import { answerMessages } from '#shell/data/worker-messages.ts';
import { answerPage, type BuildFiles, keptFiles } from './kept-files.ts';
import { openNotified, showPushed, type Windows } from './push.ts';

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

worker.addEventListener('push', (event) => event.waitUntil(showPushed(worker.registration, event.data)));

worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotified(worker.clients, event.notification, worker.location.origin)),
);

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
  addEventListener(
    type: 'push',
    listener: (event: WaitingEvent & { readonly data: { json(): unknown } | null }) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: WaitingEvent & { readonly notification: Notification }) => void,
  ): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> } & Windows;
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'> & {
    readonly navigationPreload?: { enable(): Promise<void> };
  };
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
