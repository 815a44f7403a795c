/** The lines of a utility's bill as a Green Button feed gives them, sorted by what they are for; they sum to its total, exactly. */
import type { BillPart, FileBill } from '../../../contract/imports.ts';
import { type FeedSummary, maxItems, whole } from './walk-feed.ts';

type Line = FileBill['lines'][number];

/**
 * ESPI 3.3, ItemKind: fees and credits for generation and use, administration, tax. A fee for delivery is by the kilowatt-hour, by the
 * day or both: its measurement tells.
 */
const partOfKind: Readonly<Record<string, BillPart>> = {
  '1': 'use',
  '3': 'use',
  '4': 'fixed',
  '5': 'tax',
  '6': 'use',
  '8': 'fixed',
};
const delivery = new Set(['2', '7']);
/** What was paid before, and what is said for information, are no part of what is charged. */
const notCharged = new Set(['9', '10']);
const maxNote = 120;
/** Utilities round each line to a cent: of so few hundred-thousandths nobody asks what they are for. */
const roundedAway = 2000;

/** Whole characters: half of one cannot be kept. */
export const clipped = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

const partOf = (item: ReadonlyMap<string, string>): BillPart => {
  const kind = item.get('itemKind') ?? '';
  if (!delivery.has(kind)) return partOfKind[kind] ?? 'other';
  return item.has('measurement/value') || item.has('unitCost') ? 'use' : 'other';
};

const lineOf = (item: ReadonlyMap<string, string>): Line[] => {
  const amount = whole(item.get('amount') ?? '');
  if (amount === null || amount === 0 || notCharged.has(item.get('itemKind') ?? '')) return [];
  return [{ part: partOf(item), note: clipped(item.get('note') ?? '', maxNote), amount }];
};

/**
 * What the items charge besides the use, in hundred-thousandths; null: they do not say. ESPI calls them additional charges, but
 * utilities also list the use there: an item that is for the use, or for nobody says what, may be in the costs of the readings too.
 */
export const chargedBesides = (items: FeedSummary['items']): number | null => {
  if (items.length > maxItems) return null;
  let sum = 0;
  for (const item of items) {
    const kind = item.get('itemKind') ?? '';
    const amount = whole(item.get('amount') ?? '');
    if (amount === 0 || notCharged.has(kind)) continue;
    const isSaid = delivery.has(kind) || Object.hasOwn(partOfKind, kind);
    if (amount === null || !isSaid || partOf(item) === 'use') return null;
    sum += amount;
  }
  return sum;
};

const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** `additional`: what the feed says that is charged besides the use; null: it does not say. */
export const billLines = (items: FeedSummary['items'], additional: number | null, total: number): Line[] => {
  const told = items.slice(0, maxItems).flatMap(lineOf);
  const lines: Line[] = told.length === 0 && additional ? [{ part: 'other', note: '', amount: additional }] : told;
  if (lines.length === 0) return [];
  const rest = total - sumOf(lines);
  if (rest === 0) return lines;
  // Where they are all that is charged besides the use, what is left is for the use.
  const isForUse = (additional !== null && sumOf(lines) === additional) || Math.abs(rest) <= roundedAway;
  return [...lines, { part: isForUse ? 'use' : 'other', note: '', amount: rest }];
};
