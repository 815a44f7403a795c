import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { electricityByMonth, electricityByWeekday, roomElectricity, waterWeekday, waterWeekend } from './facts.ts';
import { counterDay, createDemoHousehold, type DemoDay } from './household.ts';
import { localDay, localDayNumber } from './local-day.ts';
import { demoMeters, waterHeating } from './meters.ts';
import { aboveFloor, demoProfile, distance, mean } from './testing/demo-profile.ts';

const DAY_S = 86_400;
const at = (iso: string): number => Date.parse(iso) / 1000;
const anchor = at('2026-11-20T12:00:00Z');
const anyDay = fc.integer({ min: -420, max: 30 }).map((days) => at('2026-11-20T00:00:00Z') + days * DAY_S);
const zone = fc.constantFrom('Europe/Madrid', 'Asia/Kolkata', 'America/Santiago', 'Australia/Lord_Howe');
const household = createDemoHousehold({ seed: 20, anchor });
const find = (start: number, key: string) => {
  const found = household.day(start).meters.find(({ meter }) => meter.key === key);
  if (!found) throw new Error(`no meter ${key}`);
  return found;
};
const figures = (day: DemoDay): readonly string[] =>
  day.meters.map(({ use, present }) => `${use.join()} ${present.join()}`);
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
const utcDay = (instant: number): number => Math.floor(instant / DAY_S) * DAY_S;

describe('the meters', () => {
  it('C3.1 are bedroom, kitchen and hall by electricity and water, bathroom, living room, garden and the mains', () => {
    const rooms = (utility: string) => [
      ...new Set(demoMeters.flatMap((meter) => (meter.utility === utility ? [meter.room] : []))),
    ];
    expect(rooms('electricity').toSorted()).toEqual([
      'bathroom',
      'bedroom',
      'hall',
      'kitchen',
      'living_room',
      'whole_home',
    ]);
    expect(rooms('water').toSorted()).toEqual(['bathroom', 'bedroom', 'garden', 'hall', 'kitchen', 'whole_home']);
    expect(demoMeters.every(({ startCounter }) => startCounter > 0)).toBe(true);
  });
});

