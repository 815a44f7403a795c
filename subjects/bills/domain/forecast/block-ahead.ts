/** A dearer block that the open cycle is on course for, and that this home does not always come into: told while it can still be avoided. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';

/** Set beforehand, and held against homes as they are (`npm run ahead`, docs/decisions/0058). */
const settings = {
  /** A block that is less dearer, and does not take up all of the use, is not worth a word. */
  minDearer: 1.05,
  /** Entered so many days ahead, at most and at least. */
  maxDays: 10,
  minDays: 1,
  /** So many of the last cycles that came into it make it what this home always does. */
  lastCycles: 3,
  always: 2,
  /** Between what is likely at least and what is expected, so far above the block's beginning the cycle is to end. */
  sure: 0.5,
  /** So much of what is still to be used would have to be left: more than that nobody leaves. */
  maxLess: 0.5,
};

interface AheadBlock {
  /** In the plan's units. */
  readonly above: string;
  /** Of the prices; none: the plan's. */
  readonly currency?: string | undefined;
  readonly rate: string;
  readonly nextRate: string;
  readonly jump: string;
  readonly day: LocalDay | null;
}

export interface AheadInput {
  readonly today: LocalDay;
  /** The open cycle. */
  readonly start: LocalDay;
  readonly end: LocalDay;
  readonly usedSoFar: number;
  /** Of the whole cycle, in Wh or mL. */
  readonly likely: { readonly low: number; readonly expected: number; readonly nextBlocks: readonly AheadBlock[] };
  /** Wh or mL in one of the plan's units. */
  readonly unitSize: number;
  /** Cycles that are over, the latest last. */
  readonly earlier: readonly { readonly start: LocalDay; readonly end: LocalDay; readonly used: number }[];
}

export interface BlockAhead {
  readonly day: LocalDay;
  readonly rate: string;
  readonly nextRate: string;
  /** What it costs beyond the block before, until the cycle ends: as money, of the use that is expected. */
  readonly more: number;
  /** Wh or mL that would have to be left. */
  readonly less: number;
}

/** Null: none, or none that is worth a word. */
export const blockAhead = (input: AheadInput): BlockAhead | null => {
  const { today, start, end, usedSoFar, likely, unitSize, earlier } = input;
  const days = daysBetween(start, end);
  for (const block of likely.nextBlocks) {
    const { above, currency, rate, nextRate, jump, day } = block;
    const isDearer = Number(nextRate) > settings.minDearer * Number(rate) || Number(jump) > 0;
    if (!isDearer || currency !== undefined || day === null) continue;
    if (day < addDays(today, settings.minDays) || day > addDays(today, settings.maxDays)) continue;
    const begins = Number(above) * unitSize;
    const sure = likely.low + settings.sure * (likely.expected - likely.low);
    const less = likely.expected - begins;
    if (sure <= begins || less > settings.maxLess * (likely.expected - usedSoFar)) continue;
    const cameInto = earlier
      .slice(-settings.lastCycles)
      .filter((cycle) => cycle.used / daysBetween(cycle.start, cycle.end) > begins / days);
    if (cameInto.length >= settings.always) continue;
    const more = (less / unitSize) * (Number(nextRate) - Number(rate)) + Number(jump);
    return { day, rate, nextRate, more, less: Math.ceil(less) };
  }
  return null;
};
