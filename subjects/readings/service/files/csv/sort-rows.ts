/** Sorts a file's rows by series and time in bounded memory: what does not fit waits on the disk, in sorted runs that are merged. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OffsetAt } from '#catalogue/zone-clock.ts';

export interface SortedRow {
  /** The series' place in a list. */
  readonly series: number;
  readonly at: number;
  readonly line: number;
  readonly value: number;
  /** Its time was a wall clock's: in the repeated hour it may be either. */
  readonly isLocal: boolean;
}

export interface RowSorter {
  add(row: SortedRow): void;
  /** What was added must be on the disk before more comes than memory holds. */
  spill(): Promise<void>;
  /** By series, time, value and line; as often as asked for. Nothing may be added any more. */
  rows(): AsyncGenerator<SortedRow[]>;
  end(): Promise<void>;
  /** Where runs wait; null while everything fits. */
  readonly folder: string | null;
}

/** Of a row: series and whether its time is local, time, value, line. */
const width = 4;
const bytesPerRow = width * 8;
/** 4 MB of rows at a time. */
const usualRun = 128 * 1024;
const rowsPerRead = 2048;
const rowsPerBatch = 5000;

type Numbers = Float64Array<ArrayBuffer>;

const compareRows = (a: Numbers, i: number, b: Numbers, j: number): number => {
  for (let k = 0; k < width; k += 1) {
    // Series before whether it is local: the bit stands in the fraction.
    const [one, other] = [a[i + k] as number, b[j + k] as number];
    const difference = k === 0 ? Math.floor(one) - Math.floor(other) : one - other;
    if (difference !== 0) return difference;
  }
  return 0;
};

const rowAt = (numbers: Numbers, i: number): SortedRow => {
  const series = numbers[i] as number;
  return {
    series: Math.floor(series),
    at: numbers[i + 1] as number,
    value: numbers[i + 2] as number,
    line: numbers[i + 3] as number,
    isLocal: series % 1 !== 0,
  };
};

/** `into`: what may be written over, if it is large enough. */
const sortedCopy = (numbers: Numbers, count: number, into: Numbers | null): Numbers => {
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) order[i] = i * width;
  order.sort((i, j) => compareRows(numbers, i, numbers, j));
  const sorted = into?.length === count * width ? into : new Float64Array(count * width);
  for (let i = 0; i < count; i += 1) {
    const from = order[i] as number;
    for (let k = 0; k < width; k += 1) sorted[i * width + k] = numbers[from + k] as number;
  }
  return sorted;
};

/** One sorted run as it is read back, a part at a time. */
interface RunReader {
  numbers: Numbers;
  place: number;
  fill(): Promise<void>;
}

const memoryRun = (numbers: Numbers): RunReader => ({ numbers, place: 0, fill: async () => {} });

const diskRun = (file: FileHandle): RunReader => {
  let position = 0;
  const bytes = new Uint8Array(rowsPerRead * bytesPerRow);
  const run: RunReader = {
    numbers: new Float64Array(0),
    place: 0,
    fill: async () => {
      let length = 0;
      while (length < bytes.length) {
        const { bytesRead } = await file.read(bytes, length, bytes.length - length, position);
        if (bytesRead === 0) break;
        length += bytesRead;
        position += bytesRead;
      }
      run.numbers = new Float64Array(bytes.buffer, 0, length / 8);
      run.place = 0;
    },
  };
  return run;
};

/** Smallest first among the runs' next rows. */
const siftDown = (heap: RunReader[], from: number): void => {
  for (let parent = from; ; ) {
    let least = parent;
    for (const child of [2 * parent + 1, 2 * parent + 2]) {
      const [one, best] = [heap[child], heap[least] as RunReader];
      if (one && compareRows(one.numbers, one.place, best.numbers, best.place) < 0) least = child;
    }
    if (least === parent) return;
    [heap[parent], heap[least]] = [heap[least] as RunReader, heap[parent] as RunReader];
    parent = least;
  }
};

