import type { BillCosts } from '../../contract/bill-costs.ts';
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';

/** What a device or a room has cost in the open cycle, and what it used. */
export interface CostRow {
  key: string;
  cost: number;
  /** Each utility's share of it; they sum to `cost`. */
  costs: Readonly<Record<Utility, number>>;
  /** In base units; null: nothing of that utility is there. */
  used: Readonly<Record<Utility, number | null>>;
  room: string;
  deviceId?: string;
  /** Other meters hang below it: this is what they did not see. */
  isRest: boolean;
}

/** Decimals are summed as whole numbers: a tenth is not a floating-point number. */
const parts = 10_000;

export function sumAmounts(amounts: readonly (string | number)[]): number {
  return amounts.reduce<number>((sum, amount) => sum + Math.round(Number(amount) * parts), 0) / parts;
}

export function costsTotal({ utilities }: BillCosts): number {
  return sumAmounts(utilities.map(({ total }) => total));
}

export function costsFixed({ utilities }: BillCosts): number {
  return sumAmounts(utilities.map(({ fixed }) => fixed));
}

/** A device's meter of one utility, as a key. */
export function meterKey(utility: Utility, deviceId: string): string {
  return `${utility} ${deviceId}`;
}

/** Each device that cost or used something, dearest first. */
export function deviceRows({ utilities }: BillCosts, containers: ReadonlySet<string>): CostRow[] {
  const rows = utilities.flatMap(({ utility, devices }) =>
    devices
      .filter(({ used, cost }) => used !== 0 || Number(cost) !== 0)
      .map(({ deviceId, room, used, cost }): CostRow => {
        const key = meterKey(utility, deviceId);
        return { key, deviceId, room, isRest: containers.has(key), ...only(utility, Number(cost), used) };
      }),
  );
  return dearestFirst(rows);
}

/** What a room bears, by the policy of the household. */
export interface RoomRow extends CostRow {
  kind: BillCosts['rooms'][number]['kind'];
  /** Its own use and its shares; they sum to `cost`. A common area's share is what others bear of it, below zero. */
  own: number;
  common: number;
  fixed: number;
}

/** Each room that bears or used something, dearest first. What a meter of the whole home saw beyond the others stands apart. */
export function roomRows(
  { rooms, utilities }: BillCosts,
  containers: ReadonlySet<string>,
  wholeHome: string,
): RoomRow[] {
  const isContained = utilities.some(({ utility, devices }) =>
    devices.some(({ deviceId, room }) => room === wholeHome && containers.has(meterKey(utility, deviceId))),
  );
  const rows = rooms.map((one): RoomRow => {
    const isRest = one.room === wholeHome && isContained;
    const of = (utility: Utility) => one.utilities.find((share) => share.utility === utility);
    const sum = (part: 'own' | 'common' | 'fixed' | 'total') => sumAmounts(one.utilities.map((share) => share[part]));
    return {
      key: isRest ? 'rest' : `room ${one.room}`,
      room: one.room,
      kind: one.kind,
      isRest,
      own: sum('own'),
      common: sum('common'),
      fixed: sum('fixed'),
      cost: sum('total'),
      costs: byUtility((utility) => Number(of(utility)?.total ?? 0)),
      used: byUtility((utility) => of(utility)?.used ?? null),
    };
  });
  return dearestFirst(
    rows.filter(({ cost, own, used }) => cost !== 0 || own !== 0 || utilityIds.some((utility) => used[utility])),
  );
}

/** What no room bears of the fixed charges. */
export function costsApart({ utilities }: BillCosts): number {
  return sumAmounts(utilities.map(({ apart }) => apart));
}

function only(utility: Utility, cost: number, used: number): Pick<CostRow, 'cost' | 'costs' | 'used'> {
  return {
    cost,
    costs: { ...byUtility(() => 0), [utility]: cost },
    used: { ...byUtility(() => null), [utility]: used },
  };
}

function dearestFirst<Row extends CostRow>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => b.cost - a.cost);
}
