import { clearAnswers, clearDatabase } from '../data/browser-database.ts';
import { dropStoredOf } from '../data/browser-storage.ts';
import { i18n } from '../text/i18n.ts';
import { keptFor, setKeptFor } from '../session/kept-for.ts';
import { sessionStorageKey } from '../session/stored-session.ts';
import { forgetHeard } from '../data/online.ts';
import { publishEntries } from '../data/outbox-state.ts';
import { notify } from '../ui/notices/notice.ts';

/** The session was ended elsewhere: this device may be in other hands, yet what was written here is not lost. */
export async function forgetAnswers(): Promise<void> {
  await clearAnswers().catch(() => undefined);
  forgetHeard();
}

export async function forgetKept(owner: string): Promise<void> {
  const dropped = await clearDatabase().catch(() => 0);
  if (keptFor() === owner) setKeptFor(undefined);
  dropStoredOf(owner, sessionStorageKey);
  publishEntries([]);
  forgetHeard();
  if (dropped === 0) return;
  await i18n.loadNamespaces('offline');
  notify(i18n.t('offline:dropped', { count: dropped }));
}
