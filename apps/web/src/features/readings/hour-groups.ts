import type { KeptReading } from '@wattershed/contracts';

export interface HourGroup {
  /** The first instant of the hour that has a reading. */
  readonly at: number;
  readonly readings: readonly KeptReading[];
  readonly used: number;
}

/** A day with more readings than this is shown by the hour. */
export const flatAtMost = 48;

/** `hourOf`: the local hour of an instant, as it is written. */
export function groupByHour(readings: readonly KeptReading[], hourOf: (at: number) => string): HourGroup[] {
  const groups: { key: string; at: number; readings: KeptReading[]; used: number }[] = [];
  for (const reading of readings) {
    const at = Date.parse(reading.at);
    const key = hourOf(at);
    const last = groups.at(-1);
    if (last?.key === key) {
      last.readings.push(reading);
      last.used += reading.used ?? 0;
    } else groups.push({ key, at, readings: [reading], used: reading.used ?? 0 });
  }
  return groups;
}
