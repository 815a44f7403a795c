/** The demo household: a UTC day of every meter, minute by minute, from nothing but a seed and the calendar. */
import { factsOf } from '#catalogue/index.ts';
import { cisternLeakMlPerHour, fridge, fridgeByMonth, standbyWatts } from './facts.ts';
import { habits } from './habits.ts';
import { type LocalDay, localDay, localDayNumber } from './local-day.ts';
import { type DemoMeter, demoMeters, type MeterKey } from './meters.ts';
import { createEvents, type DemoEvent } from './notable.ts';
import { between, happenings, stream, weighted } from './random.ts';

const DAY_S = 86_400;
const MINUTES = 1440;
const KEPT_PLANS = 8;

export interface DemoMeterDay {
  readonly meter: DemoMeter;
  /** `use[i]`: whole Wh or mL used in `[start + 60 i, start + 60 (i + 1))`. */
  readonly use: Int32Array;
  /** 1 where the reading at the instant `start + 60 i` gets through; shared between meters, not to be changed. */
  readonly present: Uint8Array;
  /** The minute in which the counter began again at zero, before that minute's use. */
  readonly resetMinute?: number;
}

export interface DemoDay {
  readonly start: number;
  /** In the order of `demoMeters`. */
  readonly meters: readonly DemoMeterDay[];
}

export interface DemoHouseholdOptions {
  /** Same seed, anchor and zone: same figures. */
  readonly seed: number;
  /** When the demo is made, in seconds since 1970: holidays, leak, power cut and reset are told from here. */
  readonly anchor: number;
  readonly timeZone?: string;
  /** First instant with readings, a multiple of 60; without it all days have some. */
  readonly from?: number;
  /** Where readings end (exclusive), a multiple of 60; without it they never do. */
  readonly to?: number;
}

export interface DemoHousehold {
  /** The UTC day that begins at `start` (a multiple of 86400); any day, in any order. */
  day(start: number): DemoDay;
  /** What happens in `[from, to)` that the figures alone would not explain. */
  events(from: number, to: number): readonly DemoEvent[];
}

const indexOf = new Map<MeterKey, number>(demoMeters.map((meter, index) => [meter.key, index]));
const childrenOf = demoMeters.map((parent) =>
  demoMeters.flatMap((meter, index) => (meter.parentKey === parent.key ? [index] : [])),
);

const add = (into: Float64Array | Int32Array, i: number, amount: number): void => {
  into[i] = (into[i] ?? 0) + amount;
};

const addUse = (into: Float64Array, { minute, rate, amount }: PlannedUse, firstMinute: number): void => {
  const start = minute - firstMinute;
  const full = Math.floor(amount / rate);
  const stop = Math.min(MINUTES, start + full);
  for (let i = Math.max(0, start); i < stop; i += 1) add(into, i, rate);
  const last = start + full;
  if (last >= 0 && last < MINUTES) add(into, last, amount - rate * full);
};

/** Whole units, what is left over carried to the next minute of the day. */
const wholeUnits = (exact: Float64Array): Int32Array => {
  const whole = new Int32Array(MINUTES);
  let carry = 0;
  for (let i = 0; i < MINUTES; i += 1) {
    const owed = (exact[i] ?? 0) + carry;
    const unit = Math.floor(owed + 1e-6);
    whole[i] = unit;
    carry = owed - unit;
  }
  return whole;
};

const minutesOf = (start: number, { from, to }: { from: number; to: number }): [number, number] => [
  Math.min(MINUTES, Math.max(0, (from - start) / 60)),
  Math.min(MINUTES, Math.max(0, (to - start) / 60)),
];

export const createDemoHousehold = (options: DemoHouseholdOptions): DemoHousehold => {
  const { seed, anchor, timeZone = 'Europe/Madrid', from = -Infinity, to = Infinity } = options;
  const events = createEvents(anchor, timeZone);
  const plans = new Map<number, readonly PlannedUse[]>();

  const plan = (number: number): readonly PlannedUse[] => {
    const known = plans.get(number);
    if (known) return known;
    const day = localDay(number, timeZone);
    const away = events(day.start, day.end + DAY_S).filter(({ kind }) => kind === 'away');
    const made = planDay(seed, day, (instant) => !away.some((trip) => trip.from <= instant && instant < trip.to));
    plans.set(number, made);
    if (plans.size > KEPT_PLANS) plans.delete(plans.keys().next().value ?? number);
    return made;
  };

  const exactUse = (start: number, today: readonly DemoEvent[]): Float64Array[] => {
    const exact = demoMeters.map(() => new Float64Array(MINUTES));
    const first = localDayNumber(start, timeZone);
    const last = localDayNumber(start + DAY_S, timeZone);
    const { month } = localDay(first, timeZone);
    const addAll = (uses: readonly PlannedUse[]): void => {
      for (const use of uses) addUse(exact[indexOf.get(use.meter) ?? -1] as Float64Array, use, start / 60);
    };
    addAll(alwaysOn(seed, start / 60, month, today));
    for (let number = first - 1; number <= last + 1; number += 1) addAll(plan(number));
    for (const cut of today.filter(({ kind }) => kind === 'power-cut')) {
      exact.forEach((of, index) => {
        const utility = demoMeters[index]?.utility;
        // What devices draw while nobody uses them stops too.
        if (utility !== undefined && factsOf(utility).hasStandby) of.fill(0, ...minutesOf(start, cut));
      });
    }
    return exact;
  };

  const day = (start: number): DemoDay => {
    if (start % DAY_S !== 0) throw new RangeError(`a UTC day begins at a multiple of ${DAY_S}, not at ${start}`);
    const today = events(start, start + DAY_S);
    const open = minutesOf(start, { from, to });
    const present = new Uint8Array(MINUTES).fill(1, ...open);
    for (const cut of today.filter(({ kind }) => kind === 'power-cut')) present.fill(0, ...minutesOf(start, cut));

    const use = exactUse(start, today).map((exact) => wholeUnits(exact).fill(0, 0, open[0]).fill(0, open[1]));
    // The innermost first: what contains them counts them whole.
    for (let parent = use.length - 1; parent >= 0; parent -= 1) {
      const whole = use[parent] as Int32Array;
      for (const child of childrenOf[parent] ?? []) use[child]?.forEach((units, i) => add(whole, i, units));
    }
    return {
      start,
      meters: demoMeters.map((meter, index) => {
        const reset = today.find(({ kind, meterKey }) => kind === 'counter-reset' && meterKey === meter.key);
        const resetMinute = reset && reset.from >= start ? { resetMinute: (reset.from - start) / 60 } : {};
        return { meter, use: use[index] as Int32Array, present, ...resetMinute };
      }),
    };
  };

  return { day, events };
};

