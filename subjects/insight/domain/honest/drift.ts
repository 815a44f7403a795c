/** Drift: a meter that counts a few per cent more or less than before, held against the sum that it belongs to. */
import { inUse, isDrawn } from '#subjects/readings/domain/meter-tree.ts';
import { type Fault, type HomeUse, measured, meanOf, medianOf, type MeterUse } from './home-use.ts';
import { robustSlope, type Slope } from './robust-slope.ts';

/** Chosen on AMPds2 and REFIT 20 (docs/decisions/0039, `npm run honest`). */
export const driftSettings = {
  blockDays: 10,
  /** A block that knows its share worse than this says nothing. */
  maxError: 0.005,
  minBefore: 6,
  maxBefore: 14,
  minAfter: 3,
  maxAfter: 6,
  minChange: 0.006,
  /** So many standard errors, and more where few blocks tell how steady the share is. */
  sure: 3,
  sureOfFew: 10,
  /** No share is steadier than the least, whatever a few blocks say; one that wanders more is no measure. */
  minScatter: 0.002,
  maxScatter: 0.012,
};

export interface Course {
  /** Null: the container itself, held against all its parts. */
  readonly meter: MeterUse | null;
  /** The latest block last; null where it says nothing. */
  readonly blocks: (Slope | null)[];
}

interface Change {
  readonly change: number;
  readonly error: number;
  readonly afterBlocks: number;
}

const addTo = (target: Float64Array, used: Float64Array, sign: number): void => {
  for (let i = 0; i < target.length; i += 1) target[i] = (target[i] as number) + sign * (used[i] as number);
};

/** Of a container: its use with what passes behind it, less what is drawn within. Parts that say little of the block stay in the rest. */
const blockOf = (whole: MeterUse, children: readonly MeterUse[], from: number, to: number) => {
  const heard = children.filter(({ used }) => measured(used, from, to).length >= 0.8 * (to - from));
  const rest = whole.used.slice(from, to);
  const sum = new Float64Array(to - from);
  for (const child of heard) {
    const used = child.used.subarray(from, to);
    addTo(rest, used, isDrawn(child) ? -1 : inUse(child));
    if (isDrawn(child)) addTo(sum, used, 1);
  }
  return { heard, rest, sum };
};

/** Blocks lie where the calendar has them: what was told of one stays told, whenever it is looked at. `only`: of one part, and of the whole. */
export const coursesOf = (
  { firstDay, perDay }: HomeUse,
  whole: MeterUse,
  children: readonly MeterUse[],
  only?: string,
): Course[] => {
  const { blockDays, maxError } = driftSettings;
  const days = whole.used.length / perDay;
  const first = Math.ceil(firstDay / blockDays) * blockDays - firstDay;
  const asked = children.filter((child) => isDrawn(child) && (only === undefined || child.meterId === only));
  const courses = [null, ...asked].map((meter): Course => ({ meter, blocks: [] }));
  for (let day = first; day + blockDays <= days; day += blockDays) {
    const [from, to] = [day * perDay, (day + blockDays) * perDay];
    const { heard, rest, sum } = blockOf(whole, children, from, to);
    for (const { meter, blocks } of courses) {
      const isHeard = meter === null ? heard.some(isDrawn) : heard.includes(meter);
      const slope = isHeard ? robustSlope(rest, meter === null ? sum : meter.used.subarray(from, to), maxError) : null;
      blocks.push(slope === null || slope.error > maxError ? null : slope);
    }
  }
  return courses;
};

const scatterOf = (slopes: readonly number[], middle: number): number =>
  1.4826 * medianOf(slopes.map((slope) => Math.abs(slope - middle)));

/** The surest change of a course; null: none that holds. */
export const changeOf = (blocks: readonly (Slope | null)[]): Change | null => {
  const { minBefore, maxBefore, minAfter, maxAfter, minChange, sure, sureOfFew, minScatter, maxScatter } =
    driftSettings;
  let best: Change | null = null;
  for (let afterBlocks = minAfter; afterBlocks <= maxAfter; afterBlocks += 1) {
    const after = blocks.slice(-afterBlocks).flatMap((block) => block ?? []);
    const before = blocks
      .slice(0, -afterBlocks)
      .slice(-maxBefore)
      .flatMap((block) => block ?? []);
    if (after.length < Math.max(minAfter, 0.6 * afterBlocks) || before.length < minBefore) continue;
    const was = medianOf(before.map(({ slope }) => slope));
    const is = medianOf(after.map(({ slope }) => slope));
    const offBefore = before.map(({ slope }) => slope - was);
    const own = medianOf([...before, ...after].map(({ error }) => error));
    const all = scatterOf([...offBefore, ...after.map(({ slope }) => slope - is)], 0);
    const scatter = Math.max(minScatter, own, all);
    if (Math.max(scatter, scatterOf(offBefore, 0)) > maxScatter) continue;
    const error = 1.25 * scatter * Math.sqrt(1 / before.length + 1 / after.length);
    const change = is - was;
    const times = Math.abs(change) / error;
    const isOneSided = after.every(({ slope }) => Math.sign(slope - was) === Math.sign(change));
    if (!isOneSided || Math.abs(change) < minChange) continue;
    if (times < sure + sureOfFew / (before.length + after.length - 2)) continue;
    if (best === null || times > Math.abs(best.change) / best.error) best = { change, error, afterBlocks };
  }
  return best;
};

/**
 * What a container and its parts say of each other. Where the sum has changed and no part alone has, it is the container; a part that has
 * changed alone is told, against the container.
 */
export const driftsIn = (home: HomeUse, whole: MeterUse, children: readonly MeterUse[]): Fault[] => {
  const { blockDays } = driftSettings;
  const days = whole.used.length / home.perDay;
  const endDay = Math.floor((home.firstDay + days) / blockDays) * blockDays;
  const changes = coursesOf(home, whole, children).flatMap(({ meter, blocks }) => {
    const change = changeOf(blocks);
    return change === null ? [] : [{ meter, ...change }];
  });
  const parts = changes.filter(({ meter }) => meter !== null);
  const told = parts.length === 1 ? parts : changes.filter(({ meter }) => meter === null);
  return told.map(({ meter, change, error, afterBlocks }) => {
    const sinceDay = endDay - afterBlocks * blockDays;
    const one = meter ?? whole;
    const recent = measured(one.used, (sinceDay - home.firstDay) * home.perDay, one.used.length);
    return {
      kind: 'drift',
      meterId: one.meterId,
      againstId: meter === null ? null : whole.meterId,
      sinceDay,
      // The whole is 1 + slope of the part: where that rises, the part counts less, or the whole more.
      factor: meter === null ? 1 + change : 1 / (1 + change),
      within: 2 * error,
      longest: null,
      perDay: Math.abs(change) * home.perDay * meanOf(recent),
    };
  });
};
