/** What the seeded household used, hour by hour, by plain arithmetic: what its answers are held against. */
import type { Utility } from '#catalogue/index.ts';

/** 14:30 in Madrid, a Sunday. */
export const nowMs = Date.parse('2026-11-22T13:30:00Z');
export const timeZone = 'Europe/Madrid';

const firstS = Date.parse('2026-08-31T22:00:00Z') / 1000;
const lastS = Date.parse('2026-11-22T13:00:00Z') / 1000;
const winterS = Date.parse('2026-10-25T01:00:00Z') / 1000;

export interface Hour {
  readonly startS: number;
  readonly day: string;
  readonly hour: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Days since 1 September. */
  readonly n: number;
}

const hourAt = (startS: number): Hour => {
  const local = new Date((startS + (startS < winterS ? 7200 : 3600)) * 1000);
  return {
    startS,
    day: local.toISOString().slice(0, 10),
    hour: local.getUTCHours(),
    weekday: local.getUTCDay(),
    n: Math.floor((local.getTime() / 1000 - firstS - 7200) / 86_400),
  };
};

/** Every hour from 1 September to 14:00 of today. */
export const hours: readonly Hour[] = Array.from({ length: (lastS - firstS) / 3600 }, (_, i) =>
  hourAt(firstS + i * 3600),
);

const isOneOf = (value: number, ...those: number[]): boolean => those.includes(value);

const coolOrWarm = ({ n, hour }: Hour): number => {
  if (n < 40) return isOneOf(hour, 15, 16, 17, 18) ? 800 + (n % 7) * 13 : 0;
  return n >= 62 && hour >= 22 ? 600 + (n % 6) * 17 : 0;
};

const shower = ({ n, hour, day }: Hour): number => {
  if (day === '2026-11-22' && hour >= 9) return 12_000;
  if (hour === 7) return 38_000 + (n % 5) * 1500;
  if (hour === 8) return 21_000 + (n % 3) * 900;
  return hour === 22 && n % 2 === 1 ? 20_000 : 0;
};

export interface Thing {
  readonly name: string;
  readonly room: string;
  readonly utility: Utility;
  /** Wh or mL in an hour; null: it has never reported. */
  readonly uses: ((hour: Hour) => number) | null;
  /** Its last word; silent since. */
  readonly until?: string;
}

export const things: readonly Thing[] = [
  {
    name: 'Fridge',
    room: 'kitchen',
    utility: 'electricity',
    uses: ({ n, hour }) => 40 + (hour % 3) * 6 + (n % 4),
  },
  {
    name: 'Dishwasher',
    room: 'kitchen',
    utility: 'electricity',
    uses: ({ n, hour }) => (n % 2 === 0 && hour === 21 ? 900 + (n % 5) * 10 : n % 2 === 0 && hour === 22 ? 350 : 0),
  },
  {
    name: 'Washing machine',
    room: 'bathroom',
    utility: 'electricity',
    uses: ({ n, hour, weekday }) =>
      isOneOf(weekday, 3, 6) && isOneOf(hour, 10, 11) ? 450 + (hour === 10 ? 250 + (n % 3) * 25 : 0) : 0,
  },
  { name: 'Bedroom AC', room: 'bedroom', utility: 'electricity', uses: coolOrWarm },
  {
    name: 'TV',
    room: 'living_room',
    utility: 'electricity',
    uses: ({ n, hour }) => (hour >= 20 ? 120 + (n % 3) * 7 : 0),
  },
  {
    name: 'Bedroom lamp',
    room: 'bedroom',
    utility: 'electricity',
    uses: ({ n, hour }) => (hour >= 22 ? 12 + (n % 2) : 0),
  },
  { name: 'Hall lamp', room: 'hall', utility: 'electricity', uses: ({ n, hour }) => (hour >= 19 ? 9 + (n % 2) : 0) },
  { name: 'Garage charger', room: 'garage', utility: 'electricity', uses: null },
  { name: 'Shower', room: 'bathroom', utility: 'water', uses: shower },
  {
    name: 'Tap',
    room: 'kitchen',
    utility: 'water',
    uses: ({ n, hour }) => (isOneOf(hour, 8, 13, 20, 21) ? 4000 + (n % 3) * 700 : 0),
  },
  {
    name: 'Irrigation',
    room: 'garden',
    utility: 'water',
    uses: ({ n, hour, weekday }) => (isOneOf(weekday, 1, 4) && hour === 6 ? 60_000 + (n % 4) * 2500 : 0),
    until: '2026-11-19T08:00:00Z',
  },
];

/** What the mains saw and no device below them. */
const rest: Partial<Record<Utility, (hour: Hour) => number>> = {
  electricity: ({ n, hour }) => 180 + (isOneOf(hour, 13, 14, 15) ? 500 + ((n * 37) % 11) * 9 : 0),
  water: ({ n, hour }) => (hour % 6 === 0 ? 9000 + (n % 2) * 500 : 0),
};

export const mainsUse = (utility: Utility, hour: Hour): number =>
  things.reduce(
    (sum, one) => sum + (one.utility === utility ? (one.uses?.(hour) ?? 0) : 0),
    rest[utility]?.(hour) ?? 0,
  );

export interface Part {
  readonly utility: Utility;
  readonly room?: string;
  readonly device?: string;
}

const useIn = ({ utility, room, device }: Part, hour: Hour): number => {
  if (room === undefined && device === undefined) return mainsUse(utility, hour);
  return things
    .filter((one) => one.utility === utility && (room === undefined || one.room === room))
    .filter(({ name }) => device === undefined || name === device)
    .reduce((sum, { uses }) => sum + (uses?.(hour) ?? 0), 0);
};

/** Wh or mL of the days from the first to the last one, both of them in it. */
export const used = (part: Part, first: string, last: string, during: (hour: Hour) => boolean = () => true): number =>
  hours
    .filter((hour) => hour.day >= first && hour.day <= last && during(hour))
    .reduce((sum, hour) => sum + useIn(part, hour), 0);

export const daysFrom = (first: string, last: string): readonly string[] =>
  [...new Set(hours.map(({ day }) => day))].filter((day) => day >= first && day <= last);

interface Extreme {
  readonly of: string;
  readonly used: number;
}

const extreme = (uses: readonly Extreme[], sign: 1 | -1): Extreme => {
  const [first, second] = [...uses].sort((a, b) => sign * (b.used - a.used));
  if (!first || first.used === second?.used)
    throw new RangeError('two of them are alike: no question can be asked of it');
  return first;
};

export const extremeDay = (part: Part, first: string, last: string, sign: 1 | -1 = 1): Extreme =>
  extreme(
    daysFrom(first, last).map((day) => ({ of: day, used: used(part, day, day) })),
    sign,
  );

/** The hour of one day, as `21:00`. */
export const extremeHour = (part: Part, day: string, sign: 1 | -1 = 1): Extreme =>
  extreme(
    hours
      .filter((hour) => hour.day === day)
      .map((hour) => ({ of: `${String(hour.hour).padStart(2, '0')}:00`, used: useIn(part, hour) })),
    sign,
  );
