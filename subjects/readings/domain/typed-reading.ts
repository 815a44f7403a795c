/** What to think of a reading that somebody types, told before it is kept. Amounts are Wh or mL. */
import { counterStep } from './meter-use.ts';
import type { MeterLimits } from './reading.ts';

const dayS = 86_400;

/** What one day uses, by whole days: the first and the last of them may be parts. Null: too little is known. */
export const usualPerDay = (days: readonly { readonly day: string; readonly used: number }[]): number | null => {
  const whole = days.toSorted((a, b) => (a.day < b.day ? -1 : 1)).slice(1, -1);
  return whole.length === 0 ? null : whole.reduce((sum, { used }) => sum + used, 0) / whole.length;
};

/** A counter's value, in seconds since 1970. */
interface Seen {
  readonly at: number;
  readonly value: number;
}

export interface RegisterBefore {
  readonly before: Seen | null;
  readonly after: Seen | null;
  readonly usualPerDay: number | null;
  readonly limits: MeterLimits;
}

export type Verdict =
  /** There is nothing to compare it with. */
  | { readonly kind: 'first' }
  | { readonly kind: 'use' | 'much'; readonly used: number; readonly seconds: number; readonly perDay: number }
  /** Less than before it, or more than after it. */
  | { readonly kind: 'less' | 'beyond-next'; readonly by: number };

/** More than so many times what is usual is worth a look. */
const muchTimes = 3;

const judgeStep = (before: Seen, after: Seen, usual: number | null, limits: MeterLimits): Verdict => {
  const seconds = after.at - before.at;
  const step = counterStep(before.value, after.value, seconds, limits);
  const isOn = step.kind === 'use' || step.kind === 'roll-over';
  if (!isOn && after.value < before.value) return { kind: 'less', by: before.value - after.value };
  const used = isOn ? step.used : after.value - before.value;
  // Within a day use comes in lumps.
  const isMuch = usual !== null && used > (muchTimes * usual * Math.max(seconds, dayS)) / dayS;
  return { kind: isOn && !isMuch ? 'use' : 'much', used, seconds, perDay: (used * dayS) / Math.max(seconds, 1) };
};

/** The worse of what it is to its neighbours. */
export const judgeReading = (reading: Seen, { before, after, usualPerDay: usual, limits }: RegisterBefore): Verdict => {
  if (after !== null && reading.value > after.value) return { kind: 'beyond-next', by: reading.value - after.value };
  if (before !== null) return judgeStep(before, reading, usual, limits);
  return after === null ? { kind: 'first' } : judgeStep(reading, after, usual, limits);
};
