/** What the open cycle's cost comes from: each device's use at the price of its hour, each room's shares, and what is always on. */
import type { DeviceUse } from '../domain/tariff/explain/share-drawn.ts';
import { type Utility, utilityIds, utilityWithStandby } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { Transaction } from '#kernel/db.ts';
import type { BillCosts, CostPolicy } from '../contract/bill-costs.ts';
import { cycleOf } from '../domain/bill/billing-cycle.ts';
import { exact, minorDigits, sumOf, textOf } from '../domain/tariff/exact.ts';
import { alwaysOn } from '../domain/tariff/explain/always-on.ts';
import { type RoomKind, shareCommon } from '../domain/tariff/explain/share-common.ts';
import { type CostPart, shareCost } from '../domain/tariff/explain/share-cost.ts';
import { sum } from '../domain/tariff/explain/price-theirs.ts';
import type { IntervalUse } from '../domain/tariff/interval-use.ts';
import type { PricedTerm } from '../domain/tariff/price-bill.ts';
import { type BillingSnapshot, metersOf } from './billing-snapshot.ts';
import { cyclesOf } from './close-bills.ts';
import { createCyclePricer, readDeviceQuarters } from './price-cycles.ts';

const stillDays = 28;
const monthDays = 30;

const devicesOf = (utility: Utility, devices: readonly DeviceUse[], terms: readonly PricedTerm[], digits: number) => {
  const own = devices.filter((one) => one.utility === utility);
  const shared = shareTerms(
    terms,
    own.map(({ deviceId, use }) => ({ key: deviceId, use })),
    digits,
  );
  return {
    utility,
    total: shared.total,
    fixed: shared.fixed,
    devices: own
      .map(({ deviceId, room, use }) => ({ deviceId, room, used: usedIn(use), cost: shared.costOf(deviceId) }))
      .sort((a, b) => Number(b.cost) - Number(a.cost)),
  };
};

/** The same in every quarter-hour, but never more than what was used. */
const evenUse = ({ spanS, startS, used }: IntervalUse, wattHours: number): IntervalUse => ({
  spanS,
  startS,
  used: Array.from(used, (one) => Math.min(one, wattHours)),
});

const without = (whole: IntervalUse, part: IntervalUse): IntervalUse => ({
  ...whole,
  used: Array.from(whole.used, (used, i) => used - (part.used[i] ?? 0)),
});

const costOfAlwaysOn = (
  wattHours: number | null,
  use: IntervalUse,
  terms: readonly PricedTerm[],
  digits: number,
): BillCosts['alwaysOn'] => {
  if (wattHours === null || use.startS.length === 0) return null;
  const even = evenUse(use, wattHours);
  const shared = shareTerms(
    terms,
    [
      { key: 'even', use: even },
      { key: 'rest', use: without(use, even) },
    ],
    digits,
  );
  const cost = shared.costOf('even');
  const used = usedIn(even);
  const inMonth = wattHours * 4 * 24 * monthDays;
  return {
    watts: wattHours * 4,
    cost,
    month: used === 0 ? '0' : textOf(exact(cost).mul(inMonth).div(used), digits, digits),
  };
};

export const readCosts = async (tx: Transaction, snapshot: BillingSnapshot, draft: PolicyDraft): Promise<BillCosts> => {
  const { household, timeZone, today } = snapshot;
  const open = cyclesOf(snapshot).at(-1) ?? cycleOf(today, snapshot.rule);
  const days = { start: open.start, end: addDays(today, 1) };
  const still = { start: addDays(today, -stillDays), end: today };
  const pricer = createCyclePricer(tx, snapshot);
  const [sharing, devices] = await Promise.all([
    readSharing(tx, household, draft),
    readDeviceQuarters(tx, household, days, timeZone, metersOf(snapshot.tariffs)),
    pricer.read({ start: still.start < days.start ? still.start : days.start, end: days.end }),
  ]);
  const use = await pricer.useOf(days.start, days.end);
  const terms = await pricer.terms({ ...open, ...days });
  const answer = { household, start: open.start, today, policy: sharing.policy };
  const currency = terms[0]?.term.plan.currency;
  if (currency === undefined) return { ...answer, currency: null, utilities: [], rooms: [], alwaysOn: null };
  const digits = minorDigits(currency);
  const ofUtility = (utility: Utility) => terms.filter(({ term }) => term.utility === utility);
  const inStillDays = await pricer.useOf(still.start, still.end);
  const utilities = utilityIds
    .filter((utility) => ofUtility(utility).length > 0)
    .map((utility) => devicesOf(utility, devices, ofUtility(utility), digits));
  return {
    ...answer,
    currency,
    ...shareRooms(utilities, sharing, digits),
    alwaysOn: costOfAlwaysOn(
      alwaysOn(inStillDays[utilityWithStandby], timeZone),
      use[utilityWithStandby],
      ofUtility(utilityWithStandby),
      digits,
    ),
  };
};

