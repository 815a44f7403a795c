import type { ChartData } from './series-look.ts';

/** The same figures as everywhere, one to a line. */
export function tooltipText({ places, series }: ChartData, at: number): string {
  return [places[at]?.name ?? '', ...series.map(({ name, texts }) => `${name}  ${texts[at] ?? ''}`)].join('\n');
}
