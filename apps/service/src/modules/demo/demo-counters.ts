/** The demo household's counters from where they stand to any later minute. */
import { type Reading, source } from '@wattershed/domain';
import { type DemoDay, demoMeters } from '@wattershed/simulator';

const DAY_S = 86_400;

export interface DemoCounter {
  readonly key: string;
  /** The instant and value of the latest minute; the next one is 60 s later. */
  at: number;
  value: number;
}

export const firstCounters = (from: number): DemoCounter[] =>
  demoMeters.map((meter) => ({ key: meter.key, at: from, value: meter.startCounter }));

/**
 * Moves every counter to `until` (exclusive, within the UTC day of `dayStart`) and answers the readings that got through.
 * A counter goes on counting while its readings are lost.
 */
export const readDemoDay = (day: DemoDay, counters: readonly DemoCounter[], until: number): Map<string, Reading[]> => {
  const byKey = new Map<string, Reading[]>();
  for (const { meter, use, present, resetMinute } of day.meters) {
    const counter = counters.find((one) => one.key === meter.key);
    if (!counter) continue;
    const readings: Reading[] = [];
    for (let at = Math.max(counter.at, day.start); at < Math.min(until, day.start + DAY_S); at += 60) {
      const minute = (at - day.start) / 60;
      if (present[minute]) readings.push({ at, value: counter.value, spanS: null, source: source.simulated });
      counter.value = (minute === resetMinute ? 0 : counter.value) + (use[minute] ?? 0);
      counter.at = at + 60;
    }
    byKey.set(meter.key, readings);
  }
  return byKey;
};

export const utcDay = (at: number): number => at - (at % DAY_S);

/** Days that `[from, to)` touches, by their starts. */
export const utcDays = (from: number, to: number): number[] => {
  const days: number[] = [];
  for (let day = utcDay(from); day < to; day += DAY_S) days.push(day);
  return days;
};
