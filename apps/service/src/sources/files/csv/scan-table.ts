/** One pass over the whole file: what its series are like, and which lines cannot be read. */
import type { FileProblemCode } from '@wattershed/contracts';
import { csvRows } from './csv-rows.ts';
import { type DecimalMark, provenMark } from './parse-number.ts';
import { provenOrder } from './parse-time.ts';
import { type ReadPlan, rowWalk } from './read-plan.ts';
import { medianStep, type StepHistogram, stepHistogram } from './step-histogram.ts';
import { type OpenFile, unpackedChunks } from '../unpacked-chunks.ts';

export interface SeriesScan {
  readonly name: string;
  readonly steps: StepHistogram;
  count: number;
  falls: number;
  rises: number;
  last: number;
  max: number;
  unitText: string;
}

export interface FileProblem {
  readonly line: number;
  readonly column: string;
  readonly code: FileProblemCode;
  readonly detail: string;
}

export interface Scan {
  /** The plan as the file proved it right: decimal mark and order of day and month. */
  readonly plan: ReadPlan;
  readonly rows: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  readonly stepS: number | null;
  readonly series: ReadonlyMap<string, SeriesScan>;
  readonly problems: readonly FileProblem[];
}

const maxProblems = 50;

const decideMark = (seen: Record<DecimalMark | 'comma', number>, delimiter: string): DecimalMark => {
  if (seen['.'] !== seen[',']) return seen['.'] > seen[','] ? '.' : ',';
  return seen.comma > 0 && delimiter !== ',' ? ',' : '.';
};

const newSeries = (name: string): SeriesScan => ({
  name,
  steps: stepHistogram(),
  count: 0,
  falls: 0,
  rises: 0,
  last: Number.NaN,
  max: 0,
  unitText: '',
});

/** Rises and falls are those of time, whichever way the file runs. */
const note = (one: SeriesScan, at: number, value: number, newestFirst: boolean): void => {
  one.steps.add(at);
  one.count += 1;
  if (Number.isNaN(value)) return;
  const step = newestFirst ? one.last - value : value - one.last;
  if (step < 0) one.falls += 1;
  if (step > 0) one.rises += 1;
  one.last = value;
  one.max = Math.max(one.max, value);
};

const scanOnce = async (open: OpenFile, plan: ReadPlan, onBytes: (read: number) => void): Promise<Scan> => {
  const series = new Map<string, SeriesScan>();
  const problems: FileProblem[] = [];
  const marks = { '.': 0, ',': 0, comma: 0 };
  const orders = { dmy: 0, mdy: 0 };
  const unitColumn = plan.table.columns.findIndex((title) => /^units?$/i.test(title));
  let rows = 0;
  let firstAt: number | null = null;
  let lastAt: number | null = null;
  const isOpen = !plan.isFormatChosen && (plan.timeFormat === 'dmy' || plan.timeFormat === 'mdy');
  const walk = rowWalk(plan, {
    time(text) {
      const order = isOpen ? provenOrder(text) : null;
      if (order) orders[order] += 1;
    },
    value(name, _line, at, value, text, row) {
      let one = series.get(name);
      if (!one) {
        one = newSeries(name);
        series.set(name, one);
      }
      const mark = provenMark(text);
      if (mark) marks[mark] += 1;
      else if (text.includes(',')) marks.comma += 1;
      note(one, at, value, plan.newestFirst);
      if (unitColumn >= 0) one.unitText = row.cells[unitColumn] ?? '';
      if (firstAt === null || at < firstAt) firstAt = at;
      if (lastAt === null || at > lastAt) lastAt = at;
    },
    problem(line, column, code, detail) {
      if (problems.length < maxProblems) problems.push({ line, column, code, detail: detail.slice(0, 80) });
    },
  });
  for await (const some of csvRows(unpackedChunks(open, onBytes), plan.table.delimiter)) {
    for (const row of some) {
      if (row.line <= plan.table.titleLine) continue;
      rows += 1;
      walk(row);
    }
  }
  if (isOpen && rows > 0 && orders.dmy + orders.mdy === 0) {
    problems.unshift({ line: 0, column: plan.timeColumn, code: 'date-order-ambiguous', detail: plan.timeFormat });
  }
  const proven = orders.dmy > orders.mdy ? 'dmy' : 'mdy';
  const timeFormat = orders.dmy === orders.mdy ? plan.timeFormat : proven;
  return {
    plan: { ...plan, timeFormat, mark: decideMark(marks, plan.table.delimiter) },
    rows,
    firstAt,
    lastAt,
    stepS: medianStep([...series.values()].map(({ steps }) => steps)),
    series,
    problems,
  };
};

/** Scans again when the file itself shows that its marks or dates mean something else than its first rows suggested. */
export const scanTable = async (
  open: OpenFile,
  plan: ReadPlan,
  onBytes: (read: number) => void = () => {},
): Promise<Scan> => {
  const scan = await scanOnce(open, plan, onBytes);
  const isRight = scan.plan.mark === plan.mark && scan.plan.timeFormat === plan.timeFormat;
  return isRight ? scan : scanOnce(open, scan.plan, onBytes);
};