describe('a day of the demo household', () => {
  it('is the same for the same seed, in whatever order days are asked for', () => {
    fc.assert(
      fc.property(fc.integer(), zone, fc.array(anyDay, { minLength: 2, maxLength: 4 }), (seed, timeZone, starts) => {
        const one = createDemoHousehold({ seed, anchor, timeZone });
        const other = createDemoHousehold({ seed, anchor, timeZone });
        const forward = starts.map((start) => figures(one.day(start)));
        const backward = starts.toReversed().map((start) => figures(other.day(start)));
        expect(backward.toReversed()).toEqual(forward);
      }),
      { numRuns: 20 },
    );
  });

  it('differs from another seed and from the day before', () => {
    const start = utcDay(anchor);
    const other = createDemoHousehold({ seed: 21, anchor });
    const today = figures(household.day(start));
    expect(figures(other.day(start))).not.toEqual(today);
    expect(figures(household.day(start - DAY_S))).not.toEqual(today);
  });

  it('has whole units, none below zero, and a parent never below the sum of its children', () => {
    fc.assert(
      fc.property(fc.integer(), zone, anyDay, (seed, timeZone, start) => {
        const { meters } = createDemoHousehold({ seed, anchor, timeZone }).day(start);
        for (const parent of meters) {
          const children = meters.filter(({ meter }) => meter.parentKey === parent.meter.key);
          const below = parent.use.findIndex(
            (use, i) => use < sum(children.map((child) => child.use[i] ?? 0)) || use < 0,
          );
          expect(below).toBe(-1);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is the same up to now as when it is over', () => {
    const start = utcDay(anchor);
    const sofar = createDemoHousehold({ seed: 20, anchor, from: start - DAY_S, to: anchor }).day(start);
    const whole = household.day(start);
    const minutes = (anchor - start) / 60;
    sofar.meters.forEach(({ use, present }, index) => {
      expect(use.slice(0, minutes).join()).toBe(whole.meters[index]?.use.slice(0, minutes).join());
      expect([sum(use.slice(minutes)), sum(present.slice(minutes)), sum(present)]).toEqual([0, 0, minutes]);
    });
  });

  it('refuses a start that is no UTC midnight', () => {
    expect(() => household.day(anchor)).toThrow(RangeError);
  });
});

describe('what happens to it', () => {
  const happened = household.events(anchor - 400 * DAY_S, anchor);
  const one = (kind: string) => {
    const [event, ...more] = happened.filter((candidate) => candidate.kind === kind && kind !== 'away');
    if (!event || more.length > 0) throw new Error(`expected one ${kind}`);
    return event;
  };

  it('lies within 13 months before the day it was made, and comes again every 52 weeks', () => {
    expect(happened.map(({ kind }) => kind)).toEqual(['away', 'counter-reset', 'away', 'leak', 'power-cut']);
    expect(happened.every(({ from, to }) => from < to && to < anchor)).toBe(true);
    expect(household.events(anchor, anchor + 364 * DAY_S).map(({ kind }) => kind)).toEqual(
      happened.map(({ kind }) => kind),
    );
  });

  it('leaks at night: no hour falls to zero while the leak lasts, and some do before and after', () => {
    const leak = one('leak');
    const quietMinutes = (instant: number) =>
      find(utcDay(instant), 'bathroom-water').use.filter((use) => use === 0).length;
    const worst = leak.to - DAY_S;
    expect(quietMinutes(worst)).toBe(0);
    expect(sum(find(utcDay(worst), 'bathroom-water').use)).toBeGreaterThan(24 * 12_000);
    expect(quietMinutes(leak.from - 2 * DAY_S)).toBeGreaterThan(900);
    expect(quietMinutes(leak.to + 2 * DAY_S)).toBeGreaterThan(900);
  });

  it('uses no electricity in the power cut, reads nothing, and counts the water on', () => {
    const cut = one('power-cut');
    const start = utcDay(cut.from);
    const [first, last] = [(cut.from - start) / 60, (cut.to - start) / 60];
    const mains = find(start, 'whole-home-electricity');
    expect(sum(mains.use.slice(first, last))).toBe(0);
    expect(sum(mains.present)).toBe(1440 - (last - first));
    const water = find(start, 'whole-home-water');
    const { values } = counterDay(water, 5);
    expect((values[last] ?? 0) - (values[first] ?? 0)).toBe(sum(water.use.slice(first, last)));
  });

  it('begins the counter again at zero once, and loses no use by it', () => {
    const reset = one('counter-reset');
    const day = find(utcDay(reset.from), 'kitchen-electricity');
    const minute = day.resetMinute ?? -1;
    const { values, after } = counterDay(day, 3_000_000);
    expect(minute).toBe((reset.from % DAY_S) / 60);
    expect(values[minute]).toBe(3_000_000 + sum(day.use.slice(0, minute)));
    expect(values[minute + 1]).toBe(day.use[minute]);
    expect(after).toBe(sum(day.use.slice(minute)));
    expect(
      household.day(utcDay(reset.from)).meters.filter(({ resetMinute }) => resetMinute !== undefined),
    ).toHaveLength(1);
  });

  it('heats its water every night while it is switched on, and at no other time', () => {
    for (const number of [-1, -2, -3, -4].map((days) => localDayNumber(anchor, 'Europe/Madrid') + days)) {
      const night = localDay(number, 'Europe/Madrid');
      const [on, off] = [night.at(waterHeating.onHour * 60), night.at(waterHeating.offHour * 60)];
      const { use } = find(utcDay(on), 'water-heater');
      const heating = [...use].flatMap((units, minute) => (units > 0 ? [utcDay(on) + minute * 60] : []));
      expect(heating.length).toBeGreaterThan(10);
      expect(heating.every((time) => time >= on && time < off)).toBe(true);
    }
  });

  it('counts the fridge within the kitchen', () => {
    const start = utcDay(anchor) - DAY_S;
    const [kitchen, fridge] = [find(start, 'kitchen-electricity').use, find(start, 'fridge').use];
    expect(sum(fridge)).toBeGreaterThan(500);
    expect(kitchen.every((units, minute) => units >= (fridge[minute] ?? 0))).toBe(true);
  });

  it('draws no water and little electricity on a day away', () => {
    const away = happened.filter(({ kind }) => kind === 'away').at(-1);
    const start = utcDay((away?.from ?? 0) + 3 * DAY_S);
    expect(sum(find(start, 'whole-home-water').use)).toBe(0);
    const electricity = sum(find(start, 'whole-home-electricity').use);
    expect(electricity).toBeGreaterThan(3500);
    expect(electricity).toBeLessThan(5500);
  });
});

describe('local days', () => {
  it.each([
    ['Europe/Madrid', '2026-03-29T12:00:00Z', 23],
    ['Europe/Madrid', '2026-10-25T12:00:00Z', 25],
    ['America/Santiago', '2026-09-06T15:00:00Z', 23],
    ['Australia/Lord_Howe', '2026-10-04T05:00:00Z', 23.5],
  ])('%s %s has %d hours, each of them lived in', (timeZone, iso, hours) => {
    const here = createDemoHousehold({ seed: 1, anchor, timeZone });
    const { start, end } = localDay(localDayNumber(at(iso), timeZone), timeZone);
    expect((end - start) / 3600).toBe(hours);
    for (let hour = start; hour < end; hour += 3600) {
      const day = here.day(utcDay(hour));
      const first = (hour - day.start) / 60;
      expect(sum(day.meters[0]?.use.slice(first, first + 30) ?? [])).toBeGreaterThan(30);
    }
  });

  it('keep habits on the clock on both sides of a change', () => {
    const madrid = localDay(localDayNumber(at('2026-10-25T12:00:00Z'), 'Europe/Madrid'), 'Europe/Madrid');
    expect(madrid.at(60)).toBe(at('2026-10-24T23:00:00Z'));
    expect(madrid.at(20 * 60)).toBe(at('2026-10-25T19:00:00Z'));
    const spring = localDay(localDayNumber(at('2026-03-29T12:00:00Z'), 'Europe/Madrid'), 'Europe/Madrid');
    expect(spring.at(150)).toBe(at('2026-03-29T01:30:00Z'));
    expect(spring.at(20 * 60)).toBe(at('2026-03-29T18:00:00Z'));
  });
});

describe('the shape of the demo household', () => {
  const meter = demoProfile();
  const electricity = meter('whole-home-electricity');
  const water = meter('whole-home-water');

  it('C7.15 is that of three people: 8 to 11 kWh and 300 to 450 L a day, every room its part', () => {
    const kwh = mean(electricity.days.map(({ total }) => total / 1000));
    const litres = mean(water.days.map(({ total }) => total / 1000));
    expect([kwh > 8, kwh < 11, litres > 300, litres < 450]).toEqual([true, true, true, true]);
    for (const { key } of demoMeters) expect(mean(meter(key).days.map(({ total }) => total)), key).toBeGreaterThan(100);
  });

  it('uses water at the hours of the facts, weekday and weekend', () => {
    expect(distance(water.week, waterWeekday)).toBeLessThan(0.12);
    expect(distance(water.weekend, waterWeekend)).toBeLessThan(0.12);
  });

  it('uses electricity above the night floor of a room at the hours of the facts', () => {
    expect(distance(aboveFloor(meter('tv-and-computer').all), roomElectricity.livingRoom)).toBeLessThan(0.15);
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
      mean(meter('garden-valve').days.flatMap(({ month, total }) => (months.includes(month) ? [total] : [])));
    expect(garden([5, 6, 7])).toBeGreaterThan(3 * garden([11, 0, 1]));
  });

  it('cools in July and August', () => {
    const { days } = meter('air-conditioner');
    const of = (months: readonly number[]): number =>
      mean(days.flatMap(({ month, total }) => (months.includes(month) ? [total] : [])));
    expect(of([6, 7])).toBeGreaterThan(2 * of([3, 4, 9]));
  });

  it('washes on Mondays and Fridays', () => {
    const { days } = meter('washing-machine');
    const of = (weekday: number): number => mean(days.flatMap((day) => (day.weekday === weekday ? [day.total] : [])));
    expect(Math.min(of(0), of(4))).toBeGreaterThan(1.2 * Math.max(of(1), of(2), of(3), of(5), of(6)));
  });
});
