/** Cycles of one household and their prices: what its tariffs ask for is read as needed, and use that was read is not read again. */
import { byUtility, type Flow, type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { Transaction } from '#kernel/db.ts';
import { type BillingCycle, billingCycles } from '../domain/bill/billing-cycle.ts';
import { type DeviceUse, shareDrawn } from '../domain/tariff/explain/share-drawn.ts';
import {
  type ApartUse,
  dayStartS,
  firstAtOrAfter,
  type IntervalUse,
  knownOffsets,
  sliceOf,
  withAmounts,
} from '../domain/tariff/interval-use.ts';
import { atMostDrawn } from '../domain/tariff/meter-use.ts';
import {
  type BillInput,
  type CarriedOver,
  carryOver,
  lookBackOf,
  priceBill,
  type PricedBill,
  type PricedTerm,
  priceTerms,
} from '../domain/tariff/price-bill.ts';
import { expectPrices } from '../domain/tariff/price-series.ts';
import { type BillingSnapshot, type MeterIds, metersOf } from './billing-snapshot.ts';
import { instantsOf, type LocalDays, type MarketFacts, readMarket } from './read-market.ts';

export interface CyclePricer {
  /** Quarter-hours of local days `[start, end)`. */
  useOf(start: LocalDay, end: LocalDay): Promise<UtilityUse>;
  /** As measured; of a part of the cycle where its end is an earlier one. Null when no tariff is in force on any of its days. */
  price(cycle: BillingCycle): Promise<PricedBill | null>;
  /** The same of a cycle that goes on: a day whose rate of exchange is yet to be published has the last one, and says so. */
  priceOpen(cycle: BillingCycle): Promise<PricedBill | null>;
  /** By tariff and utility, with what each was priced with; of a cycle that goes on as it is while it does. */
  terms(cycle: BillingCycle): Promise<PricedTerm[]>;
  /** The same with use that is expected, at the prices that a market is expected to have. */
  priceExpected(cycle: BillingCycle, use: UtilityUse): Promise<PricedBill | null>;
  /** What the cycles before leave to this one, where a year of a tariff ends in it. */
  carried(cycle: LocalDays): Promise<CarriedOver>;
  /** What the tariffs' markets and day colours say of these days. */
  market(days: LocalDays): Promise<MarketFacts>;
  /** Reads these days at once: what is asked of a part of them is there then. */
  read(days: LocalDays): Promise<void>;
}

/** What a market's prices to come are taken from. */
const marketDays = 14;

const part = (use: IntervalUse, from: number, to: number): IntervalUse => {
  const { spanS, startS } = use;
  const [first, last] = [firstAtOrAfter(startS, from, startS.length), firstAtOrAfter(startS, to, startS.length)];
  const cut = (values: ArrayLike<number>): ArrayLike<number> => sliceOf(values, first, last);
  return { spanS, startS: cut(startS), ...withAmounts(use, cut) };
};

/** The first day that a cycle's bill rests on: before the first reading there was none. */
export const firstDayOf = (cycle: LocalDays, { tariffs, firstDay }: BillingSnapshot): LocalDay => {
  const first = lookBackOf(cycle, tariffs);
  const begun = firstDay !== null && firstDay > first ? firstDay : first;
  return begun < cycle.start ? begun : cycle.start;
};

export const createCyclePricer = (tx: Transaction, snapshot: BillingSnapshot): CyclePricer => {
  const { household, timeZone, tariffs, today } = snapshot;
  const plans = tariffs.map(({ plan }) => plan);
  const meters = metersOf(tariffs);
  const offsetAt = knownOffsets(timeZone);
  const known: { days: LocalDays; use: UtilityUse }[] = [];

  const read = async (days: LocalDays): Promise<UtilityUse> => {
    const use = await readQuarters(tx, household, days, timeZone, meters);
    known.push({ days, use });
    return use;
  };

  const useOf = async (start: LocalDay, end: LocalDay): Promise<UtilityUse> => {
    const found = known.find(({ days }) => days.start <= start && end <= days.end);
    if (!found) return read({ start, end });
    const [from, to] = [dayStartS(start, offsetAt), dayStartS(end, offsetAt)];
    return byUtility((utility) => part(found.use[utility], from, to));
  };

  const before = new Map<string, Promise<CarriedOver>>();

  const carryFrom = async (first: LocalDay, to: LocalDay): Promise<CarriedOver> => {
    // Where it begins within one of ours, the days of that before it left something too.
    const cycles = billingCycles(first, today, snapshot.rule, snapshot.bills)
      .filter(({ start }) => start < to)
      .map((cycle) => (cycle.end > to ? { ...cycle, end: to } : cycle));
    const [start = to] = cycles.map((cycle) => cycle.start);
    if (start === to) return {};
    const market = await readMarket(tx, household, { start, end: to }, timeZone, plans);
    return carryOver(cycles, { timeZone, agreements: tariffs, use: await useOf(start, to), ...market });
  };

  const carried = (cycle: LocalDays): Promise<CarriedOver> => {
    const first = firstDayOf(cycle, snapshot);
    const key = `${first} ${cycle.start}`;
    const over = before.get(key) ?? carryFrom(first, cycle.start);
    before.set(key, over);
    return over;
  };

  const measured = async (cycle: BillingCycle): Promise<BillInput> => ({
    cycle,
    timeZone,
    agreements: tariffs,
    carried: await carried(cycle),
    use: await useOf(cycle.start, cycle.end),
    ...(await readMarket(tx, household, cycle, timeZone, plans)),
  });

  const priceExpected = async (cycle: BillingCycle, use: UtilityUse): Promise<PricedBill | null> => {
    const from = addDays(today, -marketDays);
    const days = { start: from < cycle.start ? from : cycle.start, end: cycle.end };
    const { prices, colours } = await readMarket(tx, household, days, timeZone, plans);
    const end = dayStartS(cycle.end, offsetAt);
    const expected = Object.entries(prices).map(([name, series]) => [name, expectPrices(series, end)] as const);
    return priceBill({
      cycle,
      timeZone,
      agreements: tariffs,
      carried: await carried(cycle),
      use,
      prices: Object.fromEntries(expected),
      colours,
      holdsRates: true,
    });
  };

  return {
    useOf,
    price: async (cycle) => priceBill(await measured(cycle)),
    priceOpen: async (cycle) => priceBill({ ...(await measured(cycle)), holdsRates: true }),
    terms: async (cycle) => priceTerms({ ...(await measured(cycle)), holdsRates: cycle.end > today }),
    priceExpected,
    carried,
    market: (days) => readMarket(tx, household, days, timeZone, plans),
    read: async (days) => void (await read(days)),
  };
};

// Use by quarter-hours, from the database.

export type UtilityUse = Readonly<Record<Utility, IntervalUse>>;

/** A figure of the household that a meter counts in. */
interface QuarterPart {
  utility: Utility;
  room: string;
  device_id: string;
  flow: Flow;
  is_root: boolean;
  sign: number;
  /** Of the meters that were asked for: the one that it belongs to. */
  apart: string | null;
}

/** What it counted: a packed day from its first instant on, or what is not packed. */
interface QuarterRun {
  first?: number;
  starts?: number[];
  used: number[];
  /** Null: all of it. */
  covered_s: number[] | null;
}

interface QuarterRow extends QuarterPart {
  runs: readonly QuarterRun[];
}

const quarterS = 900;

/** Adds rows up into quarter-hours of `[from, to)`; one that nobody heard is left out. What one sends back is told beside what it drew. */
const sumRows = (rows: readonly QuarterRow[], from: number, to: number): IntervalUse => {
  const count = Math.max(0, Math.ceil((to - from) / quarterS));
  const sums = new Float64Array(count);
  const isKnown = new Uint8Array(count);
  let known = 0;
  for (const { runs, sign } of rows) {
    for (const { first = 0, starts, used, covered_s: coveredS } of runs) {
      const begin = (first - from) / quarterS;
      for (let i = 0; i < used.length; i += 1) {
        const at = starts ? ((starts[i] ?? 0) - from) / quarterS : begin + i;
        if (at < 0 || at >= count) continue;
        const amount = used[i] ?? 0;
        sums[at] = (sums[at] ?? 0) + sign * amount;
        if (isKnown[at] === 1 || (amount === 0 && coveredS !== null && (coveredS[i] ?? quarterS) <= 0)) continue;
        isKnown[at] = 1;
        known += 1;
      }
    }
  }
  const startS = new Float64Array(known);
  const used = new Float64Array(known);
  for (let at = 0, i = 0; at < count; at += 1) {
    if (isKnown[at] !== 1) continue;
    startS[i] = from + at * quarterS;
    used[i] = sums[at] ?? 0;
    i += 1;
  }
  return { spanS: quarterS, startS, used };
};

/** Both in the intervals of either. What went back counts against use where it is read: here it is an amount of its own. */
const withReturned = (drawn: IntervalUse, back: IntervalUse): IntervalUse => {
  if (back.startS.length === 0) return drawn;
  const amounts = ({ startS, used }: IntervalUse) => new Map(Array.from(startS, (at, i) => [at, used[i] ?? 0]));
  const [own, theirs] = [amounts(drawn), amounts(back)];
  const startS = [...new Set([...own.keys(), ...theirs.keys()])].sort((a, b) => a - b);
  return {
    spanS: drawn.spanS,
    startS,
    used: startS.map((at) => own.get(at) ?? 0),
    returned: startS.map((at) => -(theirs.get(at) ?? 0)),
  };
};

interface CountedRows {
  readonly rows: readonly QuarterRow[];
  /** Of what passed the meters that are priced apart. */
  readonly ofMeters: readonly QuarterRow[];
  readonly from: number;
  readonly to: number;
}

/** What was counted, once for each figure that it counts in. */
const readRows = async (
  sql: Transaction,
  household: string,
  days: LocalDays,
  timeZone: string,
  isByDevice: boolean,
  meters: MeterIds,
): Promise<CountedRows> => {
  const [from, to] = instantsOf(days, timeZone);
  const read = async (only: string | null): Promise<QuarterRow[]> => {
    const rows = await sql<{ parts: QuarterPart[]; runs: QuarterRun[] }[]>`
      select * from private.billing_quarters(${household}, ${from}, ${to}, ${isByDevice}, ${only}::bigint[])`;
    return rows.flatMap(({ parts, runs }) => parts.map((one) => ({ ...one, runs })));
  };
  const [rows, ofMeters] = await Promise.all([read(null), meters.length === 0 ? [] : read(idList(meters))]);
  return { rows, ofMeters, from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 };
};

const idList = (meters: MeterIds): string => `{${meters.join(',')}}`;

/** A meter of the household that a tariff may price apart. */
interface MeterApart {
  readonly id: string;
  readonly utility: Utility;
  readonly flow: ApartUse['flow'];
}

/** What belongs to each meter, in the intervals of all: what was not heard of them is not known of it either. */
const withApart = (
  use: IntervalUse,
  meters: readonly Pick<MeterApart, 'id' | 'flow'>[],
  rows: readonly QuarterRow[],
  from: number,
  to: number,
): IntervalUse => {
  if (meters.length === 0) return use;
  const parts = meters.map(({ id, flow }): [string, ApartUse] => {
    const { startS, used } = sumRows(
      rows.filter(({ apart }) => apart === id),
      from,
      to,
    );
    const amounts = new Map(Array.from(startS, (at, i) => [at, used[i] ?? 0]));
    return [id, { flow, amounts: Array.from(use.startS, (at) => amounts.get(at) ?? Number.NaN) }];
  });
  return { ...use, apart: Object.fromEntries(parts) };
};

interface KnownApart {
  readonly meters: readonly MeterApart[];
  readonly twoWay: readonly Utility[];
}

/** Those of the household, and utilities of which it does more than draw. */
const readApart = async (sql: Transaction, household: string, ids: MeterIds): Promise<KnownApart> => {
  if (ids.length === 0) return { meters: [], twoWay: [] };
  const [meters, rows] = await Promise.all([
    sql<MeterApart[]>`select * from private.meters_apart(${household}, ${idList(ids)}::bigint[])`,
    sql<{ utility: Utility }[]>`select * from private.two_way_utilities(${household})`,
  ]);
  return { meters, twoWay: rows.map(({ utility }) => utility) };
};

/** Of the home: what the meters at its door counted. */
const ofHome = ({ rows, ofMeters, from, to }: CountedRows, apart: KnownApart): UtilityUse =>
  byUtility((utility) => {
    const ofFlow = (which: Flow) =>
      sumRows(
        rows.filter((row) => row.is_root && row.utility === utility && row.flow === which),
        from,
        to,
      );
    const use = withReturned(ofFlow('drawn'), ofFlow('returned'));
    const own = (one: { readonly utility: Utility }) => one.utility === utility;
    const told = withApart(use, apart.meters.filter(own), ofMeters.filter(own), from, to);
    return apart.twoWay.includes(utility) ? atMostDrawn(told) : told;
  });

/** `meters`: those that tariffs price apart. */
export const readQuarters = async (
  sql: Transaction,
  household: string,
  days: LocalDays,
  timeZone: string,
  meters: MeterIds,
): Promise<UtilityUse> => {
  const [counted, apart] = await Promise.all([
    readRows(sql, household, days, timeZone, false, meters),
    readApart(sql, household, meters),
  ]);
  return ofHome(counted, apart);
};

const byDevice = (rows: readonly QuarterRow[]): Map<string, QuarterRow[]> => {
  const devices = new Map<string, QuarterRow[]>();
  for (const row of rows) {
    const key = `${row.utility} ${row.device_id}`;
    const own = devices.get(key) ?? [];
    own.push(row);
    devices.set(key, own);
  }
  return devices;
};

/** The same by device: a meter above others gives to its own device what those below it did not use. */
export const readDeviceQuarters = async (
  sql: Transaction,
  household: string,
  days: LocalDays,
  timeZone: string,
  meters: MeterIds,
): Promise<DeviceUse[]> => ofDevices(await readRows(sql, household, days, timeZone, true, meters));

/** Both, in one look. */
export const readHomeAndDevices = async (
  sql: Transaction,
  household: string,
  days: LocalDays,
  timeZone: string,
  meters: MeterIds,
): Promise<{ use: UtilityUse; devices: DeviceUse[] }> => {
  const [counted, apart, atDoor] = await Promise.all([
    readRows(sql, household, days, timeZone, true, meters),
    readApart(sql, household, meters),
    // What passed those meters by device is not what the home's own counted of them.
    meters.length === 0 ? null : readRows(sql, household, days, timeZone, false, meters),
  ]);
  return { use: ofHome(atDoor ?? counted, apart), devices: ofDevices(counted) };
};

const ofDevices = ({ rows, ofMeters: all, from, to }: CountedRows): DeviceUse[] => {
  const devices = byDevice(rows);
  const apart = byDevice(all.filter(({ flow }) => flow === 'drawn'));
  const uses = [...devices].flatMap(([key, own]) => {
    const [row] = own;
    if (!row) return [];
    const ofMeters = apart.get(key) ?? [];
    const ids = [...new Set(ofMeters.flatMap((one) => one.apart ?? []))];
    const passed = ids.map((id) => ({ id, flow: 'drawn' as const }));
    const use = withApart(sumRows(own, from, to), passed, ofMeters, from, to);
    return use.startS.length === 0 ? [] : [{ utility: row.utility, deviceId: row.device_id, room: row.room, use }];
  });
  return utilityIds.flatMap((utility) => {
    const ours = uses.filter((one) => one.utility === utility);
    const theirs = rows.filter((row) => row.utility === utility);
    if (theirs.every(({ flow }) => flow === 'drawn')) return ours;
    const drawn = theirs.filter(({ flow, is_root: isRoot, sign }) => flow === 'drawn' && isRoot && sign > 0);
    return shareDrawn(ours, sumRows(drawn, from, to), drawn[0]?.device_id);
  });
};
