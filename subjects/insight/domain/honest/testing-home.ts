/** A home with made use: whole and parts to the Wh, the same for the same seed. */
import { hoursADay, type HomeUse, type MeterUse } from './home-use.ts';

/** Mulberry32. */
const dice = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};

const meter = (meterId: string, used: Float64Array, parentMeterId: string | null): MeterUse => ({
  meterId,
  utility: 'electricity',
  flow: 'drawn',
  parentMeterId,
  used,
});

/** Hours: a fridge that is never off, a heat pump that comes and goes, a boiler, a dryer now and then, and what is unmetered. */
export const madeHome = (seed: number, days = 210): HomeUse => {
  const roll = dice(seed);
  const hours = days * hoursADay;
  const of = (make: (hour: number) => number) =>
    Float64Array.from({ length: hours }, (_, i) => Math.round(make(i % 24)));
  const fridge = of(() => 40 + 30 * roll());
  const pump = of(() => (roll() < 0.45 ? 900 + 600 * roll() : 35 + 5 * roll()));
  const dryer = of((hour) => (hour > 8 && hour < 21 && roll() < 0.1 ? 1500 + 1500 * roll() : 0));
  const boiler = of(() => (roll() < 0.3 ? 1200 + 800 * roll() : 0));
  const rest = of((hour) => 60 + 6 * roll() + (hour > 6 && hour < 23 && roll() < 0.35 ? 500 * roll() : 0));
  const whole = rest.map(
    (one, i) => one + (fridge[i] as number) + (pump[i] as number) + (dryer[i] as number) + (boiler[i] as number),
  );
  return {
    firstDay: 20_000,
    perDay: hoursADay,
    meters: [
      meter('whole', whole, null),
      meter('fridge', fridge, 'whole'),
      meter('pump', pump, 'whole'),
      meter('dryer', dryer, 'whole'),
      meter('boiler', boiler, 'whole'),
    ],
  };
};

/** The same home, one meter otherwise from so many days before its end. */
export const changed = (
  home: HomeUse,
  meterId: string,
  days: number,
  made: (used: number, at: number) => number,
): HomeUse => ({
  ...home,
  meters: home.meters.map((one) =>
    one.meterId === meterId
      ? {
          ...one,
          used: one.used.map((used, at) => (at < one.used.length - days * home.perDay ? used : made(used, at))),
        }
      : one,
  ),
});

export const usedBy = (home: HomeUse, meterId: string): Float64Array =>
  (home.meters.find((one) => one.meterId === meterId) as MeterUse).used;
