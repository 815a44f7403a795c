/** Reads text as a file, all at once, for tests. */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import type { ImportMapping, ImportOptions } from '../../../contract/imports.ts';
import { csvFormat, type FileProblem, type FileReading, type OpenFile, type TablePreview } from './index.ts';

export { type OpenFile };

interface WholeFile {
  readonly readings: readonly FileReading[];
  readonly problems: readonly FileProblem[];
  readonly rows: number;
}

/** `chunk`: bytes that arrive at once. */
export const fileOf =
  (content: string | Uint8Array, chunk = 64 * 1024): OpenFile =>
  () => {
    const bytes = Buffer.from(content as string);
    const chunks: Buffer[] = [];
    for (let i = 0; i < bytes.length; i += chunk) chunks.push(bytes.subarray(i, i + chunk));
    return Readable.from(chunks);
  };

export const readWhole = async (open: OpenFile, options: ImportOptions): Promise<WholeFile> => {
  const whole = { readings: [] as FileReading[], problems: [] as FileProblem[], rows: 0 };
  const read = await csvFormat.read(open, options, {
    batchSize: 5000,
    onBytes: () => {},
    take: async (batch) => {
      for (const reading of batch.readings) whole.readings.push(reading);
      whole.problems.push(...batch.problems);
      whole.rows += batch.rows;
    },
  });
  if (!read.ok) throw new Error(read.code);
  return whole;
};

export const previewOf = async (open: OpenFile, name = 'file.csv', timeZone = 'UTC'): Promise<TablePreview> => {
  const seen = await csvFormat.preview(open, name, timeZone);
  if (!seen.ok) throw new Error(seen.code);
  return seen.value;
};

export const mapTo = (column: string, unit: ImportMapping['unit'], kind: ImportMapping['kind']): ImportMapping => ({
  column,
  target: { meter: column },
  unit,
  kind,
});

export const wide = (mappings: ImportMapping[], more: Partial<ImportOptions> = {}): ImportOptions => ({
  layout: 'wide',
  timeColumn: 'time',
  timeZone: 'UTC',
  stamp: 'start',
  counterStamp: 'instant',
  mappings,
  ...more,
});

export const iso = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z');

// Real homes' files beside the repository, and what each month of them is, reckoned apart from the code under test.

export const homesFolder =
  process.env['WATTERSHED_DATA'] ?? fileURLToPath(new URL('../../../../../../shared/data', import.meta.url));
export const hasHomes = existsSync(homesFolder);
export const homesNote = hasHomes ? '' : ' (skipped: ../shared/data is not here)';
const at = (path: string): string => `${homesFolder}/${path}`;

export const vancouver = 'America/Vancouver';
export const homeFiles = {
  electricity: 'ampds2_house/electricity_rooms_hourly_wh.csv.gz',
  water: 'ampds2_house/water_wholehouse_minute_l.csv.gz',
  minutes: 'refit_house20/electricity_minute_w.csv.gz',
} as const;

export const openHome =
  (path: string): OpenFile =>
  () =>
    createReadStream(at(path));
export const bytesOf = (path: string): Buffer => readFileSync(at(path));
export const textOf = (path: string): string => bytesOf(path).toString('utf8');

/** The first rows only, packed again. */
export const startOf = (path: string, rows: number): OpenFile => {
  const lines = gunzipSync(readFileSync(at(path)))
    .toString('utf8')
    .split('\n');
  return fileOf(gzipSync(lines.slice(0, rows + 1).join('\n')));
};

/** A list of months as published: thousandths of the listed unit. */
export const listedMonths = (path: string): Map<string, Record<string, number>> => {
  const [titles = [], ...rows] = textOf(path)
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const thousandths = (cells: string[]) => titles.map((title, i) => [title, Math.round(Number(cells[i]) * 1000)]);
  return new Map(rows.map((cells) => [cells[0] as string, Object.fromEntries(thousandths(cells))]));
};

/** AMPds2 has nine cells below zero, all of one month: they are no use, though the published totals hold them. */
const belowZero = { M_E: 4166, RSE: 904, WHE: 3262, BME: 15, FGE: 177, GRE: 8, HPE: 271, OFE: 64, OUE: 1 };

/** Its months as published, without what was below zero. */
export const ampdsMonths = (): Map<string, Record<string, number>> => {
  const listed = listedMonths('ampds2_house/monthly_totals_local.csv');
  const month = listed.get('2012-09') ?? {};
  for (const [column, wh] of Object.entries(belowZero)) month[`${column}_kwh`] = (month[`${column}_kwh`] ?? 0) + wh;
  return listed;
};

const localMonths = (timeZone: string): ((instant: number) => string) => {
  const offsetAt = zoneOffsets(timeZone);
  let hour = -1;
  let month = '';
  return (instant) => {
    const now = Math.floor(instant / 3600);
    if (now !== hour) month = new Date((instant + offsetAt(instant)) * 1000).toISOString().slice(0, 7);
    hour = now;
    return month;
  };
};

/** `column month` → sum, by the local month in which each interval starts. */
export const sumByMonth = (readings: readonly FileReading[], timeZone: string): Map<string, number> => {
  const monthOf = localMonths(timeZone);
  const sums = new Map<string, number>();
  for (const { column, at: start, value } of readings) {
    const key = `${column} ${monthOf(start)}`;
    sums.set(key, (sums.get(key) ?? 0) + value);
  }
  return sums;
};

/** Thousandths of the file's own unit by local month, straight from its digits. */
export const exactMonths = async (open: OpenFile, column: number, timeZone: string): Promise<Map<string, number>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of open()) chunks.push(chunk as Buffer);
  const [, ...lines] = gunzipSync(Buffer.concat(chunks)).toString('utf8').trim().split('\n');
  const monthOf = localMonths(timeZone);
  const sums = new Map<string, number>();
  for (const line of lines) {
    const cells = line.split(',');
    const time = (cells[0] as string).replace(' ', 'T');
    const month = monthOf(Date.parse(time.endsWith('Z') ? time : `${time}Z`) / 1000);
    sums.set(month, (sums.get(month) ?? 0) + Math.round(Number(cells[column]) * 1000));
  }
  return sums;
};
