/** What use costs. Tiers count the use of all periods together: the month's total decides, whatever the steps of each period. */
import type { DemandCharge, Schedule, TariffCharge, UnitPrice, UseCharge } from '../../domain/tariff/plan.ts';
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

const chargesOf = (ladders: Ladders, matrix: PeriodMatrix, nameOf: (period: number) => string, notes: UrdbNotes) => {
  const inMonths = (months: readonly number[], periods: readonly number[]): MonthsCharge[] => {
    const own = periods.flatMap((period) => ladders.get(period) ?? []);
    const [first] = own;
    if (first === undefined) return [];
    const path = [energyField, periods[0] ?? 0];
    if (periods.length === 1) return [{ months, charge: plain(first) }];
    if (own.some(({ ends }) => ends.length > 0)) notes.assumed('tiers-of-all-use', path, months.join());
    if (alikeIn(own)) return [{ months, charge: plain(first) }];
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

// What the highest power of a month costs: by month, and by the period of the day. What cannot be charged is noted.

interface DemandCharges {
  readonly charges: readonly TariffCharge[];
  readonly schedules: Readonly<Record<string, Schedule>>;
}

const none: DemandCharges = { charges: [], schedules: {} };

const windows = [15, 30, 60] as const;

/** The shortest of ours that is not shorter than its own. */
const windowOf = ({ demandwindow: minutes }: UrdbRecord, notes: UrdbNotes): DemandCharge['windowMinutes'] => {
  const window = windows.find((one) => one >= (minutes ?? 0)) ?? 60;
  if (window !== minutes) notes.assumed('demand-window', ['demandwindow'], minutes);
  return window;
};

const isFree = (structure: UrdbStructure): boolean =>
  structure.flat().every(({ rate, adj }) => sumOf([rate, adj]).nanos === 0n);

/** Dollars per kW by period; null: they cannot be charged, or there is nothing to charge. */
const pricesOf = (
  field: 'flatdemand' | 'demandrate',
  structure: UrdbStructure,
  given: string | undefined,
  used: readonly number[],
  notes: UrdbNotes,
): ReadonlyMap<number, string> | null => {
  const path = [`${field}structure`];
  const unit = given ?? structure[0]?.[0]?.unit;
  const prices = structure.map((tiers) => tiers.map(({ rate, adj }) => sumOf([rate, adj])));
  if (unit !== undefined && unit.toLowerCase() !== 'kw') {
    notes.leftOut([...path], unit);
    return null;
  }
  const texts = new Map<number, string>();
  for (const period of used) {
    const [first, ...more] = prices[period] ?? [];
    const dearer = more.findIndex(({ nanos }) => nanos !== first?.nanos);
    if (first === undefined || dearer !== -1) {
      notes.leftOut([...path, period, dearer + 1], first === undefined ? undefined : structure[period]?.[0]?.max);
      return null;
    }
    if (first.isRounded) notes.assumed('decimals-rounded', [...path, period, 0], textOfNanos(first.nanos));
    texts.set(period, textOfNanos(first.nanos));
  }
  for (const [period, tiers] of structure.entries())
    if (!used.includes(period)) notes.leftOut([...path, period], tiers[0]?.rate);
  if (unit === undefined) notes.assumed('demand-unit', [`${field}unit`], 'kW');
  return [...texts.values()].every((text) => text === '0') ? null : texts;
};

const flatDemand = (record: UrdbRecord, notes: UrdbNotes): DemandCharges => {
  const { flatdemandstructure: structure, flatdemandunit: unit } = record;
  if (structure === undefined || isFree(structure)) return none;
  const { flatdemandmonths: months = structure.length === 1 ? Array.from({ length: 12 }, () => 0) : undefined } =
    record;
  if (months === undefined || months.some((period) => period >= structure.length)) {
    notes.leftOut(['flatdemandstructure'], structure[0]?.[0]?.rate);
    return none;
  }
  const prices = pricesOf('flatdemand', structure, unit, [...new Set(months)], notes);
  if (prices === null) return none;
  const windowMinutes = windowOf(record, notes);
  const parts = groupMonths((month) => prices.get(months[month - 1] ?? 0) ?? '0').map((own) => {
    const rate = prices.get(months[(own[0] ?? 1) - 1] ?? 0) ?? '0';
    return { months: own, charge: { id: 'demand', kind: 'demand', per: 'month', windowMinutes, rate } as const };
  });
  return { charges: joinMonths(parts.filter(({ charge }) => charge.rate !== '0')), schedules: {} };
};

/** Months with the same periods are a charge, so that a cycle over two seasons pays a part of each one's peak. */
const periodDemand = (record: UrdbRecord, nameOf: (period: number) => string, notes: UrdbNotes): DemandCharges => {
  const { demandratestructure: structure, demandrateunit: unit } = record;
  if (structure === undefined || isFree(structure)) return none;
  const { demandweekdayschedule: weekday, demandweekendschedule: weekend } = record;
  const read = matrixOf('demand', { weekday, weekend }, structure.length, notes);
  if (!read.ok) {
    notes.leftOut(['demandratestructure'], structure[0]?.[0]?.rate);
    return none;
  }
  const { matrix } = read;
  const prices = pricesOf('demandrate', structure, unit, usedPeriods(matrix), notes);
  if (prices === null) return none;
  const base = {
    id: 'demand-by-period',
    kind: 'demand',
    per: 'month',
    windowMinutes: windowOf(record, notes),
  } as const;
  const [only] = prices.values();
  if (only !== undefined && prices.size === 1) return { charges: [{ ...base, rate: only }], schedules: {} };
  const rates = Object.fromEntries([...prices].map(([period, text]) => [nameOf(period), text]));
  const groups = groupMonths((month) => periodsIn(matrix, month).join());
  return {
    charges: groups.map((months) => ({
      ...base,
      ...(months.length < 12 && { months }),
      schedule: 'demand',
      rates,
    })),
    schedules: { demand: scheduleOf(matrix, nameOf) },
  };
};

export const demandCharges = (
  record: UrdbRecord,
  nameOf: (period: number) => string,
  notes: UrdbNotes,
): DemandCharges => {
  const [flat, byPeriod] = [flatDemand(record, notes), periodDemand(record, nameOf, notes)];
  return { charges: [...flat.charges, ...byPeriod.charges], schedules: byPeriod.schedules };
};
