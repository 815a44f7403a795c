/** Has a meter fallen silent, or spoken again? */
import { silentAfter } from '@wattershed/domain';
import type { Found, Habit } from './found.ts';
import type { WatchedMeter } from './watched-meters.ts';

/** For so long use still counts as measured when the meter comes back; then a mail is worth its reader's time. */
const mailAfterS = 65 * 60;

/** Nobody waits for a meter that is fed from files, or that its household has switched off. */
export const isAwaited = (meter: WatchedMeter): boolean => meter.is_measured && meter.is_active;

/** Writes what it finds into `found`; answers whether the meter is silent now. */
export const lookAtSilence = (meter: WatchedMeter, habit: Habit, now: number, found: Found): boolean => {
  const { household_id, meter_id, last_at: lastAt, silent_id: id, silent_since: since } = meter;
  if (id !== null) {
    if (lastAt === null || since === null || lastAt <= since) return true;
    found.ended.push({ household_id, id, ended_at: Math.min(lastAt, now) });
    return false;
  }
  if (lastAt === null || habit.usual_s === null || !isAwaited(meter)) return false;
  if (now - lastAt < silentAfter(habit.usual_s)) return false;
  found.begun.push({
    household_id,
    kind: 'silent-meter',
    meter_id,
    since: lastAt,
    figures: { usualS: habit.usual_s },
    mail_at: Math.max(now, lastAt + mailAfterS),
  });
  return true;
};
