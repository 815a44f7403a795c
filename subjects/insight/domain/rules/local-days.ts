/** The days of a home by its own clock, and what each used. */
import { dayBounds } from '#catalogue/zone-clock.ts';
import type { HomeLook } from './rule.ts';

const dayS = 86_400;

/** A whole local day: its slots are `[from, to)`. */
export interface HomeDay {
  /** Days since 1970, by the home's clock. */
  readonly day: number;
  /** Seconds since 1970 (UTC) at which it begins. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/** Those that lie wholly within the look, the latest last. */
export const localDays = ({ firstDay, perDay, meters, offsetAt }: HomeLook): HomeDay[] => {
  const slotS = dayS / perDay;
  const begin = firstDay * dayS;
  const slots = meters[0]?.used.length ?? 0;
  const days: HomeDay[] = [];
  for (let day = firstDay - 1; day <= firstDay + slots / perDay; day += 1) {
    const [start, end] = dayBounds(day * dayS, offsetAt);
    const [from, to] = [Math.round((start - begin) / slotS), Math.round((end - begin) / slotS)];
    if (from >= 0 && to <= slots) days.push({ day, start, from, to });
  }
  return days;
};

/** A day of which less was measured says nothing of how much it used. */
const minKnown = 0.95;

/** Of a whole day of 24 hours, Wh or mL; NaN where too little of it was measured. */
export const useOfDay = (used: Float64Array, { from, to }: HomeDay, perDay: number): number => {
  let sum = 0;
  let known = 0;
  for (let i = from; i < to; i += 1) {
    const slot = used[i] as number;
    if (Number.isNaN(slot)) continue;
    sum += slot;
    known += 1;
  }
  return known >= minKnown * (to - from) ? (sum * perDay) / known : Number.NaN;
};

/** `days` in their order. */
export const useByDay = (used: Float64Array, days: readonly HomeDay[], perDay: number): Float64Array =>
  Float64Array.from(days, (day) => useOfDay(used, day, perDay));
