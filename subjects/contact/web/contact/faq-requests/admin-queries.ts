import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContactMessage, FaqEntry, FaqRequest } from '#supabase/tables/index.ts';
import { askTables, TableError } from '#shell/data/tables.ts';
import { type FaqEntryBody, orderFaqEntries, publishFaqEntry } from '../../../contract/contact.ts';
import { callService } from '#shell/data/service.ts';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '#shell/data/service-error.ts';
import { notify } from '#shell/ui/notices/notice.ts';

/** More than these are not shown at once. */
export const maxShown = 300;
const everyMs = 60_000;

export const requestsQuery = queryOptions({
  queryKey: ['admin', 'faq-requests'],
  queryFn: () =>
    askTables<FaqRequest[]>((tables) =>
      tables.from('faq_requests').select('*').order('created_at', { ascending: false }).limit(maxShown),
    ),
  refetchInterval: everyMs,
});

export const entriesQuery = queryOptions({
  queryKey: ['admin', 'faq-entries'],
  queryFn: () =>
    askTables<FaqEntry[]>((tables) =>
      tables
        .from('faq_entries')
        .select('*')
        .order('position', { ascending: true })
        .order('created_at', { ascending: true }),
    ),
});

export const messagesQuery = queryOptions({
  queryKey: ['admin', 'messages'],
  queryFn: () =>
    askTables<ContactMessage[]>((tables) =>
      tables.from('contact_messages').select('*').order('created_at', { ascending: false }).limit(maxShown),
    ),
  refetchInterval: everyMs,
});

export type EntryTexts = Omit<FaqEntryBody, 'request'>;

async function expectRow(rows: Promise<{ id: string }[]>): Promise<void> {
  if ((await rows).length === 0) throw new NothingChanged();
}

export function publishEntry(texts: EntryTexts, request: string | undefined): Promise<{ id: string; key: string }> {
  const body: FaqEntryBody = { ...texts, ...(request !== undefined && { request }) };
  return callService(publishFaqEntry, { body });
}

export function orderEntries(ids: readonly string[]): Promise<void> {
  return callService(orderFaqEntries, { body: { ids: [...ids] } });
}

export function changeEntry(id: string, change: Partial<EntryTexts & Pick<FaqEntry, 'is_published'>>): Promise<void> {
  return expectRow(askTables((tables) => tables.from('faq_entries').update(change).eq('id', id).select('id')));
}

export function decideRequest(id: string, change: Partial<Pick<FaqRequest, 'status' | 'reason'>>): Promise<void> {
  return expectRow(askTables((tables) => tables.from('faq_requests').update(change).eq('id', id).select('id')));
}

export function removeRow(table: 'faq_requests' | 'faq_entries' | 'contact_messages', id: string): Promise<void> {
  return expectRow(askTables((tables) => tables.from(table).delete().eq('id', id).select('id')));
}

/** The database answered with no row: it is gone, or this person may not. */
class NothingChanged extends Error {
  override name = 'NothingChanged';
}

interface AdminAct<V> {
  act: (value: V) => Promise<unknown>;
  /** What is told when it is done. */
  done: string;
  onDone?: () => void;
}

/** Does something, shows every list anew, and says how it went. */
export function useAdminAct<V>({ act, done, onDone }: AdminAct<V>) {
  const { t } = useTranslation(['admin', 'errors']);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      notify(done);
      onDone?.();
    },
    onError: (error) => notify(t('done.failed'), t(`errors:${codeOf(error)}`), 'alert'),
    onSettled: () => {
      for (const queryKey of [['admin'], ['faq'], ['asked-questions']])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}

function codeOf(error: unknown) {
  if (error instanceof ServiceError) return error.code;
  if (error instanceof NothingChanged) return 'not-found';
  if (error instanceof TableError) return error.code === '42501' ? 'forbidden' : 'body-malformed';
  return 'network';
}
