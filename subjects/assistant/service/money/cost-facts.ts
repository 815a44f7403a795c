/** What rooms and devices cost in the open cycle or in a period, dearest first, and what is always on. */
import { containersIn } from '#subjects/readings/domain/meter-tree.ts';
import type { Utility } from '#catalogue/index.ts';
import type { BillCosts } from '#subjects/bills/contract/bill-costs.ts';
import { exact, minorDigits, sumOf, textOf } from '#subjects/bills/domain/tariff/exact.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { PeriodCosts } from '#subjects/bills/service/index.ts';
import type { LatestAnswer } from '#subjects/usage/contract/usage.ts';
import type { Sources } from '../asking.ts';
import { wholeHome } from '../home.ts';
import { type AskedPart, type AskedPeriod, isAnyAsked } from '../intent.ts';
import { type Amounts, noAmounts } from '../usage/amounts.ts';
import type { Days } from '../usage/periods.ts';
import { type Reading, readUse } from '../usage/use-facts.ts';

export interface DeviceCost {
  readonly device: string;
  readonly room: string;
  readonly utility: Utility;
  /** Wh or mL. */
  readonly used: number;
  readonly cost: string;
  /** Other meters hang below it: this is what they did not see. */
  readonly isRest: boolean;
}

export interface RoomCost {
  readonly room: string;
  readonly cost: string;
  /** What the meter of the whole home saw beyond all others. */
  readonly isRest: boolean;
}

/** What was used, and is not in the cost. */
interface Unpriced {
  /** They have no tariff at all on these days. */
  readonly utilities: readonly Utility[];
  /** How many days the others have no price on. */
  readonly days: number;
  /** Series of prices of a market, or of day colours, that lack some of these days. */
  readonly missing: readonly string[];
}

/** What the costs of a period rest on. */
interface Heard {
  /** Of the time that there was; null before anything was measured, and of the open cycle, whose bill says it. */
  readonly covered: number | null;
  readonly amounts: Amounts;
}

export interface CostFacts {
  /** Null: the open billing cycle until today, with all that is on its bill. Else the use of a period, and nothing fixed. */
  readonly period: AskedPeriod | null;
  readonly days: Days;
  /** How many billing cycles have set the prices. */
  readonly cycles: number;
  readonly currency: string;
  readonly total: string;
  /** Of each utility that has a price. */
  readonly totals: Partial<Readonly<Record<Utility, string>>>;
  /** Standing charges and the like that no device bears. */
  readonly fixed: string;
  /** What of those no room bears. */
  readonly apart: string;
  readonly devices: readonly DeviceCost[];
  readonly rooms: readonly RoomCost[];
  readonly alwaysOn: BillCosts['alwaysOn'];
  readonly unpriced: Unpriced;
  readonly heard: Heard;
}

/** Of more days, costs are not worked out at once. */
export const maxCostDays = 400;

const dearestFirst = <Row extends { readonly cost: string }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => exact(b.cost).compare(exact(a.cost)));

const keyOf = (utility: Utility, device: string): string => `${utility} ${device}`;

const containersOf = ({ meters }: LatestAnswer): ReadonlySet<string> => {
  const parents = containersIn(meters);
  return new Set(
    meters.filter(({ meterId }) => parents.has(meterId)).map((meter) => keyOf(meter.utility, meter.deviceId)),
  );
};

const isOf =
  (asked: Utility | null) =>
  (one: { readonly utility: Utility }): boolean =>
    asked === null || one.utility === asked;

export const sumIn = (amounts: readonly string[], currency: string): string =>
  textOf(sumOf(amounts.map((one) => exact(one))), minorDigits(currency));

type PricedUtility = Pick<BillCosts['utilities'][number], 'utility'> &
  Pick<PeriodCosts['utilities'][number], 'devices'>;

const devicesOf = (utilities: readonly PricedUtility[], containers: ReadonlySet<string>): DeviceCost[] =>
  dearestFirst(
    utilities.flatMap(({ utility, devices }) =>
      devices
        .filter(({ used, cost }) => used !== 0 || Number(cost) !== 0)
        .map(({ deviceId, room, used, cost }) => {
          const isRest = containers.has(keyOf(utility, deviceId));
          return { device: deviceId, room, utility, used, cost, isRest };
        }),
    ),
  );

