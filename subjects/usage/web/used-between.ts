import type { Utility } from '#catalogue/index.ts';
import type { UsageRow } from '../contract/usage.ts';

const hourMs = 3_600_000;

/** Use in [from, to) from hourly rows, an hour cut by either end counting in proportion; null where an hour is missing. */
export function usedBetween(hourly: readonly UsageRow[], utility: Utility, from: number, to: number): number | null {
  let used = 0;
  let seenMs = 0;
  for (const row of hourly) {
    if (row.utility !== utility) continue;
    const start = Date.parse(row.start);
    const overlapMs = Math.min(to, start + hourMs) - Math.max(from, start);
    if (overlapMs <= 0) continue;
    used += row.used * (overlapMs / hourMs);
    seenMs += overlapMs;
  }
  return seenMs < (to - from) * enough ? null : used;
}

// A stray missing hour in a day is not worth withholding the figure; more than that is.
const enough = 0.95;
