import type { AnalyticsFigures } from './analytics-figures.ts';
import { bucketOf, instantOf, startsOf } from './period.ts';

export interface Coverage {
  /** Seconds measured of the seconds that there were; null before anything was. */
  covered: number | null;
  /** Shares of all that was used. */
  estimated: number;
  imported: number;
}

/** How much of the period was measured: a device counts from the bucket after its first one. */
export function coverageOf(figures: AnalyticsFigures): Coverage {
  const { parts, request, timeZone, now, latest } = figures;
  const bucket = bucketOf(request.period, request.grouping !== 'utility');
  const partBucket = bucket === '5m' || bucket === 'hour' ? 'day' : bucket;
  const starts = startsOf(request.period, partBucket, timeZone);
  const ends = [...starts.slice(1), request.period.to].map((start) => Math.min(now, instantOf(start, timeZone)));
  const begin = instantOf(request.period.from, timeZone);
  const spans = starts.map((start, i) => Math.max(0, (ends[i] ?? 0) - Math.max(begin, instantOf(start, timeZone))));
  let coveredS = 0;
  let expectedMs = 0;
  for (const device of new Set(parts.map(({ deviceId }) => deviceId))) {
    const own = parts.filter((row) => row.deviceId === device && row.coveredS > 0);
    const first = starts.findIndex((start) => own.some((row) => row.start === start));
    if (first === -1) continue;
    const from = first === 0 ? 0 : first + 1;
    const registers = Math.max(1, latest.meters.filter(({ deviceId }) => deviceId === device).length);
    const counted = new Set(starts.slice(from));
    expectedMs += registers * spans.slice(from).reduce((sum, span) => sum + span, 0);
    for (const row of own) if (counted.has(row.start)) coveredS += row.coveredS;
  }
  return { covered: expectedMs === 0 ? null : Math.min(1, (coveredS * 1000) / expectedMs), ...sharesOf(figures) };
}

function sharesOf({ parts }: AnalyticsFigures) {
  const worth = { used: 0, estimated: 0, imported: 0 };
  for (const row of parts) {
    // A litre weighs as much as 10 Wh here, so that neither utility drowns the other.
    const scale = row.utility === 'water' ? 0.01 : 1;
    worth.used += Math.abs(row.used) * scale;
    worth.estimated += Math.abs(row.estimated) * scale;
    worth.imported += Math.abs(row.imported) * scale;
  }
  const share = (part: number) => (worth.used === 0 ? 0 : Math.min(1, part / worth.used));
  return { estimated: share(worth.estimated), imported: share(worth.imported) };
}
