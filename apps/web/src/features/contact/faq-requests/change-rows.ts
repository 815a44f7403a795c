import { type FaqEntryBody, orderFaqEntries, publishFaqEntry } from '@wattershed/contracts/contact';
import type { FaqEntry, FaqRequest } from '@wattershed/database';
import { callService } from '../../../platform/service.ts';
import { askTables } from '../../../platform/tables.ts';
import { NothingChanged } from './use-admin-act.ts';

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
