import { createDemoHousehold, demoMeters } from '#simulator/src/index.ts';
import { expect, test } from 'vitest';
import { firstCounters, readDemoDay, utcDays } from './demo-household.ts';

const from = Date.UTC(2026, 4, 1) / 1000;
const to = from + 2 * 86_400 + 7_260;
const household = createDemoHousehold({ seed: 1, anchor: to, timeZone: 'Europe/Madrid' });

const readUntil = (stops: readonly number[]) => {
  const counters = firstCounters(from);
  const readings = new Map<string, { at: number; value: number }[]>(demoMeters.map((meter) => [meter.key, []]));
  let since = from;
  for (const stop of stops) {
    for (const day of utcDays(since, stop)) {
      for (const [key, some] of readDemoDay(household.day(day), counters, stop)) readings.get(key)?.push(...some);
    }
    since = stop;
  }
  return readings;
};

test('counters move the same in one go or in many, one reading a minute, and never fall without a reset', () => {
  const whole = readUntil([to]);
  const inSteps = readUntil([from + 60, from + 3_600, from + 86_400, from + 100_020, to]);
  expect([...inSteps]).toEqual([...whole]);
  for (const readings of whole.values()) {
    expect(readings.every((one, i) => i === 0 || one.at - (readings[i - 1]?.at ?? 0) === 60)).toBe(true);
    expect(readings.every((one, i) => i === 0 || one.value >= (readings[i - 1]?.value ?? 0))).toBe(true);
    expect(readings.at(-1)?.at).toBe(to - 60);
  }
});

test('the mains count what the rooms count', () => {
  const used = (key: string) => {
    const readings = readUntil([to]).get(key) ?? [];
    return (readings.at(-1)?.value ?? 0) - (readings[0]?.value ?? 0);
  };
  const rooms = demoMeters.filter((meter) => meter.parentKey === 'whole-home-electricity');
  expect(used('whole-home-electricity')).toBeGreaterThanOrEqual(rooms.reduce((sum, meter) => sum + used(meter.key), 0));
});
