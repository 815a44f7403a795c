/** What each room bears of the open cycle's cost, by the policy that the household has chosen. */
import type { BillCosts, CostPolicy } from '../contract/bill-costs.ts';
import { exact, sumOf, textOf } from '../domain/tariff/exact.ts';
import { type RoomKind, shareCommon } from '../domain/tariff/explain/share-common.ts';
import type { Transaction } from '#kernel/db.ts';

type UtilityCost = BillCosts['utilities'][number];
type DevicesCost = Omit<UtilityCost, 'apart' | 'unborne'>;
type RoomShares = BillCosts['rooms'][number]['utilities'][number];

/** What somebody would see before it is kept. */
export type PolicyDraft = { readonly [Part in keyof CostPolicy]?: CostPolicy[Part] | undefined };

export interface SharingFacts {
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

export const readSharing = async (tx: Transaction, household: string, draft: PolicyDraft): Promise<SharingFacts> => {
  const [row] = await tx<SharingRow[]>`select * from private.cost_sharing(${household})`;
  const policy = {
    fixed: draft.fixed ?? row?.fixed ?? 'apart',
    common: draft.common ?? row?.common ?? 'apart',
    commonRooms: draft.commonRooms ?? row?.common_rooms ?? [],
  };
  return { policy, rooms: row?.rooms ?? [] };
};

/** What stands in no room is the rest of the home: nobody in particular used it. */
const inNoRoom: ReadonlySet<string> = new Set(['whole_home', '']);

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
    const used = uses.length === 0 ? null : uses.reduce((sum, one) => sum + one, 0);
    return { utility, used, own, common, fixed: share, total };
  });
  const cost: UtilityCost = { utility, ...rest, fixed, devices, apart: shared.apart, unborne: [...shared.unborne] };
  return { cost, shares };
};

/** Each utility by itself: fixed charges of water go by the use of water. */
export const shareRooms = (
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
