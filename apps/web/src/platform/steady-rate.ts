import type { LatestAnswer, LatestMeter, UsageRow } from '@wattershed/contracts';

// A counter that shows whole Wh and is read every minute tells its power to 60 W: never finer, however often it is asked.
const readToW = 60;

/**
 * Power that does not flicker between 0 and 60 W: the mean of the last minutes, as far as the latest step allows it.
 * `rows` are by device and five minutes, net of the meters inside, and hold the last quarter of an hour.
 */
export function withSteadyRates(answer: LatestAnswer, rows: readonly UsageRow[]): LatestAnswer {
  const { meters } = answer;
  return { ...answer, meters: meters.map((meter) => ({ ...meter, rate: steadyRate(meter, meters, rows) })) };
}

function steadyRate(meter: LatestMeter, meters: readonly LatestMeter[], rows: readonly UsageRow[]): number | null {
  const { rate, utility, deviceId } = meter;
  if (rate === null || utility !== 'electricity') return rate;
  const own = lastTwo(rows.filter((row) => row.deviceId === deviceId));
  const coveredS = own.reduce((sum, row) => sum + row.coveredS, 0);
  if (coveredS < 120) return rate;
  const starts = own.map(({ start }) => start);
  const devices = withInside(meter, meters);
  const used = rows
    .filter((row) => starts.includes(row.start) && devices.has(row.deviceId ?? ''))
    .reduce((sum, row) => sum + row.used, 0);
  const mean = (used * 3600) / coveredS;
  return Math.max(0, Math.min(rate + readToW, Math.max(rate - readToW, mean)));
}

/** The bucket that is still filling, and the one before it. */
function lastTwo(rows: readonly UsageRow[]): UsageRow[] {
  return [...rows].sort((a, b) => b.start.localeCompare(a.start)).slice(0, 2);
}

function withInside(meter: LatestMeter, meters: readonly LatestMeter[]): Set<string> {
  const devices = new Set([meter.deviceId]);
  for (const child of meters) {
    if (child.parentMeterId !== meter.meterId) continue;
    for (const deviceId of withInside(child, meters)) devices.add(deviceId);
  }
  return devices;
}
