/** What the open cycle's cost comes from: each device's use at the price of its hour, each room's shares, and what is always on. */
import { type Utility, utilityIds, utilityWithStandby } from '#catalogue/index.ts';
import type { BillCosts } from '../contract/bill-costs.ts';
import { cycleOf } from '../domain/bill/billing-cycle.ts';
import { minorDigits } from '../domain/bill/exact-amount.ts';
import { addDays } from '#catalogue/local-day.ts';
import { exact, textOf } from '../domain/tariff/exact.ts';
import { alwaysOn } from '../domain/tariff/explain/always-on.ts';
import type { IntervalUse } from '../domain/tariff/interval-use.ts';
import type { PricedTerm } from '../domain/tariff/price-bill.ts';
import type { Transaction } from '#kernel/db.ts';
import type { BillingSnapshot } from './billing-snapshot.ts';
import { cyclesOf } from './close-bills.ts';
import { createCyclePricer } from './price-cycles.ts';
import { type DeviceUse, readDeviceQuarters } from './read-priced.ts';
import { type PolicyDraft, readSharing, shareRooms } from './share-rooms.ts';
import { shareTerms, usedIn } from './share-terms.ts';

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
    readDeviceQuarters(tx, household, days, timeZone),
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
