import type { Channel, ConnectedDevice } from '#supabase/tables/index.ts';

/** What is offered as one: a channel, and the switch of the same hardware where that is told apart. */
export interface FoundEntry {
  main: Channel;
  also: Channel | undefined;
}

/** Hardware that nobody has added yet. One counter and one switch of the same device are one thing. */
export function foundEntries(channels: readonly Channel[], isIgnored = false): FoundEntry[] {
  const waiting = channels.filter((one) => one.device_id === null && one.is_ignored === isIgnored);
  const hardware = groupBy(waiting, hardwareOf);
  return [...hardware.values()].flatMap((parts) => {
    const measuring = parts.filter(({ utility }) => utility !== null);
    const switching = parts.filter(({ utility }) => utility === null);
    const [main, also] = [measuring[0], switching[0]];
    if (main !== undefined && measuring.length === 1 && switching.length === 1) return [{ main, also }];
    return parts.map((one) => ({ main: one, also: undefined }));
  });
}

/** Devices that this could be the hardware of: of the same utility, without other hardware for the same work. */
export function possibleDevices(
  { main }: FoundEntry,
  devices: readonly ConnectedDevice[],
  channels: readonly Channel[],
): ConnectedDevice[] {
  const isTaken = (id: string) =>
    channels.some(
      (one) => one.device_id === id && (main.utility === null ? one.command !== null : one.meter_id !== null),
    );
  return devices.filter(({ id, utility }) => (main.utility ?? utility) === utility && !isTaken(id));
}

function hardwareOf({ source, device }: Channel): string {
  return `${source} ${device}`;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
