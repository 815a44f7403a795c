/** Runs of a machine that takes water, seen in power and water together: one alone is not enough to tell a wash from an oven or a shower. */
import { factsOf } from '#catalogue/index.ts';
import type { KnownRoom } from '#catalogue/rooms.ts';
import { isDrawn } from '#subjects/readings/domain/meter-tree.ts';
import { hoursADay, measured, medianOf, quantileOf } from '../honest/home-use.ts';
import { type DeviceRun, runsOf } from './device-runs.ts';
import type { HomeLook, WatchedUse } from './rule.ts';

export interface JointRun extends DeviceRun {
  /** mL that its water meter passed meanwhile. */
  readonly water: number;
}

/** What uses electricity, without the meter of the whole home: a home of plugs alone has none. */
export const devicesOf = ({ meters }: HomeLook): WatchedUse[] =>
  meters.filter(
    (meter) =>
      factsOf(meter.utility).hasStandby &&
      isDrawn(meter) &&
      (meter.parentMeterId !== null ||
        (meter.room !== wholeHome && meters.every((other) => other.parentMeterId !== meter.meterId))),
  );
const wholeHome: KnownRoom = 'whole_home';

export const watersOf = ({ meters }: HomeLook): WatchedUse[] =>
  meters.filter((meter) => factsOf(meter.utility).canLeak && isDrawn(meter));

/** What a run is known by, Wh and mL; a slot's are above what the meter draws at rest. */
export interface RunSignature {
  readonly minSlot: number;
  readonly maxSlot: number;
  readonly minUsed: number;
  readonly maxUsed: number;
  readonly minWater: number;
  /** What is shorter, beside something stronger, is the beginning or the end of that. In slots. */
  readonly edge: number;
}

/** Chosen on the first half of AMPds2 (docs/decisions/0057, `npm run joint`). */
const settings = {
  /** A machine soaks and dries for so long between two parts of a run. */
  pauseHours: 0.5,
  /** What has less than this of the middle run is none. */
  minOfMiddle: 0.2,
  rare: 0.05,
  strongSlot: 0.98,
  /** Beyond the strongest slots by so much; of the smallest runs and of their water so much at least. */
  beyond: 1.15,
  ofUsed: 0.85,
  ofWater: 1,
  timesUsed: 1.5,
  edge: 0.5,
  minRuns: 10,
  /** Runs that are a machine's, not people's: alike (of the logarithm of what they use), and more water than at these hours of other days. */
  maxScatter: 0.45,
  minMoreWater: 0.65,
  aroundDays: 3,
};
const restDays = 7;

const sortedOf = (values: Iterable<number>): Float64Array => Float64Array.from(values).sort();
const sumOf = (values: Float64Array): number => values.reduce((sum, one) => sum + one, 0);

/** Without what is drawn at rest, which is taken week by week: other things are on the same wire. The last days are the last week. */
const aboveRest = (used: Float64Array, perDay: number): Float64Array => {
  const above = used.slice();
  const size = restDays * perDay;
  for (let to = used.length; to > 0; to -= size) {
    const from = Math.max(0, to - size);
    const known = measured(used, Math.max(0, to - size), Math.max(to, Math.min(size, used.length))).sort();
    const rest = quantileOf(known, 0.2);
    for (let i = from; i < to; i += 1) above[i] = (above[i] as number) - rest;
  }
  return above;
};

/** One after the other is one run where the pause is short. */
export const withPauses = (runs: readonly DeviceRun[], perDay: number): DeviceRun[] => {
  const pause = Math.floor((settings.pauseHours * perDay) / hoursADay);
  const joined: DeviceRun[] = [];
  for (const run of runs) {
    const before = joined.at(-1);
    if (before === undefined || run.from - before.to > pause || !before.isWhole) joined.push(run);
    else joined[joined.length - 1] = { ...run, from: before.from, used: before.used + run.used };
  }
  return joined;
};

/** With the water of each; a run of which the water was not wholly measured is left out. */
const withWater = (runs: readonly DeviceRun[], water: Float64Array): JointRun[] =>
  runs
    .map((run) => ({ ...run, water: sumOf(water.subarray(run.from, run.to)) }))
    .filter((run) => !Number.isNaN(run.water));

