/** What use costs. Tiers count the use of all periods together: the month's total decides, whatever the steps of each period. */
import type { Schedule, TariffCharge, UnitPrice, UseCharge } from '../../domain/tariff/plan.ts';
import {
  refuse,
  sumOf,
  textOfNanos,
  type UrdbNotes,
  type UrdbPath,
  type UrdbRecord,
  type UrdbRefusal,
  type UrdbStructure,
  type UrdbTier,
} from './urdb-record.ts';
import {
  allMonths,
  groupMonths,
  joinMonths,
  matrixOf,
  type MonthsCharge,
  type PeriodMatrix,
  periodsIn,
  scheduleOf,
  usedPeriods,
} from './period-matrix.ts';

interface Charges {
  readonly ok: true;
  readonly charges: readonly TariffCharge[];
  readonly schedules: Readonly<Record<string, Schedule>>;
}

type Ladders = ReadonlyMap<number, PriceLadder>;

const energyField = 'energyratestructure';
const energy = { id: 'energy', kind: 'use' } as const;

const alikeIn = (ladders: readonly PriceLadder[]): boolean =>
  ladders.every((one, _i, [first]) => first !== undefined && isSame(one, first));

const plain = (ladder: PriceLadder): UseCharge => {
  const price = unitPriceOf(ladder);
  return typeof price === 'string' ? { ...energy, rate: price } : { ...energy, blocks: price };
};

/** Of one of several periods. */
const inPeriods = (ladder: PriceLadder): UnitPrice => {
  const price = unitPriceOf(ladder);
  return typeof price === 'string' ? price : { ...price, of: 'all' };
};

/** `isNet`: what goes back is taken off in its own period, so that periods stay apart, whatever they cost. */
const chargesOf = (
  ladders: Ladders,
  matrix: PeriodMatrix,
  nameOf: (period: number) => string,
  isNet: boolean,
  notes: UrdbNotes,
) => {
  const inMonths = (months: readonly number[], periods: readonly number[]): MonthsCharge[] => {
    const own = periods.flatMap((period) => ladders.get(period) ?? []);
    const [first] = own;
    if (first === undefined) return [];
    const path = [energyField, periods[0] ?? 0];
    if (periods.length === 1) return [{ months, charge: plain(first) }];
    if (own.some(({ ends }) => ends.length > 0)) notes.assumed('tiers-of-all-use', path, months.join());
    if (alikeIn(own) && !isNet) return [{ months, charge: plain(first) }];
    const rates = Object.fromEntries([...ladders].map(([period, ladder]) => [nameOf(period), inPeriods(ladder)]));
    // The same prices in two seasons stay two charges: each counts the use of its own days.
    const ofMonths = months.length < 12 ? { months: [...months] } : {};
    return [{ months, charge: { ...energy, ...ofMonths, schedule: 'energy', rates } }];
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
  const { [energyField]: structure, energyweekdayschedule: weekday, energyweekendschedule: weekend } = record;
  if (structure === undefined) return refuse('urdb-empty', [energyField]);
  const read = matrixOf('energy', { weekday, weekend }, structure.length, notes);
  if (!read.ok) return read;
  const used = usedPeriods(read.matrix);
  const ladders = new Map<number, PriceLadder>();
  for (const [period, tiers] of structure.entries()) {
    if (!used.includes(period)) {
      notes.leftOut([energyField, period], tiers[0]?.rate);
      continue;
    }
    const answer = ladderOf(tiers, [energyField, period], notes);
    if (!answer.ok) return answer;
    ladders.set(period, answer.ladder);
  }
  const flow = flowOf(record, ladders, used, notes);
  const bought = joinMonths(chargesOf(ladders, read.matrix, nameOf, flow === 'net', notes));
  const charges = [
    ...(flow === 'net' ? bought.map((charge) => ({ ...charge, net: { keep: {} } }) as TariffCharge) : bought),
    ...(flow === 'sold' ? soldCharges(structure, used, nameOf) : []),
  ];
  const isScheduled = charges.some((charge) => 'schedule' in charge);
  return { ok: true, charges, schedules: isScheduled ? { energy: scheduleOf(read.matrix, nameOf) } : {} };
};

// What goes back to the grid: units off units, kept from month to month, or paid for.

type Flow = 'net' | 'sold' | 'apart';

const sellOf = (tiers: readonly UrdbTier[] = []): Set<string> =>
  new Set(tiers.map(({ sell }) => textOfNanos(sumOf([sell]).nanos)));

/** Where tiers of several periods meet what is sold, readers of the format fill them hour by hour, which ours does not. */
const flowOf = (
  { dgrules, [energyField]: structure = [] }: UrdbRecord,
  ladders: Ladders,
  used: readonly number[],
  notes: UrdbNotes,
): Flow => {
  const rule = dgrules?.toLowerCase() ?? '';
  if (rule === 'net metering') return 'net';
  const isPaid = rule.startsWith('net billing') || rule.startsWith('buy all');
  const isEven = used.every((period) => sellOf(structure[period]).size === 1);
  const isInTiers = used.length > 1 && [...ladders.values()].some(({ ends }) => ends.length > 0);
  if (isPaid && isEven && !isInTiers) return 'sold';
  if (rule !== '') notes.leftOut(['dgrules'], dgrules);
  const path = used.flatMap((period) =>
    (structure[period] ?? []).flatMap(({ sell = 0 }, tier) =>
      sell === 0 ? [] : [[energyField, period, tier, 'sell']],
    ),
  );
  const [first] = path;
  if (first) notes.leftOut(first, structure[Number(first[1])]?.[Number(first[2])]?.sell);
  return 'apart';
};

const soldCharges = (
  structure: UrdbStructure,
  used: readonly number[],
  nameOf: (period: number) => string,
): TariffCharge[] => {
  const prices = used.map((period) => [nameOf(period), [...sellOf(structure[period])][0] ?? '0'] as const);
  const sold = { id: 'sold', kind: 'returned' } as const;
  const [first] = prices;
  if (first === undefined || prices.every(([, price]) => price === '0')) return [];
  if (prices.every(([, price]) => price === first[1])) return [{ ...sold, rate: first[1] }];
  return [{ ...sold, schedule: 'energy', rates: Object.fromEntries(prices) }];
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
export const isOpen = (max: number | undefined): boolean => max === undefined || max >= 1e9;

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

const flatLadder = (price: bigint): LadderAnswer => ({ ok: true, ladder: { per: 'month', ends: [], prices: [price] } });

const ladderOf = (tiers: readonly UrdbTier[], path: UrdbPath, notes: UrdbNotes): LadderAnswer => {
  const prices = tiers.map((tier, i) => priceOf(tier, [...path, i], notes));
  const [price] = prices;
  if (price === undefined) return refuse('urdb-empty', path);
  const max = tiers.at(-1)?.max;
  if (!isOpen(max) && max !== 0) notes.assumed('last-tier-open', [...path, tiers.length - 1, 'max'], max);
  if (prices.every((one) => one === price)) return flatLadder(price);
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

const isSame = (a: PriceLadder, b: PriceLadder): boolean =>
  JSON.stringify(unitPriceOf(a)) === JSON.stringify(unitPriceOf(b));
