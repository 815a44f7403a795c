/** What the highest power of a month costs: by month, and by the period of the day. What cannot be charged is noted. */
import type { DemandCharge, Schedule, TariffCharge } from '../../domain/tariff/plan.ts';
import { sumOf, textOfNanos } from './exact-price.ts';
import { groupMonths, joinMonths } from './group-months.ts';
import { matrixOf, periodsIn, scheduleOf, usedPeriods } from './period-matrix.ts';
import type { UrdbRecord, UrdbStructure } from './record-form.ts';
import type { UrdbNotes } from './urdb-answer.ts';

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
