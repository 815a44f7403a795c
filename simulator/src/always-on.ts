/** What is used whether or not anyone is at home: standby, the fridge, and the leak while it lasts. */
import { fridge, standbyWatts } from './facts/appliances.ts';
import { slowLeakMlPerHour } from './facts/draws.ts';
import { fridgeByMonth } from './facts/seasons.ts';
import type { MeterKey } from './meters.ts';
import type { DemoEvent } from './notable.ts';
import type { PlannedUse } from './plan-day.ts';
import { between, stream } from './random.ts';

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
  return even('kitchen-electricity', minute, minute + lasting, fridge.watts / 60);
};

/** Everything of minutes `[minute, minute + 1440)` since 1970 and the fridge's cycles that reach into it. */
export const alwaysOn = (seed: number, minute: number, month: number, events: readonly DemoEvent[]): PlannedUse[] => {
  const end = minute + 1440;
  const uses = Object.entries(standbyWatts).map(([meter, watts]) => even(meter as MeterKey, minute, end, watts / 60));
  const lastCycle = Math.floor(end / fridge.cycleMinutes);
  for (let cycle = Math.floor(minute / fridge.cycleMinutes) - 1; cycle <= lastCycle; cycle += 1) {
    uses.push(cooling(seed, cycle, month));
  }
  for (const { kind, from, to, meterKey } of events) {
    if (kind !== 'leak' || !meterKey) continue;
    const worse = Math.min(to / 60, from / 60 + 7 * 1440);
    uses.push(even(meterKey, from / 60, worse, slowLeakMlPerHour.first / 60));
    uses.push(even(meterKey, worse, to / 60, slowLeakMlPerHour.later / 60));
  }
  return uses;
};
