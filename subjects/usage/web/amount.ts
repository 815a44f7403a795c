import { useMemo } from 'react';
import { inUse, isDrawn, unseenSign } from '#subjects/readings/domain/meter-tree.ts';
import { useTranslation } from 'react-i18next';
import { byUtility, factsOf, type Utility, utilityIds } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useFormat } from '#shell/household/household.ts';
import { localDayOf, startOfDay } from '#shell/text/local-day.ts';
import type { LatestAnswer, LatestMeter, UsageRow } from '../contract/usage.ts';
import { usedToday } from '../domain/home-meters.ts';

/** Use of one utility in one bucket, in base units. */
export interface Amount {
  used: number;
  estimated: number;
  imported: number;
  coveredS: number;
  /** More may have been used: something was made at home that no meter saw. */
  atLeast?: true | undefined;
}

/** Null: nothing was measured, which is not the same as nothing used. */
export type Amounts = Record<Utility, Amount | null>;

export const noAmounts: Amounts = byUtility(() => null);

/** What use of several utilities weighs together, so that none drowns the others. */
export function weightOf(used: (utility: Utility) => number | null | undefined): number {
  return utilityIds.reduce((sum, utility) => sum + (used(utility) ?? 0) * factsOf(utility).weight, 0);
}

export function addRow(sum: Amount | null, row: UsageRow): Amount | null {
  const isSilent = row.used === 0 && row.estimated === 0 && row.coveredS === 0;
  if (isSilent) return sum;
  return {
    used: (sum?.used ?? 0) + row.used,
    estimated: (sum?.estimated ?? 0) + row.estimated,
    imported: (sum?.imported ?? 0) + row.imported,
    coveredS: (sum?.coveredS ?? 0) + row.coveredS,
    ...((sum?.atLeast ?? row.atLeast) && { atLeast: true }),
  };
}

/** Rows summed by the start of their bucket; a bucket without rows is left out. */
export function sumByStart(rows: readonly UsageRow[]): Map<string, Amounts> {
  const sums = new Map<string, Amounts>();
  for (const row of rows) {
    const before = sums.get(row.start) ?? noAmounts;
    sums.set(row.start, { ...before, [row.utility]: addRow(before[row.utility], row) });
  }
  return sums;
}

/** "≥ 8.1 kWh", of what may be more. */
export const atLeastText = (text: string, atLeast: boolean | undefined): string =>
  atLeast === true ? `≥\u00a0${text}` : text;

/** Amounts in words; what was not measured is said so, not written as 0. */
export function useAmountText() {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const measured = useUtilities();
  return useMemo(() => {
    const one = (utility: Utility, amount: Amount | null) =>
      amount === null ? t('noReadings') : atLeastText(format.amount(utility, amount.used).text, amount.atLeast);
    const all = (amounts: Amounts) =>
      measured.map((utility) => `${t(utility)} ${one(utility, amounts[utility])}`).join(', ');
    return { one, all };
  }, [t, format, measured]);
}

/** One room's use of today. Null: no meter there, or none that has reported today. */
export interface RoomToday extends Record<Utility, number | null> {
  room: string;
  /** What the whole home's meter saw and no room's meter did. */
  isRemainder: boolean;
}

export const wholeHome = 'whole_home';

/** Today by room, each meter net of the meters inside it, so that the rows add up to the whole. */
export function todayRooms({ meters, moved = [], at, timeZone, atLeast }: LatestAnswer): RoomToday[] {
  const today = localDayOf(Date.parse(at), timeZone);
  const rooms = new Map<string, RoomToday>();
  const hasRooms = meters.some(({ room }) => room !== wholeHome);
  for (const meter of meters.filter((one) => isDrawn(one) || one.parentMeterId === null)) {
    const row = rooms.get(meter.room) ?? emptyRoom(meter.room, hasRooms);
    if (reportedOn(meter, today, timeZone))
      row[meter.utility] =
        (row[meter.utility] ?? 0) + netToday(meter, meters, atLeast?.includes(meter.utility) ? unseenSign : inUse);
    rooms.set(meter.room, row);
  }
  for (const { room, utility, used } of moved) {
    const row = rooms.get(room) ?? emptyRoom(room, hasRooms);
    row[utility] = (row[utility] ?? 0) + used;
    rooms.set(room, row);
  }
  return [...rooms.values()].sort((a, b) => Number(a.isRemainder) - Number(b.isRemainder) || weight(b) - weight(a));
}

/** Today's use of the home. */
export function todayTotal(latest: LatestAnswer, utility: Utility): number | null {
  const { at, timeZone } = latest;
  return usedToday(latest, utility, startOfDay(localDayOf(Date.parse(at), timeZone), timeZone));
}

function netToday(meter: LatestMeter, meters: readonly LatestMeter[], sign: (meter: LatestMeter) => number): number {
  const inside = meters.filter(({ parentMeterId }) => parentMeterId === meter.meterId);
  const change = (child: LatestMeter) => (isDrawn(child) ? -child.today : sign(child) * child.today);
  return Math.max(
    0,
    inside.reduce((rest, child) => rest + change(child), sign(meter) * meter.today),
  );
}

function reportedOn({ lastAt, today: used }: LatestMeter, today: string, timeZone: string): boolean {
  return used !== 0 || (lastAt !== null && localDayOf(Date.parse(lastAt), timeZone) >= today);
}

function emptyRoom(room: string, hasRooms: boolean): RoomToday {
  return { room, ...byUtility(() => null), isRemainder: room === wholeHome && hasRooms };
}

function weight(room: RoomToday): number {
  return weightOf((utility) => room[utility]);
}
