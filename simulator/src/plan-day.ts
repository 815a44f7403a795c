/** One local day as a list of uses: what was switched on or drawn, when, and how much. */
import { habits } from './habits.ts';
import type { LocalDay } from './local-day.ts';
import type { MeterKey } from './meters.ts';
import { between, happenings, stream, weighted } from './random.ts';

/** Even use at `rate` a minute from `minute` (whole minutes since 1970, UTC) until `amount` is used up. Wh or mL. */
export interface PlannedUse {
  readonly meter: MeterKey;
  readonly minute: number;
  readonly rate: number;
  readonly amount: number;
}

/** `isHome` says of an instant whether anyone is there to do anything. */
export const planDay = (seed: number, day: LocalDay, isHome: (instant: number) => boolean): readonly PlannedUse[] => {
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
