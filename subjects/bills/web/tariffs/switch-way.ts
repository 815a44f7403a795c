/** What goes along when somebody changes the way in which a tariff is entered. */
import type { CheckedTariff } from '../../contract/tariffs.ts';
import type { TariffEntry, Way } from './tariff-entry.ts';

export type ReadTariff = Extract<CheckedTariff, { ok: true }>;

const isBlank = (text: string | null): boolean => (text ?? '').trim() === '';

/** Whether the way that is left says something else than what is stored. */
export function isOwnEntry(entry: TariffEntry, fresh: TariffEntry, isNew: boolean): boolean {
  if (entry.way === 'prices') return !isNew && JSON.stringify(entry.prices) !== JSON.stringify(fresh.prices);
  return isNew || entry.draft !== null || entry.begin !== fresh.begin;
}

/** A text of its own is not there yet: it is to be that of the form, which says something else than what is stored. */
export function beginsText(entry: TariffEntry, way: Way, isOwn: boolean): boolean {
  const isForm = entry.way === 'charges' || entry.way === 'prices';
  return way === 'text' && isForm && isOwn && isBlank(entry.text);
}

/** A way that has nothing of its own begins with what was entered in the one before; what it has, it keeps. */
export function switched(entry: TariffEntry, way: Way, read: ReadTariff | undefined, isOwn: boolean): TariffEntry {
  const next = { ...entry, way };
  if (read === undefined) return next;
  if (way === 'charges' && entry.draft === null && (entry.way === 'text' || entry.way === 'library'))
    return { ...next, begin: read.plan };
  return beginsText(entry, way, isOwn) ? { ...next, text: read.text } : next;
}

/** Goes on as text with the charges of the form, whatever was written before. */
export function asText(entry: TariffEntry, { text }: ReadTariff): TariffEntry {
  return { ...entry, way: 'text', text };
}

/** Goes on in the form with a tariff of the text or the library, whatever was entered there before. */
export function asCharges(entry: TariffEntry, { plan }: ReadTariff): TariffEntry {
  return { ...entry, way: 'charges', begin: plan, draft: null };
}

export function replacesText(entry: TariffEntry, { text }: ReadTariff): boolean {
  return !isBlank(entry.text) && entry.text !== text;
}
