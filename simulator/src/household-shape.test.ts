import { describe, expect, it } from 'vitest';
import { roomElectricity, waterWeekday, waterWeekend } from './facts/hours.ts';
import { electricityByMonth, electricityByWeekday } from './facts/seasons.ts';
import { demoMeters } from './meters.ts';
import { demoProfile } from './testing/demo-profile.ts';
import { aboveFloor, distance, mean } from './testing/shape.ts';

describe('the shape of the demo household', () => {
  const meter = demoProfile();
  const electricity = meter('whole-home-electricity');
  const water = meter('whole-home-water');

  it('C7.15 is that of three people: 8 to 11 kWh and 300 to 450 L a day, every room its part', () => {
    const kwh = mean(electricity.days.map(({ total }) => total / 1000));
    const litres = mean(water.days.map(({ total }) => total / 1000));
    expect([kwh > 8, kwh < 11, litres > 300, litres < 450]).toEqual([true, true, true, true]);
    for (const { key } of demoMeters) expect(mean(meter(key).days.map(({ total }) => total))).toBeGreaterThan(400);
  });

  it('uses water at the hours of the facts, weekday and weekend', () => {
    expect(distance(water.week, waterWeekday)).toBeLessThan(0.12);
    expect(distance(water.weekend, waterWeekend)).toBeLessThan(0.12);
  });

  it('uses electricity above the night floor of a room at the hours of the facts', () => {
    expect(distance(aboveFloor(meter('living-room-electricity').all), roomElectricity.livingRoom)).toBeLessThan(0.15);
    expect(distance(aboveFloor(meter('bedroom-electricity').all), roomElectricity.bedroom)).toBeLessThan(0.15);
  });

  it('follows the months and weekdays of the facts, and waters the garden in summer', () => {
    const usual = mean(electricity.days.map(({ total }) => total));
    const relative = (part: 'month' | 'weekday', value: number): number =>
      mean(electricity.days.flatMap((day) => (day[part] === value ? [day.total] : []))) / usual;
    electricityByMonth.forEach((factor, month) =>
      expect(Math.abs(relative('month', month) - factor)).toBeLessThan(0.15),
    );
    electricityByWeekday.forEach((factor, weekday) =>
      expect(Math.abs(relative('weekday', weekday) - factor)).toBeLessThan(0.1),
    );
    const garden = (months: readonly number[]): number =>
      mean(meter('garden-water').days.flatMap(({ month, total }) => (months.includes(month) ? [total] : [])));
    expect(garden([5, 6, 7])).toBeGreaterThan(3 * garden([11, 0, 1]));
  });

  it('washes on Mondays and Fridays', () => {
    const { days } = meter('bathroom-electricity');
    const of = (weekday: number): number => mean(days.flatMap((day) => (day.weekday === weekday ? [day.total] : [])));
    expect(Math.min(of(0), of(4))).toBeGreaterThan(1.2 * Math.max(of(1), of(2), of(3), of(5), of(6)));
  });
});
