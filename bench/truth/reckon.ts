/** What real files come to, straight from their digits, or as whoever published them reckoned: nothing here reads as the product reads. */
import { gunzipSync } from 'node:zlib';
import { bytesOf } from '#subjects/readings/service/files/csv/testing.ts';

export const textOf = (path: string): string =>
  (path.endsWith('.gz') ? gunzipSync(bytesOf(path)) : bytesOf(path)).toString('latin1');
export const jsonOf = (path: string): unknown => JSON.parse(bytesOf(path).toString('utf8'));

type Row = Readonly<Record<string, string>>;

/** Rows by their titles; no cell of these files is quoted. */
export const rowsOf = (path: string, separator = ','): Row[] => {
  const [titles = '', ...lines] = textOf(path).trim().split(/\r?\n/);
  const names = titles.split(separator).map((one) => one.trim());
  return lines.map((line) => {
    const cells = line.split(separator);
    return Object.fromEntries(names.map((name, i) => [name, (cells[i] ?? '').trim()]));
  });
};

/** Millionths, so that a sum is the exact one. */
const millionths = (text: string | undefined): number => Math.round(Number((text ?? '').replace(',', '.')) * 1e6);

/** `scale`: Wh or mL of one of the file's unit. */
export const sumOf = (rows: readonly Row[], column: string, scale = 1): number =>
  Math.round((rows.reduce((sum, row) => sum + millionths(row[column]), 0) * scale) / 1e6);

/** By what a column says: what `of` makes of the rows that say it, in their order. */
const grouped = (rows: readonly Row[], by: string, of: (own: readonly Row[]) => number): Record<string, number> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const own = groups.get(row[by] ?? '') ?? [];
    own.push(row);
    groups.set(row[by] ?? '', own);
  }
  return Object.fromEntries([...groups].map(([name, own]) => [name, of(own)]));
};

export const sumsBy = (rows: readonly Row[], by: string, column: string, scale = 1): Record<string, number> =>
  grouped(rows, by, (own) => sumOf(own, column, scale));

/** Of counters in order of time: the first value of each, or the last less the first. */
export const firstsBy = (rows: readonly Row[], by: string, column: string, scale: number): Record<string, number> =>
  grouped(rows, by, (own) => sumOf(own.slice(0, 1), column, scale));
export const risesBy = (rows: readonly Row[], by: string, column: string, scale: number): Record<string, number> =>
  grouped(rows, by, (own) => sumOf(own.slice(-1), column, scale) - sumOf(own.slice(0, 1), column, scale));

/** Cells below zero are no use: which they are. */
export const cellsBelowZero = (path: string): string[] =>
  rowsOf(path).flatMap((row, i) =>
    Object.entries(row).flatMap(([column, cell]) => (Number(cell) < 0 ? [`line ${i + 2}, ${column}: ${cell}`] : [])),
  );
