import { askTables, TableError } from '#shell/data/tables.ts';
import type { ConnectedDevice, Meter } from '#supabase/tables/index.ts';

export type NewDevice = Pick<ConnectedDevice, 'name' | 'room' | 'utility'>;
type DeviceChange = Partial<Pick<ConnectedDevice, 'name' | 'room' | 'utility' | 'is_active'>>;

/** What was asked for, or the error's message with null data. `code` tells the interface which words to use. */
export type DeviceAnswer<T> = { data: T; error: null } | { data: null; error: string; code: string };

export async function addDevice(
  userId: string | undefined,
  device: NewDevice & { household_id?: string },
): Promise<DeviceAnswer<ConnectedDevice>> {
  if (userId === undefined) return { data: null, error: 'Not authenticated', code: 'not-authenticated' };
  return settle<ConnectedDevice>((tables) =>
    tables
      .from('connected_devices')
      .insert({ ...device, user_id: userId })
      .select(),
  );
}

export async function updateDevice(id: string, change: DeviceChange): Promise<DeviceAnswer<ConnectedDevice>> {
  return settle<ConnectedDevice>((tables) => tables.from('connected_devices').update(change).eq('id', id).select());
}

export async function removeDevice(id: string): Promise<DeviceAnswer<Pick<ConnectedDevice, 'id'>>> {
  return settle<Pick<ConnectedDevice, 'id'>>((tables) =>
    tables.from('connected_devices').delete().eq('id', id).select('id'),
  );
}

export type MeterChange = Partial<Pick<Meter, 'parent_meter_id' | 'flow'>>;

/** What contains this device's meters (null: nothing does), and what passes them. Left out which: all of them. */
export async function changeMeters(
  deviceId: string,
  change: MeterChange,
  meterId?: number,
): Promise<DeviceAnswer<{ id: number }>> {
  return settle<{ id: number }>((tables) => {
    const asked = tables.from('meters').update(change).eq('device_id', deviceId);
    return (meterId === undefined ? asked : asked.eq('id', meterId)).select('id');
  });
}

/** From when on something is where it is said to be: an instant, null for since ever, left out for now. */
export interface Dated {
  readonly since?: string | null;
}
export type Move = { readonly table: 'device_rooms' | 'meter_parents'; readonly id: number };

export async function addMove(
  household_id: string,
  move: { device_id: string; room: string } | { meter_id: number; parent_meter_id: number | null },
  dated: Dated,
): Promise<DeviceAnswer<Move>> {
  const table = 'room' in move ? 'device_rooms' : 'meter_parents';
  const added = await settle<{ id: number }>((tables) =>
    tables
      .from(table)
      .insert({ household_id, ...move, ...dated } as never)
      .select('id'),
  );
  return added.error === null ? { data: { table, id: added.data.id }, error: null } : added;
}

/** What was so before is so again. The last one goes first: in between nothing is said that never was. */
export async function undoMoves(moves: readonly Move[]): Promise<DeviceAnswer<{ id: number }> | undefined> {
  for (const { table, id } of moves.toReversed()) {
    const undone = await settle<{ id: number }>((tables) => tables.from(table).delete().eq('id', id).select('id'));
    if (undone.error !== null) return undone;
  }
  return undefined;
}

async function settle<T>(ask: Parameters<typeof askTables>[0]): Promise<DeviceAnswer<T>> {
  try {
    const [row] = await askTables<T[]>(ask);
    // Under row-level security another household's row is no error: it simply is not there.
    return row === undefined
      ? { data: null, error: 'Device not found', code: 'not-found' }
      : { data: row, error: null };
  } catch (error) {
    const isSilence = !(error instanceof TableError) || error.status === 0;
    const code = isSilence ? 'network' : error.code;
    return { data: null, error: error instanceof Error ? error.message : String(error), code };
  }
}
