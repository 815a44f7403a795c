import { knownRooms, toKnownRoom } from '#catalogue/rooms.ts';
import type { LatestMeter } from '#subjects/usage/contract/usage.ts';
import type { Channel, ConnectedDevice } from '#supabase/tables/index.ts';
import type { MeterRow } from './device-queries.ts';

export interface DeviceEntry {
  device: ConnectedDevice;
  meters: MeterRow[];
  latest: LatestMeter[];
  /** The hardware that it stands on, as far as that made itself known. */
  channels: Channel[];
}

export interface RoomGroup {
  room: string;
  entries: DeviceEntry[];
}

/** Devices by room: the rooms everyone has in their usual order, then others by name, devices as they were added. */
export function groupByRoom(
  devices: readonly ConnectedDevice[],
  meters: readonly MeterRow[],
  latest: readonly LatestMeter[],
  channels: readonly Channel[] = [],
): RoomGroup[] {
  const groups = new Map<string, DeviceEntry[]>();
  for (const device of devices) {
    const entry = {
      device,
      meters: meters.filter(({ device_id }) => device_id === device.id),
      latest: latest.filter(({ deviceId }) => deviceId === device.id),
      channels: channels.filter(({ device_id }) => device_id === device.id),
    };
    groups.set(device.room, [...(groups.get(device.room) ?? []), entry]);
  }
  return [...groups]
    .map(([room, entries]) => ({ room, entries }))
    .sort((a, b) => place(a.room) - place(b.room) || a.room.localeCompare(b.room));
}

// What stands in no room comes last.
function place(room: string): number {
  if (room === '') return knownRooms.length + 1;
  const known = toKnownRoom(room);
  return known === undefined ? knownRooms.length : knownRooms.indexOf(known);
}

/** Meters that may contain this device's: of the same utility, and not contained by it, however deep. */
export function possibleParents(
  meters: readonly MeterRow[],
  deviceId: string | undefined,
  utility: string,
): MeterRow[] {
  const inside = new Set(meters.filter(({ device_id }) => device_id === deviceId).map(({ id }) => id));
  let before = -1;
  while (inside.size > before) {
    before = inside.size;
    for (const { id, parent_meter_id } of meters)
      if (parent_meter_id !== null && inside.has(parent_meter_id)) inside.add(id);
  }
  return meters.filter((meter) => meter.utility === utility && !inside.has(meter.id));
}
