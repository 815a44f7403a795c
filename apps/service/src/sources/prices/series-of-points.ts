/** Points in order as a series: their step is the shortest time between two. */
import type { PricePoint } from '@wattershed/domain';
import { type PriceFileFault, type PriceSeriesFile } from './price-file.ts';

const steps = [900, 1800, 3600];

export type SeriesResult =
  | { readonly ok: true; readonly series: PriceSeriesFile }
  | { readonly ok: false; readonly fault: PriceFileFault };

const textOf = (startS: number): string => new Date(startS * 1000).toISOString();

export const seriesOfPoints = (name: string, given: readonly PricePoint[]): SeriesResult => {
  const points = [...given].sort((a, b) => a.startS - b.startS);
  const [first] = points;
  if (!first) return { ok: false, fault: { code: 'prices-empty', value: name } };
  const twice = points.find(({ startS }, i) => points[i + 1]?.startS === startS);
  if (twice) return { ok: false, fault: { code: 'time-twice', value: textOf(twice.startS) } };
  const gaps = points.slice(1).map(({ startS }, i) => startS - (points[i]?.startS ?? 0));
  const stepS = Math.min(3600, ...gaps);
  const wrong = points.find(({ startS }) => startS % stepS !== 0);
  if (!steps.includes(stepS) || wrong)
    return { ok: false, fault: { code: 'step-mixed', value: textOf((wrong ?? first).startS) } };
  return { ok: true, series: { series: name, stepS, points } };
};
