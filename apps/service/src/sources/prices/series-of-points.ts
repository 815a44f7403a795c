/** Points in order as a series: their step is the shortest time between two. */
import type { PricePoint } from '@wattershed/domain';
import { type PriceFileFault, type PriceSeriesFile } from './price-file.ts';

const steps = [900, 1800, 3600];

export type SeriesResult =
  | { readonly ok: true; readonly series: PriceSeriesFile }
  | { readonly ok: false; readonly fault: PriceFileFault };

const textOf = (startS: number): string => new Date(startS * 1000).toISOString();

/** `lines` are where the points stand in the file; none: one after the other. */
export const seriesOfPoints = (
  name: string,
  given: readonly PricePoint[],
  lines: readonly number[] = given.map((_, i) => i + 1),
): SeriesResult => {
  const points = given.map((point, i) => ({ point, line: lines[i] })).sort((a, b) => a.point.startS - b.point.startS);
  const fault = (code: PriceFileFault['code'], { point, line }: (typeof points)[number]): SeriesResult => ({
    ok: false,
    fault: { code, line, value: textOf(point.startS) },
  });
  const [first] = points;
  if (!first) return { ok: false, fault: { code: 'prices-empty', value: name } };
  const twice = points.find(({ point }, i) => points[i - 1]?.point.startS === point.startS);
  if (twice) return fault('time-twice', twice);
  const gapAt = (i: number): number => (points[i]?.point.startS ?? 0) - (points[i - 1]?.point.startS ?? 0);
  const gaps = points.slice(1).map((_, i) => gapAt(i + 1));
  const stepS = gaps.reduce((least, gap) => Math.min(least, gap), 3600);
  // Where the step is none of ours, whoever comes too soon after the one before.
  const wrong = points.find(({ point }, i) =>
    steps.includes(stepS) ? point.startS % stepS !== 0 : gapAt(i) === stepS,
  );
  if (wrong) return fault('step-mixed', wrong);
  return { ok: true, series: { series: name, stepS, points: points.map(({ point }) => point) } };
};
