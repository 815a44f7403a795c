import { meanArrival, usualInterval } from '#subjects/readings/domain/usual-interval.ts';
import type { Transaction } from '#kernel/db.ts';
import { readGaps, type WatchedMeter } from './watched-meters.ts';

/** What a look brings, as `private.write_looks` takes it. Instants in seconds since 1970. */

/** What is known of how a meter speaks. */
export interface Habit {
  readonly usual_s: number | null;
  readonly arrival_s: number | null;
  readonly learned_at: number | null;
  readonly base_revision: number | null;
  readonly base_at: number | null;
}

interface Named {
  readonly household_id: string;
}

export interface Found {
  readonly looks: (Named & Habit & { readonly meter_id: number; readonly look_at: number })[];
  readonly begun: (Named & {
    readonly kind: 'silent-meter' | 'running-water';
    readonly meter_id: number;
    readonly since: number;
    readonly figures: object;
    readonly mail_at: number;
  })[];
  readonly ended: (Named & { readonly id: string; readonly ended_at: number })[];
  readonly lasting: (Named & { readonly id: string; readonly figures: object })[];
}

export const nothingFound = (): Found => ({ looks: [], begun: [], ended: [], lasting: [] });

/** Learns once a day how each meter usually speaks; more often while it is not known. */
const dayS = 86_400;
const hourS = 3600;
const soonS = 600;

/** Spread over an hour, so that the meters of a restart are not all learned again together for ever. */
export const learnAgainAt = (meter: number, habit: Habit): number =>
  (habit.learned_at ?? 0) + (habit.usual_s === null ? soonS : dayS + (meter % hourS));

const habitOf = ({ usual_s, arrival_s, learned_at, base_revision, base_at }: WatchedMeter): Habit => ({
  usual_s,
  arrival_s,
  learned_at,
  base_revision,
  base_at,
});

/** Readings that came a few at a time came as they were made. */
const fewAtOnce = 2;

const arrivalOf = (meter: WatchedMeter, readings: number, now: number): number | null => {
  const batches = meter.revision - (meter.base_revision ?? meter.revision);
  const seen = meanArrival({ batches, watchedS: now - (meter.base_at ?? now) });
  if (seen !== null) return seen;
  if (meter.arrival_s !== null) return meter.arrival_s;
  return readings <= fewAtOnce * meter.revision ? 0 : null;
};

/** What was known, or has been learned now. While a meter is silent nothing is learned: its silence would become its habit. */
export const learnHabits = async (
  sql: Transaction,
  meters: readonly WatchedMeter[],
  now: number,
): Promise<Map<number, Habit>> => {
  const isDue = (meter: WatchedMeter): boolean =>
    meter.silent_id === null && meter.is_measured && learnAgainAt(meter.meter_id, habitOf(meter)) <= now;
  const due = meters.filter(isDue);
  const gaps = await readGaps(
    sql,
    due.map(({ meter_id }) => meter_id),
  );
  return new Map(
    meters.map((meter): [number, Habit] => {
      const before = habitOf(meter);
      if (!isDue(meter)) return [meter.meter_id, before];
      const days = gaps.get(meter.meter_id) ?? [];
      const readings = days.reduce((sum, day) => sum + day.gaps, 1);
      const arrival_s = arrivalOf(meter, readings, now);
      const isCounted = arrival_s !== null && arrival_s > 0 && now - (meter.base_at ?? now) >= dayS;
      return [
        meter.meter_id,
        {
          usual_s: usualInterval(days, arrival_s),
          arrival_s,
          learned_at: now,
          base_revision: isCounted ? meter.revision : (meter.base_revision ?? meter.revision),
          base_at: isCounted ? now : (meter.base_at ?? now),
        },
      ];
    }),
  );
};
