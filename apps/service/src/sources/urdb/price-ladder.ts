/** The prices of one period: one for all, or one for each tier of use. */
import type { UnitPrice } from '@wattershed/domain';
import { sumOf, textOfNanos } from './exact-price.ts';
import type { UrdbTier } from './record-form.ts';
import { refuse, type UrdbNotes, type UrdbPath, type UrdbRefusal } from './urdb-answer.ts';

export interface PriceLadder {
  readonly per: 'day' | 'month';
  /** Billionths of a kWh, rising; one fewer than prices. */
  readonly ends: readonly bigint[];
  /** Billionths of a dollar. */
  readonly prices: readonly bigint[];
}

export type LadderAnswer = { readonly ok: true; readonly ladder: PriceLadder } | UrdbRefusal;

/** Readers of the format write an end that never comes as a huge one. */
const isOpen = (max: number | undefined): boolean => max === undefined || max >= 1e9;

const priceOf = ({ rate, adj }: UrdbTier, path: UrdbPath, notes: UrdbNotes): bigint => {
  const { nanos, isRounded } = sumOf([rate, adj]);
  if (isRounded) notes.assumed('decimals-rounded', path, textOfNanos(nanos));
  if (nanos === 0n) notes.assumed('price-zero', path);
  return nanos;
};

const perOf = (unit = 'kWh'): PriceLadder['per'] | undefined => {
  const words = unit.toLowerCase().split(/\s+/).join(' ');
  return words === 'kwh daily' ? 'day' : words === 'kwh' || words === '' ? 'month' : undefined;
};

const flat = (price: bigint): LadderAnswer => ({ ok: true, ladder: { per: 'month', ends: [], prices: [price] } });

export const ladderOf = (tiers: readonly UrdbTier[], path: UrdbPath, notes: UrdbNotes): LadderAnswer => {
  const prices = tiers.map((tier, i) => priceOf(tier, [...path, i], notes));
  const [price] = prices;
  if (price === undefined) return refuse('urdb-empty', path);
  const max = tiers.at(-1)?.max;
  if (!isOpen(max) && max !== 0) notes.assumed('last-tier-open', [...path, tiers.length - 1, 'max'], max);
  if (prices.every((one) => one === price)) return flat(price);
  const per = perOf(tiers[0]?.unit);
  const steps: { end: bigint; price: bigint }[] = [];
  let last = 0n;
  for (const [i, tier] of tiers.slice(0, -1).entries()) {
    const own = [...path, i];
    if (per === undefined || perOf(tier.unit) !== per) return refuse('urdb-unsupported', [...own, 'unit'], tier.unit);
    const { nanos: end, isRounded } = sumOf([tier.max]);
    if (isOpen(tier.max) || end <= last) return refuse('urdb-unsupported', [...own, 'max'], tier.max);
    if (isRounded) notes.assumed('decimals-rounded', [...own, 'max'], textOfNanos(end));
    last = end;
    // Neighbours of one price are one tier.
    if (prices[i] !== prices[i + 1]) steps.push({ end, price: prices[i] ?? 0n });
  }
  const ends = steps.map(({ end }) => end);
  if (per === 'month') notes.assumed('tiers-of-cycle', [...path, 0, 'max'], textOfNanos(ends[0] ?? 0n));
  return {
    ok: true,
    ladder: { per: per ?? 'month', ends, prices: [...steps.map((one) => one.price), prices.at(-1) ?? 0n] },
  };
};

export const topPrice = ({ prices }: PriceLadder): bigint => prices.at(-1) ?? 0n;

export const unitPriceOf = ({ per, ends, prices }: PriceLadder): UnitPrice =>
  ends.length === 0
    ? textOfNanos(prices[0] ?? 0n)
    : {
        per,
        tables: [
          {
            steps: prices.map((price, i) => ({
              ...(i < ends.length && { upTo: textOfNanos(ends[i] ?? 0n) }),
              rate: textOfNanos(price),
            })),
          },
        ],
      };

/** How much dearer each tier is than the one below it, and where: what periods that count their use together must share. */
export const risesOf = ({ per, ends, prices }: PriceLadder) =>
  ends.map((end, i) => ({ per, upTo: textOfNanos(end), rise: (prices[i + 1] ?? 0n) - (prices[i] ?? 0n) }));

export const isSame = (a: PriceLadder, b: PriceLadder): boolean =>
  JSON.stringify(unitPriceOf(a)) === JSON.stringify(unitPriceOf(b));
