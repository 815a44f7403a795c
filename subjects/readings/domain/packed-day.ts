/** A closed UTC day of one meter as a few arrays: regular readings cost the database about a byte each. */
import { originCode, originOf, type Reading } from './reading.ts';

/** Columns of `packed_days`; see the migration for what each array holds. */
export interface PackedDay {
  readonly n: number;
  readonly firstS: number;
  readonly stepS: number | null;
  readonly offsets: readonly number[] | null;
  readonly firstValue: number | null;
  readonly deltas: readonly number[] | null;
  readonly spanS: number | null;
  readonly spans: readonly number[] | null;
  readonly sources: readonly number[] | null;
}

const constant = (values: readonly number[]): number | null =>
  values.every((value) => value === values[0]) ? (values[0] ?? null) : null;

const runs = (sources: readonly number[]): number[] => {
  const out: number[] = [];
  for (const one of sources) {
    if (out.length > 0 && out.at(-1) === one) out[out.length - 2] = (out.at(-2) ?? 0) + 1;
    else out.push(1, one);
  }
  return out;
};

/** Packs the readings of one UTC day (sorted by `at`, all of one kind). `dayStart` in seconds. */
export const packDay = (dayStart: number, readings: readonly Reading[]): PackedDay => {
  const first = readings[0];
  if (!first) {
    return {
      n: 0,
      firstS: 0,
      stepS: null,
      offsets: null,
      firstValue: null,
      deltas: null,
      spanS: null,
      spans: null,
      sources: null,
    };
  }
  const steps = readings.slice(1).map((reading, i) => reading.at - (readings[i] as Reading).at);
  const step = steps.length === 0 ? 0 : constant(steps);
  const isCounter = first.spanS === null;
  const spans = readings.map((reading) => reading.spanS ?? 0);
  const span = constant(spans);
  const sources = readings.map(originCode);
  return {
    n: readings.length,
    firstS: first.at - dayStart,
    stepS: step,
    offsets: step === null ? [0, ...steps] : null,
    firstValue: isCounter ? first.value : null,
    deltas: isCounter
      ? readings.map((reading, i) => reading.value - (readings[i - 1] ?? first).value)
      : readings.map((reading) => reading.value),
    spanS: isCounter ? null : span,
    spans: isCounter || span !== null ? null : spans,
    sources: sources.every((one) => one === 0) ? null : runs(sources),
  };
};

export const unpackDay = (dayStart: number, packed: PackedDay): Reading[] => {
  const readings: Reading[] = [];
  const isCounter = packed.spanS === null && packed.spans === null;
  let at = dayStart + packed.firstS;
  let value = packed.firstValue ?? 0;
  let run = 0;
  let left = packed.sources?.[0] ?? packed.n;
  for (let i = 0; i < packed.n; i += 1) {
    if (i > 0) at += packed.offsets?.[i] ?? packed.stepS ?? 0;
    const delta = packed.deltas?.[i] ?? 0;
    value = isCounter ? value + delta : delta;
    while (left === 0 && packed.sources) {
      run += 2;
      left = packed.sources[run] ?? packed.n;
    }
    left -= 1;
    readings.push({
      at,
      value,
      spanS: isCounter ? null : (packed.spans?.[i] ?? packed.spanS),
      ...originOf(packed.sources?.[run + 1] ?? 0),
    });
  }
  return readings;
};