async function* merge(runs: readonly RunReader[]): AsyncGenerator<SortedRow[]> {
  const heap: RunReader[] = [];
  for (const run of runs) {
    if (run.numbers.length === 0) await run.fill();
    if (run.numbers.length > 0) heap.push(run);
  }
  for (let i = heap.length >> 1; i >= 0; i -= 1) if (heap[i]) siftDown(heap, i);
  let batch: SortedRow[] = [];
  for (let run = heap[0]; run; run = heap[0]) {
    batch.push(rowAt(run.numbers, run.place));
    run.place += width;
    if (run.place >= run.numbers.length) await run.fill();
    if (run.place >= run.numbers.length) {
      const last = heap.pop() as RunReader;
      if (last !== run) heap[0] = last;
    }
    if (heap.length > 1) siftDown(heap, 0);
    if (batch.length < rowsPerBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const isSameTime = (one: SortedRow, other: SortedRow): boolean => one.series === other.series && one.at === other.at;

/** By how much a clock that is put back on that day shows a time again; 0: it is not. */
const putBack = (at: number, offsetAt: OffsetAt): number => Math.max(0, offsetAt(at - 86_400) - offsetAt(at + 86_400));

/** Whether a clock shows the time of `at` twice. */
export const isShownTwice = (at: number, offsetAt: OffsetAt): boolean => {
  const shift = putBack(at, offsetAt);
  return [at, at - shift].some((first) => shift > 0 && offsetAt(first + shift) === offsetAt(first) - shift);
};

/** Where no order of rows tells the two hours apart that a clock shows alike: the least value is the first, the next one the second. */
const secondHour = (alike: readonly SortedRow[], shift: number): SortedRow[] => {
  const [first] = alike;
  const other = alike.findIndex(({ value }) => value !== first?.value);
  const place = other < 0 ? 1 : other;
  return alike.flatMap((row, i) => {
    const isSecond = i === place || (other >= 0 && row.value === alike[other]?.value);
    return isSecond ? [{ ...row, at: row.at + shift }] : [];
  });
};

/** Sorted rows whose local times were all taken for the first of two hours, with the second one put right. */
export async function* tellHoursApart(
  batches: AsyncIterable<SortedRow[]>,
  offsetAt: OffsetAt,
): AsyncGenerator<SortedRow[]> {
  let alike: SortedRow[] = [];
  let later: SortedRow[] = [];
  let ready: SortedRow[] = [];
  /** 0: the clock shows this time once. */
  const shiftOf = ({ at, isLocal }: SortedRow): number => {
    const shift = isLocal ? putBack(at, offsetAt) : 0;
    return shift > 0 && offsetAt(at + shift) === offsetAt(at) - shift ? shift : 0;
  };
  const release = (next: SortedRow | undefined): void => {
    const [first] = alike;
    if (!first) return;
    const shift = alike.length > 1 ? shiftOf(first) : 0;
    const moved = shift > 0 ? secondHour(alike, shift) : [];
    const lines = new Set(moved.map(({ line }) => line));
    for (const row of alike) if (!lines.has(row.line)) ready.push(row);
    later.push(...moved);
    const due = later.findIndex(({ series, at }) => next && series === next.series && at > next.at);
    const passed = due < 0 ? later.length : due;
    ready.push(...later.slice(0, passed));
    later = later.slice(passed);
    alike = [];
  };
  for await (const batch of batches) {
    for (const row of batch) {
      if (alike[0] && !isSameTime(alike[0], row)) release(row);
      alike.push(row);
    }
    yield ready;
    ready = [];
  }
  release(undefined);
  yield ready;
}

/** `maxRows`: how many wait in memory. */
export const rowSorter = (maxRows = usualRun): RowSorter => {
  let numbers = new Float64Array(Math.min(maxRows, 16 * 1024) * width);
  let count = 0;
  let full: { numbers: Numbers; count: number }[] = [];
  // Runs follow each other quickly: what they leave behind would pile up until somebody collects it.
  const spare: Numbers[] = [];
  let scratch: Numbers | null = null;
  let folder: string | null = null;
  const files: FileHandle[] = [];
  let sorted: Numbers | null = null;

  const grow = (): void => {
    const larger = new Float64Array(Math.min(numbers.length * 2, maxRows * width));
    larger.set(numbers);
    numbers = larger;
  };
  const spill = async (): Promise<void> => {
    for (const run of full.splice(0)) {
      folder ??= await mkdtemp(join(tmpdir(), 'wattershed-sort-'));
      const file = await open(join(folder, `${files.length}`), 'wx+', 0o600);
      files.push(file);
      scratch = sortedCopy(run.numbers, run.count, scratch);
      await file.write(new Uint8Array(scratch.buffer));
      spare.push(run.numbers);
    }
    full = [];
  };
  return {
    get folder() {
      return folder;
    },
    add({ series, at, line, value, isLocal }) {
      if (count * width >= numbers.length) {
        if (count >= maxRows) {
          full.push({ numbers, count });
          numbers = spare.pop() ?? new Float64Array(maxRows * width);
          count = 0;
        } else grow();
      }
      const i = count * width;
      numbers[i] = isLocal ? series + 0.5 : series;
      numbers[i + 1] = at;
      numbers[i + 2] = value;
      numbers[i + 3] = line;
      count += 1;
    },
    spill,
    async *rows() {
      await spill();
      sorted ??= sortedCopy(numbers, count, null);
      numbers = new Float64Array(0);
      scratch = null;
      spare.length = 0;
      yield* merge([...files.map(diskRun), memoryRun(sorted)]);
    },
    end: async () => {
      sorted = null;
      for (const file of files.splice(0)) await file.close();
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    },
  };
};
