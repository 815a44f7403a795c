/** One pass over the whole file: what its series are like, and which lines cannot be read. */
import type { OffsetAt } from '#catalogue/zone-clock.ts';
import type { FileProblemCode } from '../../../contract/imports.ts';
import { dipWindowS } from '../../../domain/counter-dips.ts';
import { type OpenFile, unpackedChunks } from '../open-file.ts';
import { csvRows, type DecimalMark, provenMark, provenOrder } from './csv-rows.ts';
import { type ReadPlan, type RowOrder, rowWalk } from './open-table.ts';
import { isShownTwice, rowSorter, tellHoursApart } from './sort-rows.ts';
import type { HourNumbers } from './table-layout.ts';

export interface SeriesScan {
  readonly name: string;
  readonly steps: StepHistogram;
  count: number;
  falls: number;
  rises: number;
  last: number;
  lastAt: number;
  /** Rows that say something else of a time than the row before. */
  twice: number;
  max: number;
  unitText: string;
  /** What its numbers come to as amounts, and as what a counter shows. */
  sum: number;
  rose: number;
  /** What a counter showed before it fell a little, as long as it may come back to it. */
  fell: { readonly from: number; readonly at: number; readonly rose: number } | null;
  /** Cells below zero, and the first ones. */
  negatives: number;
  readonly firstNegatives: { readonly line: number; readonly text: string }[];
}

export interface FileProblem {
  readonly line: number;
  readonly column: string;
  readonly code: FileProblemCode;
  readonly detail: string;
}

export interface Scan {
  /** The plan as the file proved it right: decimal mark, order of day and month, of hours and of rows. */
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
  lastAt: Number.NaN,
  twice: 0,
  max: 0,
  unitText: '',
  sum: 0,
  rose: 0,
  fell: null,
  negatives: 0,
  firstNegatives: [],
});

/** Of a counter that is back only what lies above its former high mark was used, as when it is imported. */
const noteRecovery = (one: SeriesScan, at: number, value: number): void => {
  const { fell } = one;
  if (fell === null || value < fell.from) return;
  if (Math.abs(at - fell.at) <= dipWindowS) one.rose = fell.rose + value - fell.from;
  one.fell = null;
};

/** Rises and falls are those of time, whichever way the file runs. */
const note = (one: SeriesScan, at: number, value: number, newestFirst: boolean): void => {
  one.steps.add(at);
  one.count += 1;
  if (Number.isNaN(value)) return;
  const step = newestFirst ? one.last - value : value - one.last;
  if (step < 0) one.falls += 1;
  if (step < 0 && value * 2 >= one.last && !newestFirst)
    one.fell ??= { from: one.last, at: one.lastAt, rose: one.rose };
  if (step > 0) {
    one.rises += 1;
    one.rose += step;
    noteRecovery(one, at, value);
  }
  if (at === one.lastAt && step !== 0) one.twice += 1;
  one.last = value;
  one.lastAt = at;
  one.sum += value;
  one.max = Math.max(one.max, value);
};

/**
 * Which way each series runs: one step against the others, and a file is in no order. So it is where the two hours that a clock shows alike in
 * autumn stand beside each other: an order of what the clock showed, not of time.
 */
const orderWatch = (
  offsetAt: OffsetAt,
): { add(series: string, at: number, isLocal: boolean): void; order(): RowOrder } => {
  const last = new Map<string, number>();
  let [forward, backward] = [false, false];
  return {
    add(series, at, isLocal) {
      const before = last.get(series);
      if (before === at && isLocal && isShownTwice(at, offsetAt)) [forward, backward] = [true, true];
      if (before !== undefined && at > before) forward = true;
      if (before !== undefined && at < before) backward = true;
      last.set(series, at);
    },
    order: () => (forward && backward ? 'mixed' : backward ? 'newest-first' : 'oldest-first'),
  };
};

const maxRepeats = 5000;

/** What a file's own days of 23 and 25 hours say of how it numbers hours. */
const hourWatch = (): {
  add(series: string, hour: number, hours: number, midnight: number): void;
  found(): HourNumbers;
} => {
  const most = { short: 0, long: 0 };
  const seen = new Set<string>();
  let [hasZero, has24, isTwice] = [false, false, false];
  return {
    add(series, hour, hours, midnight) {
      if (hour === 0) hasZero = true;
      if (hour === 24 && hours === 24) has24 = true;
      if (hours < 24) most.short = Math.max(most.short, hour);
      if (hours <= 24) return;
      most.long = Math.max(most.long, hour);
      const key = `${series} ${midnight} ${hour}`;
      isTwice ||= seen.has(key);
      if (seen.size < maxRepeats) seen.add(key);
    },
    found() {
      const isClock = hasZero && !has24;
      const first = isClock ? 0 : 1;
      return {
        first,
        short: most.short === 23 + first || (isClock && most.short === 0) ? 'clock' : 'elapsed',
        long: most.long >= 24 + first ? 'elapsed' : isTwice || isClock ? 'clock' : 'elapsed',
      };
    },
  };
};

