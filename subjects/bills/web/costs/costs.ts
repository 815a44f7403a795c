import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { changeOrAdd } from '#shell/data/tables.ts';
import { useHousehold } from '#shell/household/household.ts';
import { type BillCosts, type CostPolicy, readBillCosts } from '../../contract/bill-costs.ts';
import type { BillChanges } from '../../contract/billing.ts';
import { billingKey } from '../billing-queries.ts';

/** Answers that were kept before rooms shared anything have another key: they lack what is shown now. */
export const costsKey = [...billingKey, 'costs', 'by-policy'] as const;

/** What the open cycle's cost comes from; asked anew when the total beside it has moved on, once that is known. */
export function useCosts(soFarTotal?: string) {
  const householdId = useHousehold().data?.id;
  const costs = useQuery({
    queryKey: [...costsKey, householdId ?? null],
    meta: keptOffline,
    queryFn: ({ signal }) => callService(readBillCosts, { query: { household: householdId }, signal }),
    enabled: householdId !== undefined,
  });
  const { data, refetch } = costs;
  const newerTotal =
    data !== undefined && soFarTotal !== undefined && costsTotal(data) !== Number(soFarTotal) ? soFarTotal : null;
  useEffect(() => {
    if (newerTotal !== null) void refetch();
  }, [newerTotal, refetch]);
  return costs;
}

/** What each room would bear by another policy. While it is asked for, the answer before it stands. */
export function useCostsDraft({ fixed, common, commonRooms }: CostPolicy) {
  const householdId = useHousehold().data?.id;
  const draft = { fixed, common, commonRooms: JSON.stringify(commonRooms) };
  return useQuery({
    queryKey: [...costsKey, householdId ?? null, draft],
    queryFn: ({ signal }) => callService(readBillCosts, { query: { household: householdId, ...draft }, signal }),
    enabled: householdId !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** Throws a TableError. */
export async function savePolicy(householdId: string, { fixed, common, commonRooms }: CostPolicy): Promise<void> {
  await changeOrAdd('cost_policies', { household_id: householdId }, { fixed, common, common_rooms: commonRooms });
}

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
const partsOfOne = 10_000;

export function sumAmounts(amounts: readonly (string | number)[]): number {
  return amounts.reduce<number>((sum, amount) => sum + Math.round(Number(amount) * partsOfOne), 0) / partsOfOne;
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

type ChangePart = BillChanges['utilities'][number]['parts'][number];

export interface ChangeRow {
  key: string;
  /** None: of a utility that only one of the two bills has a tariff for. */
  utility: Utility | null;
  part: Omit<ChangePart, 'amount' | 'kind'> & { kind: ChangePart['kind'] | 'unpriced' };
  amount: number;
}

/** All parts of all utilities, the largest first; they sum to the difference. */
export function changeRows({ difference, utilities }: BillChanges): ChangeRow[] {
  const rows = utilities.flatMap(({ utility, parts }) =>
    parts.map(({ amount, ...part }): ChangeRow => {
      const key = [utility, part.kind, part.device].join(' ');
      return { key, utility, part, amount: Number(amount) };
    }),
  );
  const left = sumAmounts([difference ?? 0, ...rows.map(({ amount }) => -amount)]);
  const unpriced: ChangeRow[] =
    left === 0 ? [] : [{ key: 'unpriced', utility: null, part: { kind: 'unpriced' }, amount: left }];
  return [...rows, ...unpriced].sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
}
