/** A zone's offsets, kept from one cycle to the next: asking the platform for a month of days takes longer than pricing it. */
import { type OffsetAt, zoneOffsets } from '../zone-clock.ts';

const mostZones = 16;
const known = new Map<string, OffsetAt>();

export const knownOffsets = (timeZone: string): OffsetAt => {
  const offsetAt = known.get(timeZone) ?? zoneOffsets(timeZone);
  if (!known.has(timeZone) && known.size >= mostZones) known.clear();
  known.set(timeZone, offsetAt);
  return offsetAt;
};