/** What is used whether or not anyone is at home: standby, the fridge, and the leak while it lasts. */

const FRIDGE_STREAM = 7_919;

const even = (meter: MeterKey, minute: number, until: number, rate: number): PlannedUse => ({
  meter,
  minute,
  rate,
  amount: rate * Math.max(0, until - minute),
});

const cooling = (seed: number, cycle: number, month: number): PlannedUse => {
  const random = stream(seed, FRIDGE_STREAM, cycle);
  const minute = cycle * fridge.cycleMinutes + Math.floor(between(random, 0, 8));
  const lasting = fridge.onMinutes * (fridgeByMonth[month] ?? 1) * between(random, 0.85, 1.15);
  return even('fridge', minute, minute + lasting, fridge.watts / 60);
};

/** Everything of minutes `[minute, minute + 1440)` since 1970 and the fridge's cycles that reach into it. */
const alwaysOn = (seed: number, minute: number, month: number, events: readonly DemoEvent[]): PlannedUse[] => {
  const end = minute + 1440;
  const uses = Object.entries(standbyWatts).map(([meter, watts]) => even(meter as MeterKey, minute, end, watts / 60));
  const lastCycle = Math.floor(end / fridge.cycleMinutes);
  for (let cycle = Math.floor(minute / fridge.cycleMinutes) - 1; cycle <= lastCycle; cycle += 1) {
    uses.push(cooling(seed, cycle, month));
  }
  for (const { kind, from, to, meterKey } of events) {
    if (kind !== 'leak' || !meterKey) continue;
    uses.push(even(meterKey, from / 60, to / 60, cisternLeakMlPerHour / 60));
  }
  return uses;
};

/** One local day as a list of uses: what was switched on or drawn, when, and how much. */

/** Even use at `rate` a minute from `minute` (whole minutes since 1970, UTC) until `amount` is used up. Wh or mL. */
interface PlannedUse {
  readonly meter: MeterKey;
  readonly minute: number;
  readonly rate: number;
  readonly amount: number;
}

/** `isHome` says of an instant whether anyone is there to do anything. */
const planDay = (seed: number, day: LocalDay, isHome: (instant: number) => boolean): readonly PlannedUse[] => {
  const busy = between(stream(seed, day.number), 0.8, 1.2);
  return habits.flatMap((habit, index) => {
    const random = stream(seed, day.number, index + 1);
    const mean = habit.perDay * busy * (habit.byMonth[day.month] ?? 1) * (habit.byWeekday[day.weekday] ?? 1);
    const times = habit.once ? Number(random() < mean) : happenings(random, mean);
    const hours = day.weekday < 5 ? habit.weekday : habit.weekend;
    return Array.from({ length: times }).flatMap(() => {
      const start = day.at(weighted(random, hours) * 60 + Math.floor(random() * 60));
      const pieces = habit.run(random);
      if (!isHome(start)) return [];
      return pieces.map(({ meter, after, rate, amount }) => ({ meter, minute: start / 60 + after, rate, amount }));
    });
  });
};

export interface CounterDay {
  /** What the counter shows at each instant `start + 60 i`, before that minute's use; read only where `present`. */
  readonly values: Float64Array;
  /** What it shows when the day ends: `before` of the next day. */
  readonly after: number;
}

/** The counter of a meter through a day: what readings show, for a caller that goes from day to day. `before` is `startCounter` on the first day, then the previous day's `after`. */
export const counterDay = ({ use, resetMinute }: DemoMeterDay, before: number): CounterDay => {
  const values = new Float64Array(use.length);
  let counter = before;
  use.forEach((units, minute) => {
    values[minute] = counter;
    counter = (minute === resetMinute ? 0 : counter) + units;
  });
  return { values, after: counter };
};
