/**
 * What use costs. Tiers count the use of all periods together: where these share them, tiers are a charge of their own. Other tiers of
 * several periods in one month cannot be said: a plan's blocks count each period by itself, and the database means the month's total.
 */
import type { Schedule, TariffCharge, UnitPrice, UseCharge } from '../../domain/tariff/plan.ts';
import { sumOf, textOfNanos } from './exact-price.ts';
import { groupMonths, joinMonths, type MonthsCharge } from './group-months.ts';
import { allMonths, matrixOf, type PeriodMatrix, periodsIn, scheduleOf, usedPeriods } from './period-matrix.ts';
import { chargeName } from './plan-words.ts';
import type { UrdbRecord, UrdbTier } from './record-form.ts';
import { refuse, type UrdbNotes, type UrdbPath, type UrdbRefusal } from './urdb-answer.ts';

export interface Charges {
  readonly ok: true;
  readonly charges: readonly TariffCharge[];
  readonly schedules: Readonly<Record<string, Schedule>>;
}

type Ladders = ReadonlyMap<number, PriceLadder>;

const field = 'energyratestructure';
const energy = { id: 'energy', kind: 'use' } as const;

const alikeIn = (ladders: readonly PriceLadder[]): boolean =>
  ladders.every((one, _i, [first]) => first !== undefined && isSame(one, first));

const shareTiers = (ladders: readonly PriceLadder[]): boolean => {
  const texts = ladders.map((one) =>
    risesOf(one)
      .map(({ per, upTo, rise }) => `${per} ${upTo} ${rise}`)
      .join(),
  );
  return new Set(texts).size === 1;
};

const plain = (ladder: PriceLadder): UseCharge => {
  const price = unitPriceOf(ladder);
  return typeof price === 'string' ? { ...energy, rate: price } : { ...energy, blocks: price };
};

/** All use at the price of the last tier, and what is below its beginning so much the cheaper. */
const adjustments = (ladder: PriceLadder): UseCharge[] =>
  risesOf(ladder).map(({ per, upTo, rise }, i) => ({
    id: `tier-${i + 1}`,
    kind: 'use',
    name: chargeName('tierAdjustment'),
    rate: textOfNanos(-rise),
    atMost: { units: upTo, per },
  }));

/** Of the periods that meet in a month, the first whose tiers are not those of the others. */
const foreignTiers = (ladders: Ladders, matrix: PeriodMatrix): number | undefined => {
  const all = [...ladders.values()];
  if (alikeIn(all) || all.every(({ ends }) => ends.length === 0)) return undefined;
  return allMonths.flatMap((month) => {
    const [first, ...others] = periodsIn(matrix, month);
    const ladderOfFirst = ladders.get(first ?? 0);
    return others.filter((period) => {
      const own = ladders.get(period);
      return own !== undefined && ladderOfFirst !== undefined && !shareTiers([ladderOfFirst, own]);
    });
  })[0];
};

const chargesOf = (ladders: Ladders, matrix: PeriodMatrix, nameOf: (period: number) => string, notes: UrdbNotes) => {
  const inMonths = (months: readonly number[], periods: readonly number[]): MonthsCharge[] => {
    const own = periods.flatMap((period) => ladders.get(period) ?? []);
    const [first] = own;
    if (first === undefined) return [];
    const path = [field, periods[0] ?? 0];
    if (periods.length === 1) return [{ months, charge: plain(first) }];
    if (first.ends.length > 0) notes.assumed('tiers-of-all-use', path, months.join());
    if (alikeIn(own)) return [{ months, charge: plain(first) }];
    const rates = Object.fromEntries(
      [...ladders].map(([period, ladder]) => [nameOf(period), textOfNanos(topPrice(ladder))]),
    );
    return [{ ...energy, schedule: 'energy', rates }, ...adjustments(first)].map((charge) => ({ months, charge }));
  };
  const all = [...ladders.values()];
  if (alikeIn(all) || all.every(({ ends }) => ends.length === 0)) return inMonths(allMonths, [...ladders.keys()]);
  return groupMonths((month) => periodsIn(matrix, month).join()).flatMap((months) =>
    inMonths(months, periodsIn(matrix, months[0] ?? 1)),
  );
};

export const energyCharges = (
  record: UrdbRecord,
  nameOf: (period: number) => string,
  notes: UrdbNotes,
): Charges | UrdbRefusal => {
  const { [field]: structure, energyweekdayschedule: weekday, energyweekendschedule: weekend } = record;
  if (structure === undefined) return refuse('urdb-empty', [field]);
  const read = matrixOf('energy', { weekday, weekend }, structure.length, notes);
  if (!read.ok) return read;
  const used = usedPeriods(read.matrix);
  const ladders = new Map<number, PriceLadder>();
  for (const [period, tiers] of structure.entries()) {
    if (!used.includes(period)) {
      notes.leftOut([field, period], tiers[0]?.rate);
      continue;
    }
    const answer = ladderOf(tiers, [field, period], notes);
    if (!answer.ok) return answer;
    ladders.set(period, answer.ladder);
  }
  const foreign = foreignTiers(ladders, read.matrix);
  if (foreign !== undefined)
    return refuse('urdb-tiers-by-period', [field, foreign], structure[foreign]?.[0]?.max ?? undefined);
  const charges = joinMonths(chargesOf(ladders, read.matrix, nameOf, notes));
  const isScheduled = charges.some((charge) => 'schedule' in charge);
  return { ok: true, charges, schedules: isScheduled ? { energy: scheduleOf(read.matrix, nameOf) } : {} };
};

/** The prices of one period: one for all, or one for each tier of use. */

interface PriceLadder {
  readonly per: 'day' | 'month';
  /** Billionths of a kWh, rising; one fewer than prices. */
  readonly ends: readonly bigint[];
  /** Billionths of a dollar. */
  readonly prices: readonly bigint[];
}

type LadderAnswer = { readonly ok: true; readonly ladder: PriceLadder } | UrdbRefusal;

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

const ladderOf = (tiers: readonly UrdbTier[], path: UrdbPath, notes: UrdbNotes): LadderAnswer => {
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

const topPrice = ({ prices }: PriceLadder): bigint => prices.at(-1) ?? 0n;

const unitPriceOf = ({ per, ends, prices }: PriceLadder): UnitPrice =>
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
const risesOf = ({ per, ends, prices }: PriceLadder) =>
  ends.map((end, i) => ({ per, upTo: textOfNanos(end), rise: (prices[i + 1] ?? 0n) - (prices[i] ?? 0n) }));

const isSame = (a: PriceLadder, b: PriceLadder): boolean =>
  JSON.stringify(unitPriceOf(a)) === JSON.stringify(unitPriceOf(b));
