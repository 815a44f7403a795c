import { i18n } from '../text/i18n.ts';
import type { tellWorker } from '../data/worker-messages.ts';
import { notifyLasting } from '../ui/notices/notice.ts';

const patienceMs = 3000;
let offered: string | undefined;

/** Tells that a new version is there. The person decides when: what was typed stays until then. */
export async function offerUpdate(worker: ServiceWorker, tell: typeof tellWorker): Promise<void> {
  const { version } = await tell(worker, 'version', {}).catch(() => ({ version: undefined }));
  // A page that has been loaded again since is of that version already, and nothing has to be asked.
  if (version === pageVersion()) return void tell(worker, 'activate', {}).catch(() => undefined);
  if (offered === (version ?? '')) return;
  offered = version ?? '';
  await i18n.loadNamespaces('offline');
  notifyLasting({
    title: i18n.t('offline:update.title'),
    text: i18n.t('offline:update.text'),
    action: { label: i18n.t('offline:update.reload'), onSelect: () => void reloadWith(worker, tell) },
  });
}

async function reloadWith(worker: ServiceWorker, tell: typeof tellWorker): Promise<void> {
  const takenOver = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    setTimeout(resolve, patienceMs);
  });
  await tell(worker, 'activate', {}).catch(() => undefined);
  await takenOver;
  location.reload();
}

function pageVersion(): string | null {
  return document.querySelector('meta[name="wattershed-version"]')?.getAttribute('content') ?? null;
}
