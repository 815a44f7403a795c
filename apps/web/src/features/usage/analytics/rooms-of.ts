import { knownRooms } from '@wattershed/catalogue';
import type { LatestAnswer } from '@wattershed/contracts';
import { mainDevices } from './groups.ts';

// The categories that everybody has come first, and stand while the household's own are on their way.
const first = ['kitchen', 'bedroom'];

/** The rooms that can be chosen: kitchen and bedroom, then the household's others as they are usually named. */
export function roomsOf(latest: LatestAnswer | undefined, chosen: string | null): string[] {
  const mains = latest === undefined ? new Set<string>() : mainDevices(latest);
  const own = (latest?.meters ?? []).filter(({ deviceId }) => !mains.has(deviceId)).map(({ room }) => room);
  const rooms = new Set([...first, ...own, ...(chosen === null ? [] : [chosen])]);
  const rank = (room: string) => {
    if (first.includes(room)) return first.indexOf(room) - first.length;
    const at = knownRooms.findIndex((known) => known === room);
    return at === -1 ? knownRooms.length : at;
  };
  return [...rooms].sort((a, b) => rank(a) - rank(b));
}
