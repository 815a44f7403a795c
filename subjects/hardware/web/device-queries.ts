import { queryOptions, useQuery } from '@tanstack/react-query';
import { knownRooms, toKnownRoom } from '#catalogue/rooms.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { useHousehold } from '#shell/household/household.ts';
import { readMembers } from '#subjects/household/contract/household.ts';
import type { LatestMeter } from '#subjects/usage/contract/usage.ts';
import type { Channel, ConnectedDevice, IngestToken, Meter } from '#supabase/tables/index.ts';

export type MeterRow = Pick<
  Meter,
  'id' | 'device_id' | 'utility' | 'key' | 'reading_kind' | 'flow' | 'parent_meter_id' | 'register_unit' | 'created_at'
>;
export type TokenRow = Pick<
  IngestToken,
  'id' | 'name' | 'hint' | 'created_by' | 'created_at' | 'last_used_at' | 'revoked_at'
>;

function metersQuery(householdId: string | undefined) {
  return queryOptions({
    queryKey: ['meters', householdId ?? null],
    queryFn: async () => {
      if (householdId === undefined) return [];
      return askTables<MeterRow[]>((tables) =>
        tables
          .from('meters')
          .select('id,device_id,utility,key,reading_kind,flow,parent_meter_id,register_unit,created_at')
          .eq('household_id', householdId)
          .order('id', { ascending: true }),
      );
    },
    meta: keptOffline,
  });
}

export function useMeters() {
  const householdId = useHousehold().data?.id;
  return useQuery({ ...metersQuery(householdId), enabled: householdId !== undefined });
}

/** The tokens that still open the door; revoked ones are not listed. */
function tokensQuery(householdId: string | undefined) {
  return queryOptions({
    queryKey: ['tokens', householdId ?? null],
    queryFn: async () => {
      if (householdId === undefined) return [];
      return askTables<TokenRow[]>((tables) =>
        tables
          .from('ingest_tokens')
          .select('id,name,hint,created_by,created_at,last_used_at,revoked_at')
          .eq('household_id', householdId)
          .is('revoked_at', null)
          .order('created_at', { ascending: true }),
      );
    },
  });
}

export function useTokens() {
  const householdId = useHousehold().data?.id;
  return useQuery({ ...tokensQuery(householdId), enabled: householdId !== undefined });
}

/** The names of those who are in the household by their ids; asked for where somebody else made a token. */
export function usePeopleNames(isNeeded: boolean) {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: ['people-names', householdId ?? null],
    queryFn: async ({ signal }) => {
      const { members } = await callService(readMembers, { params: { household: householdId ?? '' }, signal });
      return new Map(members.map(({ userId, name }) => [userId, name]));
    },
    enabled: isNeeded && householdId !== undefined,
  });
}

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
  return [...groups].map(([room, entries]) => ({ room, entries })).sort((a, b) => compareRooms(a.room, b.room));
}

/** The rooms that everyone has in their order, then the home's own. */
export const compareRooms = (a: string, b: string): number => place(a) - place(b) || a.localeCompare(b);

// What stands in no room comes last.
function place(room: string): number {
  if (room === '') return knownRooms.length + 1;
  const known = toKnownRoom(room);
  return known === undefined ? knownRooms.length : knownRooms.indexOf(known);
}

/** Meters that may contain this device's: that draw the same utility, and not contained by it, however deep. */
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
  return meters.filter((meter) => meter.utility === utility && meter.flow === 'drawn' && !inside.has(meter.id));
}
