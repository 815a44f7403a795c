/** When a meter's answer can next be another one. */
import { QUARTER_S, quarterOf, silentAfter } from '@wattershed/domain';
import type { Habit } from './found.ts';
import { learnAgainAt } from './learn-habits.ts';
import { isAwaited } from './look-at-silence.ts';
import { isWatchedForLeaks } from './look-at-water.ts';
import type { WatchedMeter } from './watched-meters.ts';

const dayS = 86_400;
const hourS = 3600;
const minuteS = 60;
/** A quarter-hour is known when the reading after it is there; homes are looked at one after the other. */
const afterQuarterS = minuteS;
const spreadS = 5 * minuteS;

/** Whoever has not spoken for long is not expected to; one that is told of as silent is brought back by its next reading. */
const learnAt = (meter: WatchedMeter, habit: Habit, isSilent: boolean, now: number): number => {
  const quietS = now - (meter.last_at ?? 0);
  if (isSilent || quietS > 7 * dayS) return now + dayS;
  return quietS > dayS || !meter.is_measured ? now + hourS : learnAgainAt(meter.meter_id, habit);
};

export const nextLook = (meter: WatchedMeter, habit: Habit, isSilent: boolean, now: number): number => {
  const lastAt = meter.last_at ?? 0;
  const silence =
    habit.usual_s === null || isSilent || !isAwaited(meter) ? Infinity : lastAt + silentAfter(habit.usual_s);
  const flow =
    isWatchedForLeaks(meter) && now - lastAt < dayS
      ? quarterOf(now) + QUARTER_S + afterQuarterS + (meter.meter_id % spreadS)
      : Infinity;
  return Math.max(now + 1, Math.min(silence, learnAt(meter, habit, isSilent, now), flow));
};
