/** What a person sees before an import: the whole file counted, its first rows, and options that probably fit. */
import { zoneOffsets } from '@wattershed/domain';
import type { ImportPreview } from '@wattershed/contracts';
import { endReading, FileError, type FileResult } from '../file-error.ts';
import { openTable } from './open-table.ts';
import { scanTable } from './scan-table.ts';
import { suggestMappings } from './suggest-mappings.ts';
import type { Head, Layout } from './table-layout.ts';
import { mentions } from './title-hints.ts';
import type { OpenFile } from '../unpacked-chunks.ts';

export type TablePreview = Omit<ImportPreview, 'fileId' | 'bytes'>;

const sampleRows = 10;

const instant = (at: number | null): string | null => (at === null ? null : new Date(at * 1000).toISOString());

/** A day that goes from 1:00 to 24:00 names its hours by their end. */
const hasHour24 = ({ table, rows }: Head, { clockColumn }: Layout): boolean => {
  const index = clockColumn === undefined ? -1 : table.columns.indexOf(clockColumn);
  return rows.some(({ cells }) => (cells[index] ?? '').startsWith('24:00'));
};

/** `timeZone`: of times without an offset, until the person chooses another. */
export const previewTable = (open: OpenFile, fileName: string, timeZone: string): Promise<FileResult<TablePreview>> =>
  endReading(async () => {
    const { layout, head, ...opened } = await openTable(open);
    const scan = await scanTable(open, {
      ...opened,
      ...layout,
      isFormatChosen: false,
      series: layout.layout === 'wide' ? layout.valueColumns : null,
      offsetAt: zoneOffsets(timeZone),
      mark: '.',
    });
    const mappings = suggestMappings(layout, scan, fileName);
    if (mappings.length === 0) throw new FileError('empty');
    const { layout: shape, timeColumn, clockColumn, meterColumn, valueColumn } = layout;
    return {
      format: 'csv',
      rows: scan.rows,
      layout: shape,
      columns: [...opened.table.columns],
      suggestion: {
        layout: shape,
        timeColumn,
        ...(clockColumn === undefined ? {} : { clockColumn }),
        timeFormat: scan.plan.timeFormat,
        ...(meterColumn === undefined ? {} : { meterColumn }),
        ...(valueColumn === undefined ? {} : { valueColumn }),
        timeZone,
        stamp: mentions(timeColumn, /\b(end|until|to|bis|hasta)\b/) || hasHour24(head, layout) ? 'end' : 'start',
        mappings,
      },
      sample: head.rows.slice(0, sampleRows).map(({ cells }) => [...cells]),
      firstTime: instant(scan.firstAt),
      lastTime: instant(scan.lastAt),
      stepS: scan.stepS,
      problems: [...scan.problems],
      costs: [],
    };
  });
