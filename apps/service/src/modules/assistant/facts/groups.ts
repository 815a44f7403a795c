/** Use by room and by device, each net of the meters inside it; what the main meter alone saw stands in no room. */
import { factsOf, type Utility, utilityIds } from '@wattershed/catalogue';
import type { LatestAnswer, UsageRow } from '@wattershed/contracts';
import { wholeHome } from '../home.ts';
import { type Amount, type Amounts, sumBy } from './amounts.ts';

/** What the main meter saw and no meter below it did. */
export const untracked = 'untracked';

export interface Group {
  /** A room, a device's id, or `untracked`. */
  readonly key: string;
  readonly amounts: Amounts;
}

/** One group's use of one utility. */
export interface GroupUse {
  readonly key: string;
  readonly amount: Amount;
}

/** Devices whose meters contain others and stand for the whole home: what is left of them is in no room. */
const mainDevices = ({ meters }: LatestAnswer): ReadonlySet<string> => {
  const parents = new Set(meters.map(({ parentMeterId }) => parentMeterId));
  return new Set(
    meters.filter(({ meterId, room }) => room === wholeHome && parents.has(meterId)).map(({ deviceId }) => deviceId),
  );
};

const weight = ({ amounts }: Group): number =>
  utilityIds.reduce((sum, utility) => sum + (amounts[utility]?.used ?? 0) * factsOf(utility).weight, 0);

/** They add up to the total. The largest first, what is left last. */
export const groupsOf = (rows: readonly UsageRow[], by: 'room' | 'device', latest: LatestAnswer): Group[] => {
  const mains = mainDevices(latest);
  const keyOf = (row: UsageRow): string =>
    mains.has(row.deviceId ?? '') ? untracked : ((by === 'room' ? row.room : row.deviceId) ?? '');
  return [...sumBy(rows, keyOf)]
    .map(([key, amounts]) => ({ key, amounts }))
    .sort((a, b) => Number(a.key === untracked) - Number(b.key === untracked) || weight(b) - weight(a));
};

/** Those that used this utility, the largest first, without what is in no room. */
export const rankedGroups = (groups: readonly Group[], utility: Utility): GroupUse[] =>
  groups
    .flatMap(({ key, amounts }) => {
      const amount = amounts[utility];
      return key === untracked || amount === null ? [] : [{ key, amount }];
    })
    .sort((a, b) => b.amount.used - a.amount.used);

/** Devices whose meters lie inside this one's, however deep. */
export const devicesInside = ({ meters }: LatestAnswer, device: string): ReadonlySet<string> => {
  const inside = new Set<string>();
  const above = meters.filter(({ deviceId }) => deviceId === device).map(({ meterId }) => meterId);
  for (let id = above.pop(); id !== undefined; id = above.pop()) {
    for (const meter of meters) {
      if (meter.parentMeterId !== id || meter.deviceId === device || inside.has(meter.deviceId)) continue;
      inside.add(meter.deviceId);
      above.push(meter.meterId);
    }
  }
  return inside;
};
