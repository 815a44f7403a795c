import { type ChartData, type ChartSeries, type Hue, hues } from './series-look.ts';
import type { ChartPaint } from './chart-drawing.ts';

/** Builders for tests of charts. */

export function chartData(values: (number | null)[], rest: Partial<ChartSeries> = {}): ChartData {
  return {
    placeHeading: 'Day',
    places: values.map((_, i) => ({ key: `2026-11-${i + 1}`, label: String(i + 1), name: `Day ${i + 1}` })),
    series: [
      {
        key: 'electricity',
        name: 'Electricity',
        unit: 'kWh',
        panel: 0,
        look: { hue: 'power', role: 'now', step: 0 },
        values,
        texts: values.map((value) => (value === null ? 'no readings' : `${value} kWh`)),
        ...rest,
      },
    ],
  };
}

const everyHue = (usual: string, own: Partial<Record<Hue, string>>) =>
  ({ ...Object.fromEntries(hues.map((hue) => [hue, usual])), ...own }) as Record<Hue, string>;

export const paint: ChartPaint = {
  ink: '#17212b',
  inkSoft: '#52606d',
  line: '#e4e0d6',
  card: '#ffffff',
  leaf: '#14594a',
  fill: everyHue('#8c8677', { power: '#f2a71b', water: '#1277a8' }),
  edge: everyHue('#52606d', { power: '#8f5400', water: '#0f6a97' }),
  mark: everyHue('#f6f4ef', { power: '#8f5400', water: '#5fb0d3' }),
  font: 'sans-serif',
  measure: (text, size) => (text.length * size) / 2,
  isCalm: true,
};
