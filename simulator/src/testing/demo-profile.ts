/** Two years of the demo household in Madrid, by hour and by day, for tests of its shape. */
import { createDemoHousehold } from '../household.ts';
import type { MeterKey } from '../meters.ts';
import { demoMeters } from '../meters.ts';
import { bump, hours } from './shape.ts';

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
