/** What rooms and devices cost in the open cycle, dearest first, and what is always on. */
import type { BillCosts, LatestAnswer, Utility } from '@wattershed/contracts';
import { exact, minorDigits, sumOf, textOf } from '@wattershed/domain';
import { wholeHome } from '../home.ts';
import type { Sources } from '../sources.ts';

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

export interface CostFacts {
  readonly start: BillCosts['start'];
  readonly today: BillCosts['today'];
  readonly currency: string;
  readonly total: string;
  /** Standing charges and the like that no device bears. */
  readonly fixed: string;
  /** What of those no room bears. */
  readonly apart: string;
  readonly devices: readonly DeviceCost[];
  readonly rooms: readonly RoomCost[];
  readonly alwaysOn: BillCosts['alwaysOn'];
}

const dearestFirst = <Row extends { readonly cost: string }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => exact(b.cost).compare(exact(a.cost)));

const keyOf = (utility: Utility, device: string): string => `${utility} ${device}`;

const containersOf = ({ meters }: LatestAnswer): ReadonlySet<string> => {
  const parents = new Set(meters.map(({ parentMeterId }) => parentMeterId));
  return new Set(
    meters.filter(({ meterId }) => parents.has(meterId)).map((meter) => keyOf(meter.utility, meter.deviceId)),
  );
};

const isOf =
  (asked: Utility | null) =>
  (one: { readonly utility: Utility }): boolean =>
    asked === null || one.utility === asked;

const devicesOf = (costs: BillCosts, asked: Utility | null, containers: ReadonlySet<string>): DeviceCost[] =>
  dearestFirst(
    costs.utilities.filter(isOf(asked)).flatMap(({ utility, devices }) =>
      devices
        .filter(({ used, cost }) => used !== 0 || Number(cost) !== 0)
        .map(({ deviceId, room, used, cost }) => {
          const isRest = containers.has(keyOf(utility, deviceId));
          return { device: deviceId, room, utility, used, cost, isRest };
        }),
    ),
  );

/** Null: no tariff is in force. */
export const readCostFacts = async (
  { costs: readCosts, latest }: Pick<Sources, 'costs' | 'latest'>,
  utility: Utility | null,
): Promise<CostFacts | null> => {
  const [costs, meters] = await Promise.all([readCosts(), latest()]);
  const { currency } = costs;
  if (currency === null) return null;
  const sum = (amounts: readonly string[]): string =>
    textOf(sumOf(amounts.map((one) => exact(one))), minorDigits(currency));
  const own = costs.utilities.filter(isOf(utility));
  const devices = devicesOf(costs, utility, containersOf(meters));
  const isHomeRest = devices.some(({ room, isRest }) => room === wholeHome && isRest);
  const rooms = costs.rooms.map((one) => ({
    room: one.room,
    cost: sum(one.utilities.filter(isOf(utility)).map(({ total }) => total)),
    isRest: one.room === wholeHome && isHomeRest,
  }));
  return {
    start: costs.start,
    today: costs.today,
    currency,
    total: sum(own.map(({ total }) => total)),
    fixed: sum(own.map(({ fixed }) => fixed)),
    apart: sum(own.map(({ apart }) => apart)),
    devices,
    rooms: dearestFirst(rooms.filter(({ cost }) => Number(cost) !== 0)),
    alwaysOn: utility === 'water' ? null : costs.alwaysOn,
  };
};
