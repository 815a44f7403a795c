import { rateOver, type Utility } from '@wattershed/catalogue';
import type { UsageRow } from '@wattershed/contracts';

const stepMs = 300_000;
const stepCount = 36;

/** The mean flow of each five minutes of the last three hours; null where nothing was measured. */
export function recentRates(recent: readonly UsageRow[], utility: Utility, now: number): (number | null)[] {
  const byStart = new Map<number, number>();
  for (const row of recent) {
    if (row.utility === utility && (row.coveredS > 0 || row.used !== 0)) byStart.set(Date.parse(row.start), row.used);
  }
  const last = Math.floor(now / stepMs) * stepMs;
  return Array.from({ length: stepCount }, (_, i) => {
    // The step that is not over would look like a fall: the one before it is the last drawn.
    const used = byStart.get(last - (stepCount - i) * stepMs);
    return used === undefined ? null : rateOver(utility, used, stepMs);
  });
}

/** The flow of the lowest hour of the last day: what never sleeps. Null without a day of hours. */
export function alwaysOn(hours: readonly UsageRow[], utility: Utility, now: number): number | null {
  const whole = hours.filter(
    (row) =>
      row.utility === utility &&
      row.coveredS >= 3500 &&
      row.estimated === 0 &&
      Date.parse(row.start) > now - 25 * 3_600_000,
  );
  const complete = whole.filter((row) => Date.parse(row.start) + 3_600_000 <= now);
  if (complete.length < 20) return null;
  return rateOver(utility, Math.min(...complete.map(({ used }) => used)), 3_600_000);
}
