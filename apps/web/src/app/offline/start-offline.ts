import { canStore } from '../../platform/browser-storage.ts';
import { mayWait } from '../../platform/outbox-state.ts';
import { followWorker } from './follow-worker.ts';
import { tellOfNoStorage } from './tell-of-no-storage.ts';

/** What a page does once it is shown: the service worker, changes that an earlier visit left, what this browser does not keep. */
export async function startOffline(): Promise<void> {
  if (!canStore()) await tellOfNoStorage();
  if (mayWait()) void import('../outbox-kinds.ts').then(({ startOutbox }) => startOutbox()).catch(() => undefined);
  await followWorker();
}
