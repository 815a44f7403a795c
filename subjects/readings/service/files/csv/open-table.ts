/** The first part of a file: enough to see how it is laid out and whether it runs backwards. */

import { FileError } from '../file-error.ts';
import { type OpenFile, unpackedChunks } from '../unpacked-chunks.ts';
import { csvRows, decoderFor } from './csv-rows.ts';
import { parseTime } from './parse-time.ts';
import type { RowOrder } from './read-plan.ts';
import { findLayout, type Head, type Layout, readHead, type Table } from './table-layout.ts';

const headBytes = 64 * 1024;

export interface OpenedTable {
  readonly table: Table;
  readonly layout: Layout;
  /** As far as its beginning shows. */
  readonly order: RowOrder;
}

const readText = async (open: OpenFile): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of unpackedChunks(open, () => {})) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= headBytes) break;
  }
  const first = chunks[0];
  if (!first) throw new FileError('empty');
  const text = decoderFor(first).decode(Buffer.concat(chunks));
  return length < headBytes ? text : text.slice(0, text.lastIndexOf('\n') + 1) || text;
};

const orderOf = ({ table, rows }: Head, layout: Layout): RowOrder => {
  const time = table.columns.indexOf(layout.timeColumn);
  const meter = layout.meterColumn === undefined ? -1 : table.columns.indexOf(layout.meterColumn);
  const last = new Map<string, number>();
  let direction = 0;
  for (const { cells } of rows) {
    const parsed = parseTime(cells[time] ?? '', layout.timeFormat);
    if (!parsed) continue;
    const at = 'at' in parsed ? parsed.at : parsed.local;
    const series = cells[meter] ?? '';
    direction += Math.sign(at - (last.get(series) ?? at));
    last.set(series, at);
  }
  return direction < 0 ? 'newest-first' : 'oldest-first';
};

/** The layout with the column that tells meters apart, where only the rows of the whole file show which one that is. */
export const withMeterColumn = async (open: OpenFile, head: Head, layout: Layout): Promise<Layout> => {
  if (layout.layout === 'long' || layout.candidates.length === 0) return layout;
  const meter = await meterColumnIn(open, head.table, layout);
  const isValue = layout.valueColumns.length === 1 && layout.valueColumns[0] === meter;
  return meter === null || isValue ? layout : findLayout(head, meter);
};

export const openTable = async (open: OpenFile): Promise<OpenedTable & { readonly head: Head }> => {
  const head = readHead(await readText(open));
  const layout = findLayout(head);
  return { table: head.table, layout, order: orderOf(head, layout), head };
};

/** Which column tells meters apart where no title says it: the one without which many rows would speak of the same time. */

/** Of so many times all rows are looked at; of longer files, of a share of the times. */
const maxTimes = 10_000;
const maxNames = 300;
const maxRowsPerTime = 400;
/** Of rows beyond the first of their time: fewer are mistakes, or autumn's repeated hour. */
const minShare = 0.01;

interface Candidate {
  readonly index: number;
  readonly title: string;
  readonly names: Set<string>;
}

const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/** All rows of a share of the file's times; the same row twice is one. */
const timeSample = (): { add(time: string, row: string): void; readonly times: ReadonlyMap<string, Set<string>> } => {
  const times = new Map<string, Set<string>>();
  let share = 1;
  return {
    times,
    add(time, row) {
      if (hashOf(time) % share !== 0) return;
      const rows = times.get(time);
      if (rows && rows.size < maxRowsPerTime) rows.add(row);
      if (rows) return;
      times.set(time, new Set([row]));
      if (times.size <= maxTimes) return;
      share *= 2;
      for (const one of times.keys()) if (hashOf(one) % share !== 0) times.delete(one);
    },
  };
};

const meterColumnIn = async (open: OpenFile, table: Table, layout: Layout): Promise<string | null> => {
  const place = (title: string): number => table.columns.indexOf(title);
  const time = place(layout.timeColumn);
  const clock = layout.clockColumn === undefined ? -1 : place(layout.clockColumn);
  let candidates = layout.candidates.map((title): Candidate => ({ index: place(title), title, names: new Set() }));
  const sample = timeSample();
  for await (const some of csvRows(
    unpackedChunks(open, () => {}),
    table.delimiter,
  )) {
    for (const { line, cells } of some) {
      if (line <= table.titleLine) continue;
      for (const { index, names } of candidates) names.add(cells[index] ?? '');
      sample.add(`${cells[time]} ${cells[clock] ?? ''}`, cells.join('\t'));
    }
    candidates = candidates.filter(({ names }) => names.size <= maxNames);
    if (candidates.length === 0) return null;
  }
  let [rows, beyond] = [0, 0];
  const alike = new Map(candidates.map(({ title }) => [title, 0]));
  for (const some of sample.times.values()) {
    rows += some.size;
    beyond += some.size - 1;
    if (some.size === 1) continue;
    const all = [...some].map((row) => row.split('\t'));
    for (const { index, title } of candidates) {
      const names = new Set(all.map((cells) => cells[index]));
      alike.set(title, (alike.get(title) ?? 0) + some.size - names.size);
    }
  }
  if (beyond <= rows * minShare) return null;
  const apart = candidates
    .filter(({ title, names }) => names.size > 1 && (alike.get(title) ?? 0) * 10 <= beyond)
    .sort((a, b) => (alike.get(a.title) ?? 0) - (alike.get(b.title) ?? 0));
  return apart[0]?.title ?? null;
};