const scanOnce = async (open: OpenFile, plan: ReadPlan, onBytes: (read: number) => void): Promise<Scan> => {
  const series = new Map<string, SeriesScan>();
  const problems: FileProblem[] = [];
  const marks = { '.': 0, ',': 0, comma: 0 };
  const orders = { dmy: 0, mdy: 0 };
  const unitColumn = plan.table.columns.findIndex((title) => /^units?$/i.test(title));
  const hours = hourWatch();
  const runs = orderWatch(plan.offsetAt);
  const sorter = plan.order === 'mixed' ? rowSorter() : null;
  const places = new Map<SeriesScan, number>();
  let rows = 0;
  let firstAt: number | null = null;
  let lastAt: number | null = null;
  const isOpen = !plan.isFormatChosen && (plan.timeFormat === 'dmy' || plan.timeFormat === 'mdy');
  const walk = rowWalk(plan, {
    time(text) {
      const order = isOpen ? provenOrder(text) : null;
      if (order) orders[order] += 1;
    },
    hour: (name, hour, count, midnight) => hours.add(name, hour, count, midnight),
    value(name, line, at, value, text, row, isLocal) {
      let one = series.get(name);
      if (!one) {
        one = newSeries(name);
        places.set(one, series.size);
        series.set(name, one);
      }
      const mark = provenMark(text);
      if (mark) marks[mark] += 1;
      else if (text.includes(',')) marks.comma += 1;
      if (value < 0) {
        one.negatives += 1;
        if (one.firstNegatives.length < 5) one.firstNegatives.push({ line, text });
      }
      if (sorter) sorter.add({ series: places.get(one) as number, at, line, value, isLocal });
      else {
        note(one, at, value, plan.order === 'newest-first');
        runs.add(name, at, isLocal);
      }
      if (unitColumn >= 0) one.unitText = row.cells[unitColumn] ?? '';
      if (firstAt === null || at < firstAt) firstAt = at;
      if (lastAt === null || at > lastAt) lastAt = at;
    },
    problem(line, column, code, detail) {
      if (problems.length < maxProblems) problems.push({ line, column, code, detail: detail.slice(0, 80) });
    },
  });
  try {
    for await (const some of csvRows(unpackedChunks(open, onBytes), plan.table.delimiter)) {
      for (const row of some) {
        if (row.line <= plan.table.titleLine) continue;
        rows += 1;
        walk(row);
      }
      await sorter?.spill();
    }
    const all = [...series.values()];
    if (sorter) {
      for await (const some of tellHoursApart(sorter.rows(), plan.offsetAt)) {
        for (const { series: place, at, value } of some) note(all[place] as SeriesScan, at, value, false);
      }
    }
  } finally {
    await sorter?.end();
  }
  if (isOpen && rows > 0 && orders.dmy + orders.mdy === 0) {
    problems.unshift({ line: 0, column: plan.timeColumn, code: 'date-order-ambiguous', detail: plan.timeFormat });
  }
  const proven = orders.dmy > orders.mdy ? 'dmy' : 'mdy';
  const timeFormat = orders.dmy === orders.mdy ? plan.timeFormat : proven;
  return {
    plan: {
      ...plan,
      timeFormat,
      mark: decideMark(marks, plan.table.delimiter),
      order: sorter ? plan.order : runs.order(),
      hours: plan.hours && hours.found(),
    },
    rows,
    firstAt,
    lastAt,
    stepS: medianStep([...series.values()].map(({ steps }) => steps)),
    series,
    problems,
  };
};

const isReadAlike = (one: ReadPlan, other: ReadPlan): boolean =>
  one.timeFormat === other.timeFormat && JSON.stringify(one.hours) === JSON.stringify(other.hours);

/** Scans again while the file itself shows that its marks, dates, hours or order are others than its first rows suggested. */
export const scanTable = async (
  open: OpenFile,
  plan: ReadPlan,
  onBytes: (read: number) => void = () => {},
): Promise<Scan> => {
  let tried = plan;
  for (let pass = 1; ; pass += 1) {
    const scan = await scanOnce(open, tried, onBytes);
    const isSame = isReadAlike(scan.plan, tried);
    if ((isSame && scan.plan.mark === tried.mark && scan.plan.order === tried.order) || pass === 4) return scan;
    // What order misread times seemed to be in says nothing.
    tried = isSame ? scan.plan : { ...scan.plan, order: plan.order };
  }
};

// The usual distance between the times of a series, without keeping the times.

const maxDistances = 4000;

interface StepHistogram {
  add(at: number): void;
  readonly counts: ReadonlyMap<number, number>;
}

const stepHistogram = (): StepHistogram => {
  const counts = new Map<number, number>();
  let last: number | null = null;
  return {
    counts,
    add(at) {
      const step = last === null ? 0 : Math.abs(at - last);
      last = at;
      if (step > 0 && (counts.size < maxDistances || counts.has(step))) counts.set(step, (counts.get(step) ?? 0) + 1);
    },
  };
};

export const medianStep = (histograms: Iterable<StepHistogram>): number | null => {
  const all = new Map<number, number>();
  let total = 0;
  for (const { counts } of histograms) {
    for (const [step, count] of counts) {
      all.set(step, (all.get(step) ?? 0) + count);
      total += count;
    }
  }
  let passed = 0;
  for (const [step, count] of [...all].sort(([a], [b]) => a - b)) {
    passed += count;
    if (passed * 2 >= total) return step;
  }
  return null;
};
