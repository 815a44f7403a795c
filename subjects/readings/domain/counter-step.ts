/** What happened between two values of a counter: use, a reset, water running back, or something not to be believed. */
import { QUARTER_S } from './quarter-use.ts';
import { type MeterLimits, mark, type Reading } from './reading.ts';

export type CounterStep =
  | { readonly kind: 'use'; readonly used: number }
  /** The counter began again at zero: what it shows now has been used since. */
  | { readonly kind: 'reset'; readonly used: number }
  /** The counter passed the highest value that it can show. */
  | { readonly kind: 'roll-over'; readonly used: number }
  /** Somebody said that the counter begins anew here. */
  | { readonly kind: 'start'; readonly used: 0 }
  /** A small step back (backflow, a rounding): counts as no use, never as negative use. */
  | { readonly kind: 'backflow'; readonly used: 0 }
  | { readonly kind: 'jump' };

/** The most that `limits` let pass in `seconds`; short spans get a quarter-hour's worth, as pulses come in lumps. */
export const plausibleUse = (seconds: number, limits: MeterLimits): number =>
  (limits.maxPerHour * Math.max(seconds, QUARTER_S)) / 3600;

export const counterStep = (before: number, after: number, seconds: number, limits: MeterLimits): CounterStep => {
  const most = plausibleUse(seconds, limits);
  if (after >= before) return after - before <= most ? { kind: 'use', used: after - before } : { kind: 'jump' };
  if (after * 2 >= before) return { kind: 'backflow', used: 0 };
  const round = limits.rollsOverAt && before < limits.rollsOverAt ? limits.rollsOverAt - before + after : null;
  if (round !== null && round <= most) return { kind: 'roll-over', used: round };
  return after <= most ? { kind: 'reset', used: after } : { kind: 'jump' };
};

/** The step from what a counter showed before to a reading, with what a person said of that reading. */
export const stepTo = (before: Pick<Reading, 'at' | 'value'>, after: Reading, limits: MeterLimits): CounterStep => {
  if (after.mark === mark.start) return { kind: 'start', used: 0 };
  const allowed = after.mark === mark.believed ? { ...limits, maxPerHour: Number.POSITIVE_INFINITY } : limits;
  return counterStep(before.value, after.value, after.at - before.at, allowed);
};
