import { type AddChannelBody, type AddedChannel, addFoundDevice } from '../../contract/hardware.ts';
import { askTables } from '#shell/data/tables.ts';
import { callService } from '#shell/data/service.ts';
import type { FoundEntry } from './found-entries.ts';

/** Makes a device of what was found, or hangs it on one that is there; answers the device's id. */
export async function addFound({ main, also }: FoundEntry, body: AddChannelBody): Promise<string> {
  const { device } = await join(main.id, body);
  if (also !== undefined) await join(also.id, { device });
  return device;
}

function join(channel: string, body: AddChannelBody): Promise<AddedChannel> {
  return callService(addFoundDevice, { params: { id: channel }, body });
}

export async function setIgnored({ main, also }: FoundEntry, isIgnored: boolean): Promise<void> {
  const ids = [main, also].flatMap((one) => (one === undefined ? [] : [one.id]));
  await askTables((tables) => tables.from('channels').update({ is_ignored: isIgnored }).in('id', ids).select('id'));
}
