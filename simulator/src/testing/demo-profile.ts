import { createDemoHousehold } from '../household.ts';
import { demoMeters, type MeterKey } from '../meters.ts';

/** How alike two series are, for tests. */
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

export const mean = (values: readonly number[]): number => sum(values) / values.length;

export const shares = (values: readonly number[]): number[] => {
  const total = sum(values);
  return values.map((value) => value / total);
};

/** 0: the same shape; 1: nothing in common (total variation). */
export const distance = (one: readonly number[], other: readonly number[]): number => {
  const right = shares(other);
  return sum(shares(one).map((share, i) => Math.abs(share - (right[i] ?? 0)))) / 2;
};

export const aboveFloor = (profile: readonly number[]): number[] =>
  profile.map((units) => units - Math.min(...profile));

export const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

export const quantile = (ascending: readonly number[], p: number): number =>
  ascending[Math.round(p * (ascending.length - 1))] ?? 0;

export const hours = (): number[] => Array.from({ length: 24 }, () => 0);

export const bump = (into: number[], i: number, by: number): void => {
  into[i] = (into[i] ?? 0) + by;
};

// Two years of the demo household in Madrid, by hour and by day, for tests of its shape.

const DAY_S = 86_400;

interface ProfileDay {
  /** 0 = January */
  readonly month: number;
  /** 0 = Monday */
  readonly weekday: number;
  readonly total: number;
}

class MeterProfile {
  readonly week = hours();
  readonly weekend = hours();
  readonly days: ProfileDay[] = [];
  get all(): number[] {
    return this.week.map((units, hour) => units + (this.weekend[hour] ?? 0));
  }
}

export const demoProfile = (): ((key: MeterKey) => MeterProfile) => {
  const end = Date.parse('2026-11-20T00:00:00Z') / 1000;
  const household = createDemoHousehold({ seed: 7, anchor: end });
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid', hour: '2-digit', hourCycle: 'h23' });
  const profiles = demoMeters.map(() => new MeterProfile());
  for (let start = end - 730 * DAY_S; start < end; start += DAY_S) {
    const date = new Date(start * 1000);
    const weekday = (date.getUTCDay() + 6) % 7;
    const offset = Number(clock.format(date));
    household.day(start).meters.forEach(({ use }, index) => {
      const profile = profiles[index];
      let total = 0;
      use.forEach((units, minute) => {
        total += units;
        bump((weekday < 5 ? profile?.week : profile?.weekend) ?? [], (Math.floor(minute / 60) + offset) % 24, units);
      });
      profile?.days.push({ month: date.getUTCMonth(), weekday, total });
    });
  }
  return (key) => profiles[demoMeters.findIndex((meter) => meter.key === key)] ?? new MeterProfile();
};
