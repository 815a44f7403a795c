import { type Completeness, sharesOf } from '../completeness.ts';
import type { AnalyticsFigures } from './analytics-figures.ts';
import { bucketOf, instantOf, startsOf } from './period.ts';

/** How much of the period was measured: a device counts from the bucket after its first one. */
export function coverageOf(figures: AnalyticsFigures): Completeness {
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
  return { covered: expectedMs === 0 ? null : Math.min(1, (coveredS * 1000) / expectedMs), ...sharesOf(parts) };
}
