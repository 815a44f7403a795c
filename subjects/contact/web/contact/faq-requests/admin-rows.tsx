import { queryOptions, useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '#shell/data/service-error.ts';
import { callService } from '#shell/data/service.ts';
import { askTables, TableError } from '#shell/data/tables.ts';
import { useFormat } from '#shell/household/household.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { ContactMessage, FaqEntry, FaqRequest } from '#supabase/tables/index.ts';
import { type FaqEntryBody, orderFaqEntries, publishFaqEntry } from '../../../contract/contact.ts';

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

function removeRow(table: 'faq_requests' | 'faq_entries' | 'contact_messages', id: string): Promise<void> {
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

interface LoadedProps<T> {
  query: UseQueryResult<T[]>;
  /** How many rows are asked for at most; without it, all are. */
  max?: number;
  children: (rows: T[]) => ReactNode;
}

/** The rows when they are there, and that there are more of them; what happens until then, and when they do not come. */
export function Loaded<T>({ query, max, children }: LoadedProps<T>) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  if (query.data !== undefined)
    return (
      <>
        {children(query.data)}
        {max !== undefined && query.data.length >= max && (
          <p className="text-small text-ink-soft">{t('more', { number: format.number(max) })}</p>
        )}
      </>
    );
  if (query.isError)
    return (
      <Card>
        <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
      </Card>
    );
  return (
    <div aria-busy="true" className="space-y-4">
      <Skeleton className="h-36 rounded-card" />
      <Skeleton className="h-36 rounded-card" />
    </div>
  );
}

const words = { faq_requests: 'request', faq_entries: 'entry', contact_messages: 'message' } as const;

interface RemoveRowDialogProps {
  table: keyof typeof words;
  /** What goes, and what it is called by. */
  row: { id: string } | undefined;
  name: string | undefined;
  onClose: () => void;
}

export function RemoveRowDialog({ table, row, name, onClose }: RemoveRowDialogProps) {
  const { t } = useTranslation('admin');
  const remove = useAdminAct({
    act: (id: string) => removeRow(table, id),
    done: t('done.deleted'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      open={row !== undefined}
      title={t(`remove.${words[table]}Title`)}
      confirmLabel={t('remove.confirm')}
      isPending={remove.isPending}
      onConfirm={() => row && remove.mutate(row.id)}
      onClose={onClose}
    >
      <p className="mb-2 font-semibold [overflow-wrap:anywhere]">{name}</p>
      <p>{t(`remove.${words[table]}Text`)}</p>
    </ConfirmDialog>
  );
}
