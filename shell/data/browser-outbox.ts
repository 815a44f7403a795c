import { notify } from '../ui/notices/notice.ts';
import { changeRow, readRows, writeRows } from './browser-database.ts';
import { i18n } from '../text/i18n.ts';
import { setKeptFor } from '../session/kept-for.ts';
import { createOutbox, type OutboxMessage, type Sending } from './outbox.ts';
import { type OutboxEntry, publishEntries } from './outbox-state.ts';
import { retryDelayMs } from './service-error.ts';
import { sessionState, subscribeSession } from '../session/session.ts';
import { ownName } from './base.ts';

const name = ownName('wattershed-outbox');
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);

/** This browser's outbox, which all of its windows share. */
export const outbox = createOutbox({
  read: () => readRows<OutboxEntry>('changes'),
  write: async (put, remove) => {
    await writeRows('changes', put, remove);
    if (put[0] !== undefined) setKeptFor(put[0].userId);
  },
  change: (id, change) => changeRow('changes', id, change),
  // Without locks two windows may both send: each change's own id lets the far side take it once.
  alone: (work) => (navigator.locks === undefined ? work() : navigator.locks.request(name, work)),
  isOnline: () => navigator.onLine && sessionState().status === 'signed-in',
  userId: () => {
    const session = sessionState();
    return session.status === 'signed-in' ? session.user.id : undefined;
  },
  retryDelayMs: (attempts) => retryDelayMs(attempts),
  publish: publishEntries,
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  tellOthers: (message) => channel?.postMessage(message),
  reason: async (code) => {
    await i18n.loadNamespaces('errors');
    return i18n.t(`errors:${code as 'internal'}`);
  },
  settled: (sent, refused) => void tell(sent, refused),
  now: () => Date.now(),
});

const comesBack = ['network', 'internal', 'not-authenticated'];

/** What a refusal comes to: one that may pass is tried again. */
export function notTaken(code: string): Sending {
  return comesBack.includes(code) ? { result: 'no-answer' } : { result: 'refused', code };
}

async function tell(sent: number, refused: number): Promise<void> {
  await i18n.loadNamespaces('offline');
  if (sent > 0) notify(i18n.t('offline:sent', { count: sent }));
  if (refused > 0) notify(i18n.t('offline:refused', { count: refused }), i18n.t('offline:refusedText'), 'alert');
}

let userId: string | undefined;

/** What an earlier visit left is sent as soon as its person is signed in and connected. */
export function followOutbox(): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<OutboxMessage>) => void outbox.hear(data));
  const begin = () => {
    const session = sessionState();
    const next = session.status === 'signed-in' ? session.user.id : undefined;
    if (next === userId) return;
    userId = next;
    void outbox.refresh().then(outbox.drain);
  };
  subscribeSession(begin);
  begin();
  addEventListener('online', () => void outbox.drain());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void outbox.refresh().then(outbox.drain);
  });
}
