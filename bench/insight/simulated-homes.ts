/** Simulated homes whose always-on power is known: what stands by, what cools, and a step of either from a day on. */
import { createDemoHousehold } from '#simulator/src/index.ts';
import { standbyWatts } from '#simulator/src/facts.ts';
import type { HomeLook, WatchedUse } from '#subjects/insight/domain/rules/rule.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';

const dayS = 86_400;
const perDay = 96;
const slotMinutes = 15;
const offsetAt = zoneOffsets('Europe/Madrid');

export interface SimulatedHome {
  readonly look: HomeLook;
  readonly days: number;
  readonly stepDay: number;
  readonly stepW: number;
  readonly stepOn: string;
  /** W that never rest, on average. */
  readonly before: number;
  readonly after: number;
}

/** Mulberry32. */
const dice = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};

const stepped = [
  'kitchen-electricity',
  'tv-and-computer',
  'bedroom-electricity',
  'hall-electricity',
  'washing-machine',
];

export const simulatedHome = (seed: number, days = 70, knownDays = 14): SimulatedHome => {
  const roll = dice(seed);
  // Any season, without the demo's own holiday, power cut and leak: those lie near its anchor.
  const firstDay = 20_100 + Math.floor(roll() * 365);
  const household = createDemoHousehold({ seed, anchor: (firstDay + 300) * dayS });
  const stillW = Math.round(roll() * 200);
  const stepW = Math.round(25 + roll() * 150);
  const stepOn = stepped[Math.floor(roll() * stepped.length)] as string;
  const stepDay = days - knownDays;
  const use = new Map<string, Float64Array>();
  const meters: WatchedUse[] = household.day(firstDay * dayS).meters.flatMap(({ meter }) => {
    if (meter.utility !== 'electricity') return [];
    const used = new Float64Array(days * perDay);
    use.set(meter.key, used);
    const parentMeterId = meter.parentKey === undefined ? null : meter.parentKey;
    return [
      {
        meterId: meter.key,
        name: meter.key,
        room: meter.room,
        utility: 'electricity',
        flow: 'drawn',
        parentMeterId,
        used,
      },
    ];
  });
  for (let day = 0; day < days; day += 1)
    for (const { meter, use: minutes } of household.day((firstDay + day) * dayS).meters) {
      const used = use.get(meter.key);
      if (used === undefined) continue;
      minutes.forEach((wh, minute) => {
        const slot = day * perDay + Math.floor(minute / slotMinutes);
        used[slot] = (used[slot] as number) + wh;
      });
    }
  const add = (key: string, from: number, watts: number): void => {
    const used = use.get(key) as Float64Array;
    for (let slot = from * perDay; slot < used.length; slot += 1)
      used[slot] = (used[slot] as number) + (watts * slotMinutes) / 60;
  };
  const whole = 'whole-home-electricity';
  add(whole, 0, stillW);
  for (const key of [whole, stepOn]) add(key, stepDay, stepW);
  const fridge = use.get('fridge') as Float64Array;
  const fridgeW = (from: number, to: number): number => {
    const part = fridge.subarray(from * perDay, to * perDay);
    return part.reduce((sum, wh) => sum + wh, 0) / ((to - from) * 24);
  };
  const stands = Object.values(standbyWatts).reduce((sum, watts) => sum + watts, 0) + stillW;
  return {
    look: { firstDay, perDay, meters, offsetAt, temperatures: new Map(), absences: [] },
    days,
    stepDay,
    stepW,
    stepOn,
    before: stands + fridgeW(0, stepDay),
    after: stands + stepW + fridgeW(stepDay, days),
  };
};
