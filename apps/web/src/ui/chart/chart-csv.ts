import type { ChartData } from './chart-data.ts';

/** The table as a file: plain numbers with a point, empty where nothing was measured. */
export function chartCsv({ placeHeading, places, series }: ChartData): string {
  const head = [placeHeading, ...series.map(({ name, unit }) => `${name} (${unit})`)];
  const rows = places.map(({ name }, at) => [name, ...series.map(({ values }) => values[at] ?? null)]);
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A spreadsheet would run a name that begins like a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
