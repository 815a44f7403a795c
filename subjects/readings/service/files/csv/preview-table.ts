/** What a person sees before an import: the whole file counted, its first rows, and options that probably fit. */
import { type OffsetAt, zoneOffsets } from '#catalogue/zone-clock.ts';
import type { ImportPreview, ImportQuestion } from '../../../contract/imports.ts';
import { endReading, FileError, type FileResult } from '../file-error.ts';
import { openTable, withMeterColumn } from './open-table.ts';
import type { ReadPlan } from './read-plan.ts';
import { type FileProblem, type Scan, scanTable } from './scan-table.ts';
import { type Suggested, suggestMappings } from './suggest-mappings.ts';
import { type Head, hoursIn, type Layout } from './table-layout.ts';
import { mentions, titleHints } from './title-hints.ts';
import type { OpenFile } from '../unpacked-chunks.ts';

/** What a file itself shows. */
export type TablePreview = Omit<ImportPreview, 'fileId' | 'bytes' | 'importedBefore'>;

const sampleRows = 10;

const instant = (at: number | null): string | null => (at === null ? null : new Date(at * 1000).toISOString());

/** A day that goes from 1:00 to 24:00 names its hours by their end. */
const hasHour24 = ({ table, rows }: Head, { clockColumn }: Layout): boolean => {
  const index = clockColumn === undefined ? -1 : table.columns.indexOf(clockColumn);
  return rows.some(({ cells }) => (cells[index] ?? '').startsWith('24:00'));
};

const spanish = new Set(['Europe/Madrid', 'Africa/Ceuta', 'Atlantic/Canary']);
/** Supply points have such codes in Spain only. */
const isSpanish = ({ meterColumn = '' }: Layout): boolean => /^cups$/i.test(meterColumn);

const daySeconds = 86_400;

/** What its titles say of where in its row a time stands; null: nothing. */
const toldStamp = (head: Head, layout: Layout, isHours: boolean): 'start' | 'end' | null => {
  const { timeColumn, clockColumn = '' } = layout;
  if (isHours || layout.isStatistics) return 'start';
  for (const title of [clockColumn, timeColumn]) {
    if (mentions(title, /\b(start|from|begin|beginning|desde|inicio|von|beginn)\b/)) return 'start';
    if (mentions(title, /\b(end|ending|until|to|bis|hasta|fin|ende)\b/)) return 'end';
  }
  return hasHour24(head, layout) ? 'end' : null;
};

/** A file whose first time is a row past midnight, and whose last one is midnight, names its rows by their end. */
const likelyStamp = ({ firstAt, lastAt, stepS }: Scan, offsetAt: OffsetAt): 'start' | 'end' => {
  if (firstAt === null || lastAt === null || stepS === null || daySeconds % stepS !== 0) return 'start';
  const clockOf = (at: number): number => (((at + offsetAt(at)) % daySeconds) + daySeconds) % daySeconds;
  return stepS < daySeconds && clockOf(firstAt) === stepS && clockOf(lastAt) === 0 ? 'end' : 'start';
};

const questionsOf = (suggested: readonly Suggested[], isStampOpen: boolean): ImportQuestion[] => [
  ...(isStampOpen && suggested.some(({ mapping: { target, kind } }) => !('skip' in target) && kind !== 'counter')
    ? [{ code: 'stamp' as const }]
    : []),
  ...suggested.flatMap(({ mapping: { column }, isKindOpen, isUnitOpen, series }): ImportQuestion[] => [
    ...(isKindOpen ? [{ code: 'kind' as const, column, asCounter: series.rose, asAmounts: series.sum }] : []),
    ...(isUnitOpen ? [{ code: 'unit' as const, column }] : []),
  ]),
];

/** What is left out, contradicts itself, or is no use, by name. */
const leftOut = (layout: Layout, suggested: readonly Suggested[]): FileProblem[] => {
  const problem = (column: string, flow: 'returned' | 'net'): FileProblem => ({
    line: 0,
    column,
    code: flow === 'net' ? 'net-left-out' : 'returned-left-out',
    detail: '',
  });
  const beside = layout.layout === 'wide' ? [] : layout.valueColumns.filter((title) => title !== layout.valueColumn);
  return [
    ...beside.flatMap((title) => {
      const { flow } = titleHints(title);
      return flow === null ? [] : [problem(title, flow)];
    }),
    ...suggested.flatMap(({ mapping, flow }) => (flow === null ? [] : [problem(mapping.column, flow)])),
    ...suggested.flatMap(({ mapping: { column, target }, series }): FileProblem[] =>
      'skip' in target || series.twice === 0
        ? []
        : [{ line: 0, column, code: 'time-twice', detail: `${series.twice} / ${series.count}` }],
    ),
    ...suggested.flatMap(({ mapping: { column, kind, target }, series }) =>
      'skip' in target
        ? []
        : series.firstNegatives.map(({ line, text }): FileProblem => {
            const code = kind === 'counter' ? 'negative-counter' : 'negative-amount';
            return { line, column, code, detail: text };
          }),
    ),
  ];
};

/** `timeZone`: of times without an offset, until the person chooses another. */
export const previewTable = (open: OpenFile, fileName: string, timeZone: string): Promise<FileResult<TablePreview>> =>
  endReading(async () => {
    const { head, ...opened } = await openTable(open);
    const layout = await withMeterColumn(open, head, opened.layout);
    const { layout: shape, timeColumn, clockColumn, meterColumn, valueColumn } = layout;
    const hours = hoursIn(head, clockColumn);
    // A Spanish supply point's hours are those of Spain's clocks, wherever the household says that it is.
    const zone = isSpanish(layout) && !spanish.has(timeZone) ? 'Europe/Madrid' : timeZone;
    const plan: ReadPlan = {
      ...opened,
      ...layout,
      // There the day comes first.
      isFormatChosen: isSpanish(layout),
      series: shape === 'wide' ? layout.valueColumns : null,
      offsetAt: zoneOffsets(zone),
      hours,
      mark: '.',
    };
    const scan = await scanTable(open, plan);
    const suggested = suggestMappings(layout, scan, fileName);
    if (suggested.length === 0) throw new FileError('empty');
    const stamp = toldStamp(head, layout, hours !== null);
    const isOfHours = hours !== null || layout.isStatistics;
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
        timeZone: zone,
        stamp: stamp ?? likelyStamp(scan, scan.plan.offsetAt),
        counterStamp: layout.isStatistics ? 'start' : 'instant',
        ...(isOfHours ? { rowS: 3600 } : {}),
        mappings: suggested.map(({ mapping }) => mapping),
      },
      sample: head.rows.slice(0, sampleRows).map(({ cells }) => [...cells]),
      firstTime: instant(scan.firstAt),
      lastTime: instant(scan.lastAt),
      stepS: scan.stepS,
      problems: [...scan.problems, ...leftOut(layout, suggested)].sort((a, b) => a.line - b.line),
      costs: [],
      questions: questionsOf(suggested, stamp === null),
    };
  });
