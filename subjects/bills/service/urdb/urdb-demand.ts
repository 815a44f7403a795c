/** What the highest power of a month costs: by month, and by the period of the day. What cannot be charged is noted. */
import {
  type DemandCharge,
  type PowerBlocks,
  type Schedule,
  type TariffCharge,
  windowMinutes,
} from '../../domain/tariff/plan.ts';
import { groupMonths, joinMonths, matrixOf, periodsIn, scheduleOf, usedPeriods } from './period-matrix.ts';
import {
  sumOf,
  textOfNanos,
  type UrdbNotes,
  type UrdbRecord,
  type UrdbStructure,
  type UrdbTier,
} from './urdb-record.ts';
import { isOpen } from './urdb-charges.ts';

interface DemandCharges {
  readonly charges: readonly TariffCharge[];
  readonly schedules: Readonly<Record<string, Schedule>>;
}

const none: DemandCharges = { charges: [], schedules: {} };

/** The shortest of ours that is not shorter than its own. */
const windowOf = ({ demandwindow: minutes }: UrdbRecord, notes: UrdbNotes): DemandCharge['windowMinutes'] => {
  const window = windowMinutes.find((one) => one >= (minutes ?? 0)) ?? 60;
  if (window !== minutes) notes.assumed('demand-window', ['demandwindow'], minutes);
  return window;
};

const isFree = (structure: UrdbStructure): boolean =>
  structure.flat().every(({ rate, adj }) => sumOf([rate, adj]).nanos === 0n);

type PowerPrice = string | PowerBlocks;

const isNothing = (price: PowerPrice): boolean => price === '0';

/** Each kW at its tier's price; null: ends that do not rise. Neighbours of one price are one tier. */
const powerPriceOf = (tiers: readonly UrdbTier[]): PowerPrice | null => {
  const steps: { upTo?: string; rate: string }[] = [];
  let last = 0n;
  for (const [i, { rate, adj, max }] of tiers.entries()) {
    const price = textOfNanos(sumOf([rate, adj]).nanos);
    const isLast = i === tiers.length - 1;
    const { nanos: end } = sumOf([max]);
    if (!isLast && (isOpen(max) || end <= last)) return null;
    if (!isLast) last = end;
    const before = steps.at(-1);
    const ends = isLast ? {} : { upTo: textOfNanos(end) };
    if (before?.rate === price) steps[steps.length - 1] = { rate: price, ...ends };
    else steps.push({ ...ends, rate: price });
  }
  const [only] = steps;
  return steps.length === 1 && only !== undefined ? only.rate : steps;
};

/** Dollars per kW by period; null: they cannot be charged, or there is nothing to charge. */
const pricesOf = (
  field: 'flatdemand' | 'demandrate',
  structure: UrdbStructure,
  given: string | undefined,
  used: readonly number[],
  notes: UrdbNotes,
): ReadonlyMap<number, PowerPrice> | null => {
  const path = [`${field}structure`];
  const unit = given ?? structure[0]?.[0]?.unit;
  if (unit !== undefined && unit.toLowerCase() !== 'kw') {
    notes.leftOut([...path], unit);
    return null;
  }
  const prices = new Map<number, PowerPrice>();
  for (const period of used) {
    const tiers = structure[period] ?? [];
    const price = tiers.length === 0 ? null : powerPriceOf(tiers);
    if (price === null) {
      notes.leftOut([...path, period, 0], tiers[0]?.max);
      return null;
    }
    for (const [i, { rate, adj }] of tiers.entries()) {
      const { nanos, isRounded } = sumOf([rate, adj]);
      if (isRounded) notes.assumed('decimals-rounded', [...path, period, i], textOfNanos(nanos));
    }
    const max = tiers.at(-1)?.max;
    if (typeof price !== 'string' && !isOpen(max) && max !== 0)
      notes.assumed('last-tier-open', [...path, period, tiers.length - 1, 'max'], max);
    prices.set(period, price);
  }
  for (const [period, tiers] of structure.entries())
    if (!used.includes(period)) notes.leftOut([...path, period], tiers[0]?.rate);
  if (unit === undefined) notes.assumed('demand-unit', [`${field}unit`], 'kW');
  return [...prices.values()].every(isNothing) ? null : prices;
};

const maxMonths = 36;

const percentText = (share: number): string => textOfNanos(sumOf([share]).nanos * 100n);

/** The least power that is billed, of what came before, by month; undefined: the month's own is. */
const ratchetsOf = (record: UrdbRecord, notes: UrdbNotes): ((month: number) => DemandCharge['ratchet']) => {
  const {
    lookbackpercent: share = 0,
    lookbackrange: range = 0,
    lookbackmonths: listed = [],
    demandratchetpercentage,
  } = record;
  const of = listed.flatMap((isSo, i) => (isSo === 1 ? [i + 1] : []));
  const shares = demandratchetpercentage ?? [];
  const isRange = Number.isInteger(range) && range >= 1 && range <= maxMonths;
  const hasOwn = share > 0 && share <= 1 && (isRange || of.length > 0);
  const isMonthly = shares.some((one) => (one ?? 0) !== 0);
  if (share !== 0 && !hasOwn) notes.leftOut(['lookbackpercent'], share);
  if (hasOwn && isMonthly)
    notes.leftOut(
      ['demandratchetpercentage'],
      shares.find((one) => (one ?? 0) !== 0),
    );
  if (isRange && of.length > 0 && hasOwn) notes.leftOut(['lookbackmonths'], of.join());
  return (month) => {
    if (hasOwn)
      return isRange ? { percent: percentText(share), months: range } : { percent: percentText(share), months: 11, of };
    const own = shares[month - 1] ?? 0;
    return own <= 0 || own > 1 ? undefined : { percent: percentText(own), months: 11 };
  };
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
  const minutes = windowOf(record, notes);
  const ratchetOf = ratchetsOf(record, notes);
  const priceOn = (month: number): PowerPrice => prices.get(months[month - 1] ?? 0) ?? '0';
  const parts = groupMonths((month) => JSON.stringify([priceOn(month), ratchetOf(month)])).map((own) => {
    const [month = 1] = own;
    const [price, ratchet] = [priceOn(month), ratchetOf(month)];
    const priced = typeof price === 'string' ? { rate: price } : { blocks: price };
    const base = { id: 'demand', kind: 'demand', per: 'month', windowMinutes: minutes } as const;
    return { months: own, price, charge: { ...base, ...priced, ...(ratchet && { ratchet }) } };
  });
  // A month that costs nothing is one that later ones look back to.
  const isAsked = parts.some(({ charge }) => charge.ratchet);
  return { charges: joinMonths(parts.filter(({ price }) => isAsked || !isNothing(price))), schedules: {} };
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
  if (only !== undefined && prices.size === 1)
    return { charges: [{ ...base, ...(typeof only === 'string' ? { rate: only } : { blocks: only }) }], schedules: {} };
  const rates = Object.fromEntries([...prices].map(([period, price]) => [nameOf(period), price]));
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
