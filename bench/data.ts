/** The same readings for both sides: six cumulative counters a household, one reading a minute, seeded. */
import { type Utility, utilityIds } from '#catalogue/index.ts';

export const meterCount = 6;
const rooms = ['kitchen', 'bedroom', 'hall'] as const;

export const roomOf = (meter: number): string => rooms[(meter % meterCount) >> 1] as string;
export const utilityOf = (meter: number): Utility => utilityIds[meter % utilityIds.length] as Utility;

/** Readings of a batch as columns; `at` in seconds. Meters are numbered 0, 1, 2, ... over all households. */
export interface Batch {
  readonly meters: number[];
  readonly at: number[];
  readonly values: number[];
}

/** A random walk that only needs the meter and the minute, so that both sides get it without keeping it. */
const step = (meter: number, minute: number): number => {
  let x = Math.imul(meter * 1_000_003 + minute + 1, 2654435761) >>> 0;
  // Without a sign: these counters never fall.
  x = (x ^ (x >>> 15)) >>> 0;
  return meter & 1 ? (x % 40 === 0 ? 500 + (x % 7500) : 0) : 1 + (x & 3) + (x % 60 === 0 ? x & 63 : 0);
};

const resetMinute = (meter: number): number => 20_000 + ((meter * 3001) % 40_000);

/** History of one household, `minutesPerBatch` minutes of all its meters at a time, oldest first. */
export function* history(household: number, from: number, to: number, minutesPerBatch = 166): Generator<Batch> {
  const values = Array.from({ length: meterCount }, (_, i) => 1_000_000 + i);
  let batch: Batch = { meters: [], at: [], values: [] };
  for (let at = from; at < to; at += 60) {
    for (let i = 0; i < meterCount; i += 1) {
      const meter = household * meterCount + i;
      // Each begins anew once, as counters do.
      const former = at === from + resetMinute(meter) * 60 ? 0 : (values[i] as number);
      values[i] = former + step(meter, at / 60);
      batch.meters.push(meter);
      batch.at.push(at);
      batch.values.push(values[i] as number);
    }
    if (batch.meters.length >= minutesPerBatch * meterCount) {
      yield batch;
      batch = { meters: [], at: [], values: [] };
    }
  }
  if (batch.meters.length > 0) yield batch;
}

/** One minute of `count` meters from `first`: what a provider's gateway sends. Whoever sends it, a meter shows the same, and never falls. */
export const fleetMinute = (first: number, count: number, at: number): Batch => ({
  meters: Array.from({ length: count }, (_, i) => first + i),
  at: new Array<number>(count).fill(at),
  values: Array.from({ length: count }, (_, i) => 1_000_000 + (at / 60) * 3 - 80_000_000 + ((first + i) % 7)),
});
