/** When a device that is used now and then was on, and what each run of it used. */
import { quantileOf } from '../honest/home-use.ts';

export interface DeviceRun {
  /** Slots `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** Wh or mL above what it draws at rest. */
  readonly used: number;
  /** Its beginning and end were seen. */
  readonly isWhole: boolean;
}

/** Above so much of what it draws at its strongest a device is on. */
const usualOnShare = 0.1;
/** What draws less than so many times its rest when it runs does not rest. */
const minStrong = 5;

/** What divides rest from running; null where the device does not rest, or never runs. */
const restOf = (used: Float64Array, onShare: number): { readonly idle: number; readonly onFrom: number } | null => {
  // NaN sorts last.
  const sorted = used.slice().sort();
  const known = sorted.subarray(0, sorted.findLastIndex((value) => !Number.isNaN(value)) + 1);
  const idle = quantileOf(known, 0.2);
  const runsFrom = known.findIndex((value) => value > 1.5 * idle && value > 0);
  if (runsFrom < 0) return null;
  const strong = quantileOf(known.subarray(runsFrom), 0.9);
  if (!(strong > minStrong * idle)) return null;
  return { idle, onFrom: idle + onShare * (strong - idle) };
};

/** All runs, the latest last; with a smaller share also those in which it never grew strong. A slot that was not measured ends a run that is not seen whole. */
export const runsOf = (used: Float64Array, onShare = usualOnShare): DeviceRun[] => {
  const rest = restOf(used, onShare);
  if (rest === null) return [];
  const runs: DeviceRun[] = [];
  let from = -1;
  let sum = 0;
  for (let i = 0; i <= used.length; i += 1) {
    const value = i < used.length ? (used[i] as number) : Number.NaN;
    if (value > rest.onFrom) {
      if (from < 0) [from, sum] = [i, 0];
      sum += value - rest.idle;
    } else if (from >= 0) {
      const isWhole = !Number.isNaN(value) && from > 0 && !Number.isNaN(used[from - 1]);
      runs.push({ from, to: i, used: sum, isWhole });
      from = -1;
    }
  }
  return runs;
};