// What of a utility's cost falls to each of several uses, over all the tariffs that were in force.

export const usedIn = ({ used }: IntervalUse): number => sum(used);

export const sumTexts = (amounts: readonly string[], digits: number): string =>
  textOf(sumOf(amounts.map((one) => exact(one))), digits);

/** The cost of each part over all terms of a utility, by key; and what is fixed. */
export const shareTerms = (terms: readonly PricedTerm[], parts: readonly CostPart[], digits: number) => {
  const shared = terms.map(({ input, bill }) => shareCost(input, bill, parts, digits));
  return {
    costOf: (key: string): string =>
      sumTexts(
        shared.map((one) => one.parts[key] ?? '0'),
        digits,
      ),
    /** How much of its use has no price, in Wh or mL. */
    unpricedOf: (key: string): number => sum(shared.map(({ unpriced }) => unpriced[key] ?? 0)),
    fixed: sumTexts(
      shared.map(({ fixed }) => fixed),
      digits,
    ),
    total: sumTexts(
      terms.map(({ bill }) => bill.total),
      digits,
    ),
  };
};

// What each room bears of the open cycle's cost, by the policy that the household has chosen.

type UtilityCost = BillCosts['utilities'][number];
type DevicesCost = Omit<UtilityCost, 'apart' | 'unborne'>;
type RoomShares = BillCosts['rooms'][number]['utilities'][number];

/** What somebody would see before it is kept. */
export type PolicyDraft = { readonly [Part in keyof CostPolicy]?: CostPolicy[Part] | undefined };

interface SharingFacts {
  readonly policy: CostPolicy;
  /** Of the devices in use. */
  readonly rooms: readonly string[];
}

interface SharingRow {
  fixed: CostPolicy['fixed'] | null;
  common: CostPolicy['common'] | null;
  common_rooms: string[] | null;
  rooms: string[];
}

const readSharing = async (tx: Transaction, household: string, draft: PolicyDraft): Promise<SharingFacts> => {
  const [row] = await tx<SharingRow[]>`select * from private.cost_sharing(${household})`;
  const policy = {
    fixed: draft.fixed ?? row?.fixed ?? 'apart',
    common: draft.common ?? row?.common ?? 'apart',
    commonRooms: draft.commonRooms ?? row?.common_rooms ?? [],
  };
  return { policy, rooms: row?.rooms ?? [] };
};

/** What stands in no room is the rest of the home: nobody in particular used it. */
export const inNoRoom: ReadonlySet<string> = new Set(['whole_home', '']);

const kindOf = (room: string, { commonRooms }: CostPolicy): RoomKind => {
  if (inNoRoom.has(room)) return 'home';
  return commonRooms.includes(room) ? 'common' : 'own';
};

const shareUtility = (
  { utility, fixed, devices, ...rest }: DevicesCost,
  rooms: readonly string[],
  policy: CostPolicy,
  digits: number,
) => {
  const there = (room: string) => devices.filter((one) => one.room === room);
  const owns = rooms.map((room) => ({
    room,
    kind: kindOf(room, policy),
    own: textOf(sumOf(there(room).map(({ cost }) => exact(cost))), digits),
  }));
  const shared = shareCommon(owns, fixed, policy, digits);
  const shares = shared.rooms.map(({ room, own, common, fixed: share, total }): RoomShares => {
    const uses = there(room).map(({ used }) => used);
    const used = uses.length === 0 ? null : sum(uses);
    return { utility, used, own, common, fixed: share, total };
  });
  const cost: UtilityCost = { utility, ...rest, fixed, devices, apart: shared.apart, unborne: [...shared.unborne] };
  return { cost, shares };
};

/** Each utility by itself: fixed charges of water go by the use of water. */
const shareRooms = (
  utilities: readonly DevicesCost[],
  { policy, rooms }: SharingFacts,
  digits: number,
): Pick<BillCosts, 'utilities' | 'rooms'> => {
  const used = utilities.flatMap(({ devices }) => devices.map(({ room }) => room));
  const all = [...new Set([...rooms, ...used])].sort();
  const shared = utilities.map((one) => shareUtility(one, all, policy, digits));
  return {
    utilities: shared.map(({ cost }) => cost),
    rooms: all.map((room, i) => ({
      room,
      kind: kindOf(room, policy),
      utilities: shared.flatMap(({ shares }) => shares[i] ?? []),
    })),
  };
};
