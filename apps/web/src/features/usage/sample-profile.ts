import type { Utility } from '@wattershed/catalogue';

/** An invented home for those who have no readings yet: five rooms, the same figures for everyone on the same day. */

export interface SampleRoom {
  room: string;
  /** Wh and mL of a usual day; null: nothing measures it there. */
  electricity: number | null;
  water: number | null;
}

export const sampleRooms: readonly SampleRoom[] = [
  { room: 'kitchen', electricity: 3900, water: 96_000 },
  { room: 'bathroom', electricity: 1700, water: 184_000 },
  { room: 'living_room', electricity: 2300, water: null },
  { room: 'bedroom', electricity: 1250, water: null },
  { room: 'garden', electricity: 140, water: 31_000 },
];

// Shares of a day's use by hour, 00 to 23.
const hourShares: Record<Utility, readonly number[]> = {
  electricity: [2, 2, 2, 2, 2, 2, 4, 6, 5, 4, 4, 4, 5, 5, 4, 4, 4, 5, 7, 8, 7, 6, 4, 2],
  water: [0, 0, 0, 0, 0, 2, 11, 14, 8, 5, 3, 3, 5, 5, 3, 2, 3, 5, 8, 9, 7, 4, 2, 1],
};
// Monday first.
const weekdayFactors: Record<Utility, readonly number[]> = {
  electricity: [0.98, 0.94, 1.0, 0.96, 1.02, 1.12, 1.1],
  water: [0.95, 0.97, 0.93, 1.0, 0.98, 1.16, 1.1],
};
const monthFactors: Record<Utility, readonly number[]> = {
  electricity: [1.18, 1.1, 1.02, 0.92, 0.88, 0.94, 1.04, 1.0, 0.9, 0.94, 1.06, 1.2],
  water: [0.92, 0.92, 0.95, 1.0, 1.06, 1.16, 1.22, 1.18, 1.04, 0.98, 0.94, 0.94],
};

/** Use of a usual day of this date, as a factor. */
export function dayFactor(utility: Utility, day: string): number {
  const number = Date.parse(day) / 86_400_000;
  // The epoch was a Thursday.
  const weekday = weekdayFactors[utility][(number + 3) % 7] ?? 1;
  const phase = utility === 'water' ? 1.3 : 0;
  return weekday * monthFactor(utility, day) * (1 + 0.09 * Math.sin(number * 2.4 + phase));
}

export function monthFactor(utility: Utility, day: string): number {
  return monthFactors[utility][Number(day.slice(5, 7)) - 1] ?? 1;
}

/** The share of a day's use that falls in this hour. */
export function hourShare(utility: Utility, hour: number): number {
  const shares = hourShares[utility];
  return (shares[hour] ?? 0) / shares.reduce((sum, share) => sum + share, 0);
}

/** The share of a day that is used by a moment of it, in ms since its start. */
export function shareUntil(utility: Utility, elapsedMs: number): number {
  const hours = Math.min(24, elapsedMs / 3_600_000);
  let share = 0;
  for (let hour = 0; hour < hours; hour++) share += hourShare(utility, hour) * Math.min(1, hours - hour);
  return share;
}
