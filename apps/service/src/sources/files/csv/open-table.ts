/** The first part of a file: enough to see how it is laid out and whether it runs backwards. */
import { decoderFor } from './csv-rows.ts';
import { FileError } from '../file-error.ts';
import { parseTime } from './parse-time.ts';
import type { RowOrder } from './read-plan.ts';
import { findLayout, type Head, type Layout, readHead, type Table } from './table-layout.ts';
import { meterColumnIn } from './meter-column.ts';
import { type OpenFile, unpackedChunks } from '../unpacked-chunks.ts';

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
