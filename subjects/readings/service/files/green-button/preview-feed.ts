/** What a person sees before a Green Button file is imported. */
import type { FileBill, FileCost, ImportMapping, ImportPreview } from '../../../contract/imports.ts';
import { roomIn } from '#subjects/household/domain/room-words.ts';
import { endReading, FileError, type FileResult } from '../file-error.ts';
import type { OpenFile } from '../unpacked-chunks.ts';
import { isBelow } from './feed-bills.ts';
import { type FeedScan, type FeedSeries, scanFeed } from './scan-feed.ts';

const columns = ['meter', 'start', 'duration', 'value'] as const;
const instant = (at: number | null): string | null => (at === null ? null : new Date(at * 1000).toISOString());

export const previewFeed = (
  open: OpenFile,
  _fileName: string,
  timeZone: string,
): Promise<FileResult<Omit<ImportPreview, 'fileId' | 'bytes' | 'importedBefore'>>> =>
  endReading(async () => {
    const scan = await scanFeed(open, () => {});
    if (scan.readings === 0) throw new FileError('empty');
    if (scan.series.every(({ meaning }) => meaning === null)) throw new FileError('no-value-column');
    return {
      format: 'green-button',
      rows: scan.readings,
      layout: 'long',
      columns: [...columns],
      suggestion: {
        layout: 'long',
        timeColumn: 'start',
        timeFormat: 'unix-s',
        meterColumn: 'meter',
        valueColumn: 'value',
        timeZone,
        stamp: 'start',
        counterStamp: 'instant',
        mappings: scan.series.map(mappingOf),
      },
      sample: sampleOf(scan),
      firstTime: instant(scan.firstAt),
      lastTime: instant(scan.lastAt),
      stepS: scan.stepS,
      problems: scan.series.flatMap(problemsOf),
      costs: costsOf(scan.series),
      questions: [],
    };
  });

const problemsOf = ({ name: column, meaning, firstNegatives }: FeedSeries): ImportPreview['problems'] => {
  if (meaning === null) return [];
  if (meaning.flow !== null) {
    return [{ line: 0, column, code: meaning.flow === 'net' ? 'net-left-out' : 'returned-left-out', detail: '' }];
  }
  const code = meaning.kind === 'counter' ? 'negative-counter' : 'negative-amount';
  return firstNegatives.map(({ line, value }) => ({ line, column, code, detail: `${value}` }));
};

/** What the file says that its series cost. */
export const costsOf = (series: readonly FeedSeries[]): FileCost[] =>
  series.flatMap(({ name, cost }) => (cost === null ? [] : [{ column: name, ...cost }]));

/** The bills of the usage points that some of these series are of. */
export const billsOf = ({ bills }: FeedScan, series: readonly FeedSeries[]): FileBill[] =>
  bills.filter(({ point }) => series.some(({ path }) => isBelow(path, point))).map(({ bill }) => bill);

/** What a feed tells of bills, whether or not it has readings. */
export const feedBills = (open: OpenFile): Promise<FileResult<FileBill[]>> =>
  endReading(async () => {
    const { bills } = await scanFeed(open, () => {});
    return bills.map(({ bill }) => bill);
  });

const mappingOf = ({ name, meaning }: FeedSeries): ImportMapping => {
  if (meaning === null) return { column: name, target: { skip: true }, unit: 'Wh', kind: 'interval' };
  const { utility, unit, kind, flow } = meaning;
  const newDevice = { name, room: roomIn(name) || 'whole_home', utility };
  return { column: name, target: flow === null ? { newDevice } : { skip: true }, unit, kind };
};

const sampleOf = ({ sample, series }: FeedScan): string[][] =>
  sample.map(({ series: path, start, duration, value }) => [
    series.find((one) => one.path === path)?.name ?? path,
    instant(start) ?? '',
    String(duration ?? ''),
    String(value ?? ''),
  ]);
