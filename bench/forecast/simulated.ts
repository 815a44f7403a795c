/** Homes made up by dice with a seed, several kinds of them: weekdays, seasons, noise that lingers and has a heavy tail, days away, new habits. */
import { addDays } from '#catalogue/local-day.ts';
import type { ForecastDay } from '#subjects/bills/domain/forecast/expect-days.ts';
import { between, type Random, stream } from '#simulator/src/random.ts';
import type { Home } from './homes.ts';

interface Kind {
  readonly name: string;
  readonly perDay: readonly [number, number];
  /** Share by which the middle of the season lies above or below the year's level, and its day of the year. */
  readonly season: readonly [number, number];
  readonly seasonDay: number;
  /** Saturday and Sunday against the other days. */
  readonly weekend: readonly [number, number];
  /** How far a day is off (standard deviation of the logarithm), and how much of that is still there on the next day. */
  readonly noise: readonly [number, number];
  readonly lingers: readonly [number, number];
  /** Times away in a year, and what runs on then. */
  readonly away: readonly [number, number];
  readonly awayUse: number;
  /** Lasting changes in a year: a birth, a boiler, somebody who moves out. */
  readonly changes: number;
}

const kinds: readonly Kind[] = [
  {
    name: 'electricity, gas heating',
    perDay: [6_000, 12_000],
    season: [0.05, 0.2],
    seasonDay: 10,
    weekend: [1, 1.3],
    noise: [0.15, 0.25],
    lingers: [0.1, 0.5],
    away: [1, 4],
    awayUse: 0.35,
    changes: 0.7,
  },
  {
    name: 'electricity, heated by it',
    perDay: [12_000, 30_000],
    season: [0.3, 0.6],
    seasonDay: 15,
    weekend: [1, 1.15],
    noise: [0.15, 0.3],
    lingers: [0.4, 0.8],
    away: [1, 3],
    awayUse: 0.4,
    changes: 0.5,
  },
  {
    name: 'electricity, cooled by it',
    perDay: [8_000, 20_000],
    season: [0.2, 0.5],
    seasonDay: 205,
    weekend: [0.95, 1.2],
    noise: [0.15, 0.3],
    lingers: [0.4, 0.8],
    away: [1, 3],
    awayUse: 0.3,
    changes: 0.5,
  },
  {
    name: 'water, flat',
    perDay: [150_000, 400_000],
    season: [0, 0.1],
    seasonDay: 200,
    weekend: [0.9, 1.3],
    noise: [0.25, 0.45],
    lingers: [0, 0.4],
    away: [2, 5],
    awayUse: 0.02,
    changes: 0.7,
  },
  {
    name: 'water, one person',
    perDay: [60_000, 140_000],
    season: [0, 0.1],
    seasonDay: 200,
    weekend: [0.7, 1.4],
    noise: [0.4, 0.6],
    lingers: [0, 0.4],
    away: [3, 7],
    awayUse: 0,
    changes: 0.5,
  },
  {
    name: 'water, garden',
    perDay: [400_000, 900_000],
    season: [0.3, 0.6],
    seasonDay: 200,
    weekend: [0.9, 1.3],
    noise: [0.25, 0.5],
    lingers: [0.2, 0.6],
    away: [1, 3],
    awayUse: 0.3,
    changes: 0.5,
  },
];

const pick = (random: Random, [low, high]: readonly [number, number]): number => between(random, low, high);

const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Student's t with 4 degrees of freedom, with variance 1: one day in a hundred is far off. */
const heavyTailed = (random: Random): number => {
  const squares = Array.from({ length: 4 }, () => normal(random) ** 2).reduce((sum, square) => sum + square, 0);
  return (normal(random) / Math.sqrt(squares / 4)) * Math.SQRT1_2;
};

const firstDay = '2024-01-01';

const simulate = (kind: Kind, seed: number, count: number): ForecastDay[] => {
  const random = stream(seed);
  const perDay = pick(random, kind.perDay);
  const season = pick(random, kind.season);
  const weekend = pick(random, kind.weekend);
  const noise = pick(random, kind.noise);
  const lingers = pick(random, kind.lingers);
  const away = pick(random, kind.away);
  const startsOn = Math.floor(between(random, 0, 365));
  let level = 1;
  let off = 0;
  let awayDays = 0;
  return Array.from({ length: count }, (_, i) => {
    const day = addDays(firstDay, startsOn + i);
    if (random() < kind.changes / 365) level *= Math.exp(0.3 * normal(random));
    if (awayDays > 0) awayDays -= 1;
    else if (random() < away / 365) awayDays = Math.round(between(random, 2, 15));
    off = lingers * off + Math.sqrt(1 - lingers ** 2) * noise * heavyTailed(random);
    const seasonal = 1 + season * Math.cos((2 * Math.PI * (startsOn + i - kind.seasonDay)) / 365.25);
    const weekday = [0, 6].includes(new Date(day).getUTCDay()) ? weekend : 1;
    const usual = awayDays > 0 ? kind.awayUse : level * seasonal * weekday;
    // A meter is silent for some of a day now and then.
    const coverage = random() < 0.02 ? random() : 1;
    return { day, used: Math.round(perDay * usual * Math.exp(off) * coverage), coverage };
  });
};

/** `homes` homes of every kind with so many days each; the same seed gives the same homes. */
export const simulateHomes = (homes: number, days: number, seed = 1): Home[] =>
  kinds.flatMap((kind, k) =>
    Array.from({ length: homes }, (_, i) => ({
      group: `simulated ${kind.name}`,
      name: `${i + 1}`,
      days: simulate(kind, seed * 10_000 + k * 100 + i, days),
      silenceIsLost: true,
      isSeen: true,
    })),
  );
