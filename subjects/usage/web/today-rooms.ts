import { byUtility, type Utility } from '#catalogue/index.ts';
import type { LatestAnswer, LatestMeter } from '../contract/usage.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { weightOf } from './amount.ts';

/** One room's use of today. Null: no meter there, or none that has reported today. */
export interface RoomToday extends Record<Utility, number | null> {
  room: string;
  /** What the whole home's meter saw and no room's meter did. */
  isRemainder: boolean;
}

export const wholeHome = 'whole_home';

/** Today by room, each meter net of the meters inside it, so that the rows add up to the whole. */
export function todayRooms({ meters, at, timeZone }: LatestAnswer): RoomToday[] {
  const today = localDayOf(Date.parse(at), timeZone);
  const rooms = new Map<string, RoomToday>();
  const hasRooms = meters.some(({ room }) => room !== wholeHome);
  for (const meter of meters) {
    const row = rooms.get(meter.room) ?? emptyRoom(meter.room, hasRooms);
    if (reportedOn(meter, today, timeZone)) row[meter.utility] = (row[meter.utility] ?? 0) + netToday(meter, meters);
    rooms.set(meter.room, row);
  }
  return [...rooms.values()].sort((a, b) => Number(a.isRemainder) - Number(b.isRemainder) || weight(b) - weight(a));
}

/** Today's use of the home: of the meters that no other meter contains. */
export function todayTotal({ meters, at, timeZone }: LatestAnswer, utility: Utility): number | null {
  const today = localDayOf(Date.parse(at), timeZone);
  const roots = meters.filter(
    (meter) => meter.utility === utility && meter.parentMeterId === null && reportedOn(meter, today, timeZone),
  );
  return roots.length === 0 ? null : roots.reduce((sum, meter) => sum + meter.today, 0);
}

function netToday(meter: LatestMeter, meters: readonly LatestMeter[]): number {
  const inside = meters.filter(({ parentMeterId }) => parentMeterId === meter.meterId);
  return Math.max(
    0,
    inside.reduce((rest, child) => rest - child.today, meter.today),
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
