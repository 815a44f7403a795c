import { canStore } from '../data/browser-storage.ts';
import { i18n } from '../text/i18n.ts';
import { mayWait } from '../data/outbox-state.ts';
import { notifyLasting } from '../ui/notices/notice.ts';
import { followWorker } from './follow-worker.ts';

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
