import { tellWorker } from '../../platform/worker-messages.ts';
import { i18n } from '../../platform/i18n.ts';
import { notifyLasting } from '../../ui/notice.ts';

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
  if (registration.waiting !== null && isUpdate()) void offerUpdate(registration.waiting);
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && isUpdate()) void offerUpdate(worker);
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

function loadedFiles(): string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  return names.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
}

const patienceMs = 3000;
let offered: string | undefined;

/** Tells that a new version is there. The person decides when: what was typed stays until then. */
async function offerUpdate(worker: ServiceWorker): Promise<void> {
  const { version } = await tellWorker(worker, 'version', {}).catch(() => ({ version: undefined }));
  // A page that has been loaded again since is of that version already, and nothing has to be asked.
  if (version === pageVersion()) return void tellWorker(worker, 'activate', {}).catch(() => undefined);
  if (offered === (version ?? '')) return;
  offered = version ?? '';
  await i18n.loadNamespaces('offline');
  notifyLasting({
    title: i18n.t('offline:update.title'),
    text: i18n.t('offline:update.text'),
    action: { label: i18n.t('offline:update.reload'), onSelect: () => void reloadWith(worker) },
  });
}

async function reloadWith(worker: ServiceWorker): Promise<void> {
  const takenOver = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    setTimeout(resolve, patienceMs);
  });
  await tellWorker(worker, 'activate', {}).catch(() => undefined);
  await takenOver;
  location.reload();
}

function pageVersion(): string | null {
  return document.querySelector('meta[name="wattershed-version"]')?.getAttribute('content') ?? null;
}
