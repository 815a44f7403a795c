import { queryOptions } from '@tanstack/react-query';
import type { ContactMessage, FaqEntry, FaqRequest } from '@wattershed/database';
import { askTables } from '../../../platform/tables.ts';

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