/** Whole runs of a meter of its own; what uses far less than most is none. */
const ownRuns = (own: Float64Array, water: Float64Array, perDay: number): JointRun[] => {
  const runs = withWater(withPauses(runsOf(own), perDay), water).filter(({ isWhole }) => isWhole);
  const middle = medianOf(runs.map(({ used }) => used));
  return runs.filter(({ used }) => used >= settings.minOfMiddle * middle);
};

/** What the runs of a machine are known by, from a meter of its own and the water meter that it draws from. Null: too few are known. */
export const signatureOf = (own: Float64Array, water: Float64Array, perDay: number): RunSignature | null => {
  const known = ownRuns(own, water, perDay);
  if (known.length < settings.minRuns) return null;
  const slots = sortedOf(known.flatMap(({ from, to }) => [...own.subarray(from, to)]));
  const used = sortedOf(known.map((run) => run.used));
  return {
    minSlot: quantileOf(slots, settings.rare),
    maxSlot: settings.beyond * quantileOf(slots, settings.strongSlot),
    minUsed: settings.ofUsed * quantileOf(used, settings.rare),
    maxUsed: settings.timesUsed * quantileOf(used, 1 - settings.rare),
    minWater: settings.ofWater * quantileOf(sortedOf(known.map((run) => run.water)), settings.rare),
    edge: settings.edge * medianOf(known.map(({ from, to }) => to - from)),
  };
};

/** Does more water run with the machine than at the same hours of the days around, on which it rests? */
const drawsFrom = (runs: readonly JointRun[], water: Float64Array, perDay: number): boolean => {
  const isOn = new Uint8Array(water.length);
  for (const { from, to } of runs) isOn.fill(1, from, to);
  let [more, all] = [0, 0];
  for (const run of runs) {
    const others: number[] = [];
    for (let day = -settings.aroundDays; day <= settings.aroundDays; day += 1) {
      const [from, to] = [run.from + day * perDay, run.to + day * perDay];
      if (from < 0 || to > water.length || isOn.subarray(from, to).includes(1)) continue;
      const other = sumOf(water.subarray(from, to));
      if (!Number.isNaN(other)) others.push(other);
    }
    if (others.length < 2) continue;
    all += 1;
    if (run.water > medianOf(others)) more += 1;
  }
  return all >= settings.minRuns && more >= settings.minMoreWater * all;
};

/** Nobody has to say which device takes water, nor from which meter: of those that it does draw from the one that passes the least. */
export const waterOf = (home: HomeLook, machine: WatchedUse): Float64Array | null => {
  const { perDay } = home;
  const smallest = watersOf(home)
    .map(({ used }) => ({ used, all: sumOf(measured(used, 0, used.length)) }))
    .sort((a, b) => a.all - b.all);
  const own = smallest.find(({ used }) => {
    const runs = ownRuns(machine.used, used, perDay);
    if (runs.length < settings.minRuns) return false;
    const logs = runs.map((run) => Math.log(run.used));
    const middle = medianOf(logs);
    if (1.4826 * medianOf(logs.map((log) => Math.abs(log - middle))) > settings.maxScatter) return false;
    const dry = runs.filter((run) => run.water <= 0).length;
    return dry <= settings.rare * runs.length && drawsFrom(runs, used, perDay);
  });
  return own?.used ?? null;
};

/** Runs by their signature in any power meter that the machine is behind, with others or alone. */
export const jointRuns = (
  power: Float64Array,
  water: Float64Array,
  perDay: number,
  { minSlot, maxSlot, minUsed, maxUsed, minWater, edge }: RunSignature,
): JointRun[] => {
  const above = aboveRest(power, perDay);
  const parts: DeviceRun[] = [];
  let from = -1;
  for (let i = 0; i <= above.length; i += 1) {
    const value = i < above.length ? (above[i] as number) : Number.NaN;
    if (value > minSlot && value <= maxSlot) {
      if (from < 0) from = i;
    } else if (from >= 0) {
      const isEdge = i - from < edge && (value > maxSlot || (above[from - 1] as number) > maxSlot);
      if (!isEdge) parts.push({ from, to: i, used: sumOf(above.subarray(from, i)), isWhole: !Number.isNaN(value) });
      from = -1;
    }
  }
  return withWater(withPauses(parts, perDay), water).filter(
    (run) => run.used >= minUsed && run.used <= maxUsed && run.water >= minWater,
  );
};
