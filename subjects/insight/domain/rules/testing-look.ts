/** Made homes as a rule looks at them: quarter-hours, the same for the same seed. */
import type { HomeLook, WatchedUse } from './rule.ts';

export const perDay = 96;
export const firstDay = 20_000;

/** Mulberry32. */
export const dice = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};

type Made = (slot: number, day: number) => number;

/** Meters by name; the home's own, `whole`, has their sum and what `rest` makes. Wh of each quarter-hour. */
export const lookOf = (
  devices: Readonly<Record<string, Made>>,
  rest: Made = () => 20,
  days = 91,
  temperatures: ReadonlyMap<number, number> = new Map(),
): HomeLook => {
  const of = (made: Made) =>
    Float64Array.from({ length: days * perDay }, (_, i) => made(i % perDay, Math.floor(i / perDay)));
  const parts = Object.entries(devices).map(([name, made]) => meter(name, of(made), 'whole'));
  const whole = of(rest).map((own, i) => parts.reduce((sum, { used }) => sum + (used[i] as number), own));
  return {
    firstDay,
    perDay,
    meters: [meter('whole', whole, null), ...parts],
    offsetAt: () => 3600,
    temperatures,
  };
};

const meter = (name: string, used: Float64Array, parentMeterId: string | null): WatchedUse => ({
  meterId: name,
  name,
  room: 'kitchen',
  utility: 'electricity',
  flow: 'drawn',
  parentMeterId,
  used,
});

/** With meters of water by name, mL of each quarter-hour. */
export const besideWater = (home: HomeLook, waters: Readonly<Record<string, (at: number) => number>>): HomeLook => {
  const length = home.meters[0]?.used.length ?? 0;
  const meters = Object.entries(waters).map(
    ([name, made]): WatchedUse => ({
      ...meter(
        name,
        Float64Array.from({ length }, (_, at) => made(at)),
        null,
      ),
      utility: 'water',
    }),
  );
  return { ...home, meters: [...home.meters, ...meters] };
};

/** Every meter otherwise, slot by slot. */
export const changedLook = (home: HomeLook, made: (used: number, at: number, name: string) => number): HomeLook => ({
  ...home,
  meters: home.meters.map((one) => ({ ...one, used: one.used.map((used, at) => made(used, at, one.name)) })),
});
