/** A pump that runs and moves no water, though water always moved while it ran: a closed valve, a dry well, a broken wheel. */
import { runsOf } from './device-runs.ts';
import { devicesOf, watersOf } from './joint-runs.ts';
import type { Finding, HomeLook, Rule, WatchedUse } from './rule.ts';

const dayS = 86_400;
/** Chosen on the first halves of pumps made over real water (docs/decisions/0057, `npm run joint`). */
const settings = {
  /** It is the pump of a water meter: so many of its slots move water, and so much of that water moves with it. */
  minWet: 0.97,
  minOfWater: 0.9,
  /** A water meter that hardly ever rests tells nothing. */
  minRests: 0.1,
  minSlots: 40,
  minDays: 10,
  nearS: 900,
  /** Without water for so long, and so many times longer than ever. */
  minDryS: 3600,
  times: 3,
  maxAgeS: 14 * dayS,
};

interface Dry {
  /** Slots in which it ran without water since it last moved some. */
  readonly slots: readonly number[];
  /** Of before: slots in which it ran, those of them without water, the most in a row, and the days. */
  readonly ran: number;
  readonly dry: number;
  readonly max: number;
  readonly days: ReadonlySet<number>;
}

/** A pump fills its tank a little before or after: so many slots beside count too. */
const nearSlots = (perDay: number): number => Math.floor((settings.nearS * perDay) / dayS);

const isWet = (water: Float64Array, at: number, near: number): boolean | null => {
  const around = water.subarray(Math.max(0, at - near), at + near + 1);
  if (around.some((value) => value > 0)) return true;
  return around.some(Number.isNaN) ? null : false;
};

const dryOf = (running: readonly number[], water: Float64Array, perDay: number): Dry => {
  const days = new Set<number>();
  let slots: number[] = [];
  const near = nearSlots(perDay);
  let [ran, dry, max] = [0, 0, 0];
  for (const at of running) {
    const wet = isWet(water, at, near);
    if (wet === null) continue;
    if (!wet) {
      slots.push(at);
      continue;
    }
    ran += slots.length + 1;
    dry += slots.length;
    max = Math.max(max, slots.length);
    days.add(Math.floor(at / perDay));
    slots = [];
  }
  return { slots, ran, dry, max, days };
};

const restsOf = (water: Float64Array, until: number, near: number): number => {
  let [rests, all] = [0, 0];
  for (let at = 0; at < until; at += 1) {
    const wet = isWet(water, at, near);
    if (wet === null) continue;
    all += 1;
    if (!wet) rests += 1;
  }
  return rests / all;
};

/** How much of the water until then moved while it ran. */
const shareOfWater = (running: readonly number[], water: Float64Array, until: number, near: number): number => {
  const isNear = new Uint8Array(water.length);
  for (const at of running) isNear.fill(1, Math.max(0, at - near), at + near + 1);
  let [moved, all] = [0, 0];
  for (let i = 0; i < until; i += 1) {
    const value = water[i] as number;
    if (Number.isNaN(value)) continue;
    all += value;
    if (isNear[i] === 1) moved += value;
  }
  return moved / all;
};

const findIn = (pump: WatchedUse, home: HomeLook, caution: number): Finding[] => {
  const { firstDay, perDay } = home;
  const slotS = dayS / perDay;
  const running = runsOf(pump.used).flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i));
  for (const { used: water } of watersOf(home)) {
    const { slots, ran, dry, max, days } = dryOf(running, water, perDay);
    const [first, last] = [slots[0], slots.at(-1)];
    if (first === undefined || last === undefined || ran < settings.minSlots || days.size < settings.minDays) continue;
    if (slots.length * slotS < caution * Math.max(settings.minDryS, settings.times * max * slotS)) continue;
    if ((water.length - last) * slotS > settings.maxAgeS || dry > (1 - settings.minWet) * ran) continue;
    const near = nearSlots(perDay);
    if (!(shareOfWater(running, water, first, near) >= settings.minOfWater)) continue;
    if (restsOf(water, first, near) < settings.minRests) continue;
    const used = slots.reduce((sum, at) => sum + (pump.used[at] as number), 0);
    return [
      {
        meterId: pump.meterId,
        since: firstDay * dayS + first * slotS,
        figures: { used, lastedS: slots.length * slotS },
        costsPerDay: (used * dayS) / Math.max(dayS, (water.length - first) * slotS),
      },
    ];
  }
  return [];
};

export const dryPump: Rule = {
  kind: 'dry-pump',
  days: 91,
  find: (home, caution) => devicesOf(home).flatMap((meter) => findIn(meter, home, caution)),
};