const roomsOf = (rooms: readonly Omit<RoomCost, 'isRest'>[], devices: readonly DeviceCost[]): RoomCost[] => {
  const isHomeRest = devices.some(({ room, isRest }) => room === wholeHome && isRest);
  const known = rooms.filter(({ cost }) => Number(cost) !== 0);
  return dearestFirst(known.map((one) => ({ ...one, isRest: one.room === wholeHome && isHomeRest })));
};

const readOpenCosts = async (
  sources: Pick<Sources, 'costs' | 'latest'>,
  utility: Utility | null,
): Promise<CostFacts | null> => {
  const [costs, meters] = await Promise.all([sources.costs(), sources.latest()]);
  const { currency } = costs;
  if (currency === null) return null;
  const own = costs.utilities.filter(isOf(utility));
  const devices = devicesOf(own, containersOf(meters));
  const sum = (amounts: readonly string[]): string => sumIn(amounts, currency);
  const rooms = costs.rooms.map(({ room, utilities }) => ({
    room,
    cost: sum(utilities.filter(isOf(utility)).map(({ total }) => total)),
  }));
  return {
    period: null,
    days: { from: costs.start, to: addDays(costs.today, 1) },
    cycles: 1,
    currency,
    total: sum(own.map(({ total }) => total)),
    totals: Object.fromEntries(own.map((one) => [one.utility, one.total])),
    fixed: sum(own.map(({ fixed }) => fixed)),
    apart: sum(own.map(({ apart }) => apart)),
    devices,
    rooms: roomsOf(rooms, devices),
    alwaysOn: isAnyAsked(utility, 'hasStandby') ? costs.alwaysOn : null,
    unpriced: { utilities: [], days: 0, missing: [] },
    heard: { covered: null, amounts: noAmounts },
  };
};

const unpricedOf = (own: PeriodCosts['utilities']): Unpriced => {
  const priced = own.filter(({ pricedDays }) => pricedDays > 0);
  return {
    utilities: own.filter(({ pricedDays }) => pricedDays === 0).map(({ utility }) => utility),
    days: Math.max(0, ...priced.map(({ unpricedDays }) => unpricedDays)),
    missing: [...new Set(priced.flatMap(({ missing }) => missing))],
  };
};

/** What each room's own devices cost. */
const roomSums = (devices: readonly DeviceCost[], currency: string): Omit<RoomCost, 'isRest'>[] =>
  [...new Set(devices.map(({ room }) => room))].map((room) => ({
    room,
    cost: sumIn(
      devices.filter((one) => one.room === room).map(({ cost }) => cost),
      currency,
    ),
  }));

const readThen = async (reading: Reading, part: AskedPart, period: AskedPeriod): Promise<CostFacts | null> => {
  const [costs, use] = await Promise.all([reading.sources.periodCosts(period), readUse(reading, part, period)]);
  const { currency } = costs;
  if (currency === null) return null;
  const own = costs.utilities.filter(isOf(part.utility));
  const priced = own.filter(({ pricedDays }) => pricedDays > 0);
  const devices = devicesOf(priced, containersOf(use.latest));
  return {
    period,
    days: period,
    cycles: costs.cycles.length,
    currency,
    total: sumIn(
      priced.map(({ cost }) => cost),
      currency,
    ),
    totals: Object.fromEntries(priced.map((one) => [one.utility, one.cost])),
    fixed: '0',
    apart: '0',
    devices,
    rooms: roomsOf(roomSums(devices, currency), devices),
    alwaysOn: null,
    unpriced: unpricedOf(own),
    heard: use,
  };
};

/** `period` null: the open cycle. Null: no tariff is in force. */
export const readCostFacts = (
  reading: Reading,
  part: AskedPart,
  period: AskedPeriod | null,
): Promise<CostFacts | null> =>
  period === null ? readOpenCosts(reading.sources, part.utility) : readThen(reading, part, period);
