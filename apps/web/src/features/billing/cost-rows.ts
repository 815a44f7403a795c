import type { BillCosts } from '@wattershed/contracts';
import type { Utility } from '@wattershed/database';

/** What a device or a room has cost in the open cycle, and what it used. */
export interface CostRow {
  key: string;
  cost: number;
  /** Each utility's share of it; they sum to `cost`. */
  costs: Readonly<Record<Utility, number>>;
  /** Wh and mL; null: nothing of that utility is there. */
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

/** The same by room. What a meter of the whole home saw beyond the others is in no room: it stands apart. */
export function roomRows(costs: BillCosts, containers: ReadonlySet<string>, wholeHome: string): CostRow[] {
  const rooms = new Map<string, CostRow>();
  for (const row of deviceRows(costs, containers)) {
    const isRest = row.isRest && row.room === wholeHome;
    const key = isRest ? 'rest' : `room ${row.room}`;
    const known = rooms.get(key);
    rooms.set(key, known === undefined ? { ...row, key, isRest } : { ...together(known, row), key, isRest });
  }
  return dearestFirst([...rooms.values()]);
}

function only(utility: Utility, cost: number, used: number): Pick<CostRow, 'cost' | 'costs' | 'used'> {
  return {
    cost,
    costs: { electricity: 0, water: 0, [utility]: cost },
    used: { electricity: null, water: null, [utility]: used },
  };
}

function together(a: CostRow, b: CostRow): CostRow {
  const used = (utility: Utility) =>
    a.used[utility] === null && b.used[utility] === null ? null : (a.used[utility] ?? 0) + (b.used[utility] ?? 0);
  return {
    ...a,
    cost: sumAmounts([a.cost, b.cost]),
    costs: {
      electricity: sumAmounts([a.costs.electricity, b.costs.electricity]),
      water: sumAmounts([a.costs.water, b.costs.water]),
    },
    used: { electricity: used('electricity'), water: used('water') },
  };
}

function dearestFirst(rows: readonly CostRow[]): CostRow[] {
  return rows.toSorted((a, b) => b.cost - a.cost);
}
