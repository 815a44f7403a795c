import type { Utility } from '@wattershed/catalogue';
import type { UsageRow } from '@wattershed/contracts';
import { sumByStart } from '../amount.ts';

export interface YearDay {
  day: string;
  used: number | null;
}

/** Every day of the year, in order; null where nothing was measured. */
export function yearDays(rows: readonly UsageRow[], utility: Utility, days: readonly string[]): YearDay[] {
  const sums = sumByStart(rows);
  return days.map((day) => ({ day, used: sums.get(day)?.[utility]?.used ?? null }));
}

/** The days with the most and the least use, of those that are over. */
export function extremes(days: readonly YearDay[], today: string): { most: YearDay; least: YearDay } | null {
  const known = days.filter(({ day, used }) => used !== null && day < today);
  const [first] = known;
  if (first === undefined) return null;
  const by = (better: (a: number, b: number) => boolean) =>
    known.reduce((best, one) => (better(one.used ?? 0, best.used ?? 0) ? one : best), first);
  return { most: by((a, b) => a > b), least: by((a, b) => a < b) };
}

/** Four bounds between five shades, so that a fifth of the days falls in each; ascending, and none where all days are alike. */
export function shadeBounds(values: readonly (number | null)[]): number[] {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (known.length === 0) return [];
  const bounds = [0.2, 0.4, 0.6, 0.8].map((share) => roundOff(known[Math.floor(share * (known.length - 1))] ?? 0));
  return [...new Set(bounds)];
}

// Two figures are enough to tell shades apart by.
function roundOff(value: number): number {
  if (value === 0) return 0;
  const power = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  return Number((Math.round(value / power) * power).toPrecision(12));
}
