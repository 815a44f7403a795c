import type { ConnectedDevice } from '@wattershed/database';
import { addDevice, changeParent, type DeviceAnswer, type NewDevice, updateDevice } from './device-api.ts';

export interface DeviceDraft extends NewDevice {
  householdId?: string;
  /** The meter that contains this device's; undefined leaves it as it is. */
  parent: number | null | undefined;
}

/** Writes the device first: its meter exists from then on, and can be placed inside another. */
export async function saveDevice(
  userId: string | undefined,
  before: ConnectedDevice | undefined,
  { householdId, parent, ...fields }: DeviceDraft,
): Promise<DeviceAnswer<ConnectedDevice>> {
  const saved =
    before === undefined
      ? await addDevice(userId, { ...fields, ...(householdId !== undefined && { household_id: householdId }) })
      : await updateDevice(before.id, fields);
  const isPlaced = before === undefined ? parent === null || parent === undefined : parent === undefined;
  if (saved.error !== null || isPlaced) return saved;
  const placed = await changeParent(saved.data.id, parent ?? null);
  return placed.error === null ? saved : placed;
}
