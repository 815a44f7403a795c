/** A zone's offsets, kept from one cycle to the next: asking the platform for a month of days takes longer than pricing it. */
import { type OffsetAt, zoneOffsets } from '#catalogue/zone-clock.ts';

const maxZones = 16;
const known = new Map<string, OffsetAt>();

export const knownOffsets = (timeZone: string): OffsetAt => {
  const offsetAt = known.get(timeZone) ?? zoneOffsets(timeZone);
  if (!known.has(timeZone) && known.size >= maxZones) known.clear();
  known.set(timeZone, offsetAt);
  return offsetAt;
};
