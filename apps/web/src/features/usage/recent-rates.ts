import type { Utility } from '@wattershed/catalogue';
import type { UsageRow } from '@wattershed/contracts';

const stepMs = 300_000;
const stepCount = 36;

/** Mean W or L/min of each five minutes of the last three hours; null where nothing was measured. */
export function recentRates(recent: readonly UsageRow[], utility: Utility, now: number): (number | null)[] {
  const byStart = new Map<number, number>();
  for (const row of recent) {
    if (row.utility === utility && (row.coveredS > 0 || row.used !== 0)) byStart.set(Date.parse(row.start), row.used);
  }
  const last = Math.floor(now / stepMs) * stepMs;
  return Array.from({ length: stepCount }, (_, i) => {
    // The step that is not over would look like a fall: the one before it is the last drawn.
    const used = byStart.get(last - (stepCount - i) * stepMs);
    if (used === undefined) return null;
    return utility === 'electricity' ? used * 12 : used / 1000 / 5;
  });
}

/** The lowest hour of the last day, in W: what never sleeps. Null without a day of hours. */
export function alwaysOn(hours: readonly UsageRow[], now: number): number | null {
  const whole = hours.filter(
    (row) =>
      row.utility === 'electricity' &&
      row.coveredS >= 3500 &&
      row.estimated === 0 &&
      Date.parse(row.start) > now - 25 * 3_600_000,
  );
  const complete = whole.filter((row) => Date.parse(row.start) + 3_600_000 <= now);
  if (complete.length < 20) return null;
  return Math.min(...complete.map(({ used }) => used));
}
