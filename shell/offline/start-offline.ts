import { canStore } from '../data/browser-storage.ts';
import { mayWait } from '../data/outbox-state.ts';
import { tellWorker } from '../data/worker-messages.ts';
import { i18n } from '../text/i18n.ts';
import { notifyLasting } from '../ui/notices/notice.ts';
import { isWithin } from '../data/base.ts';

/** What a page does once it is shown: the service worker, changes that an earlier visit left, what this browser does not keep. */
export async function startOffline(startOutbox: () => Promise<void>): Promise<void> {
  if (!canStore()) await tellOfNoStorage();
  if (mayWait()) void startOutbox().catch(() => undefined);
  await followWorker();
}

/** Once for each page that is opened: this browser cannot remember even that it was told. */
async function tellOfNoStorage(): Promise<void> {
  await i18n.loadNamespaces('offline');
  notifyLasting({ title: i18n.t('offline:noStorage.title'), text: i18n.t('offline:noStorage.text') });
}

const lookedForEveryMs = 10 * 60_000;

/** Registers the service worker; a new one that waits is offered, never forced. */
async function followWorker(): Promise<void> {
  // Within the pages of others there is none: theirs has the origin, and without a network nobody comes to ours.
  if (isWithin || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
    watch(registration);
    const { active } = await navigator.serviceWorker.ready;
    if (active !== null) handLoadedFiles(active);
  } catch {
    // Forbidden by the browser or its settings: the app works without.
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const isUpdate = () => navigator.serviceWorker.controller !== null;
  if (registration.waiting !== null && isUpdate()) offer(registration.waiting);
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && isUpdate()) offer(worker);
    });
  // One may have been found already, before anybody listened.
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lookedAt < lookedForEveryMs) return;
    lookedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** Seldom there is one, so how it is offered is fetched then. */
function offer(worker: ServiceWorker): void {
  import('./offer-update.ts').then(
    ({ offerUpdate }) => offerUpdate(worker, tellWorker),
    () => undefined,
  );
}

/** Files that came past the worker: before it was there, or on their way while it took over. It takes the page over with the first. */
function handLoadedFiles(worker: ServiceWorker): void {
  const hand = (entries: PerformanceResourceTiming[]) => {
    const past = entries.filter(({ workerStart }) => workerStart === 0).map(({ name }) => new URL(name));
    const files = past.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
    if (files.length === 0) return;
    tellWorker(worker, 'keep', { paths: files.map(({ pathname }) => pathname) }).catch(() => undefined);
  };
  const watched = new PerformanceObserver((list) => hand(list.getEntries() as PerformanceResourceTiming[]));
  watched.observe({ type: 'resource', buffered: true });
}
