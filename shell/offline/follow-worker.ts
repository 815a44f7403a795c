import { tellWorker } from '../data/worker-messages.ts';

const lookedForEveryMs = 10 * 60_000;

/** Registers the service worker; a new one that waits is offered, never forced. */
export async function followWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
    watch(registration);
    const { active } = await navigator.serviceWorker.ready;
    // This page's files may have come before the worker did.
    if (active !== null) await tellWorker(active, 'keep', { paths: loadedFiles() });
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

function loadedFiles(): string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  return names.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
}
