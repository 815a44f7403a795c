import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import { dayStartS } from './interval-use.ts';
import { hourRates, pricePeak } from './price-peak.ts';
import type { PriceAt } from './unit-price.ts';

const offsetAt = zoneOffsets('Europe/Madrid');
const today = '2026-11-20';

/** Each day 0.10, and 0.20 from six to nine in the evening; `of` says otherwise, by day and hour. Null: it is not known. */
const prices =
  (of: (day: LocalDay, hour: number) => number | null | undefined): PriceAt =>
  (atMs) => {
    const local = atMs / 1000 + offsetAt(atMs / 1000);
    const day = new Date(local * 1000).toISOString().slice(0, 10);
    const hour = Math.floor((local % 86_400) / 3600);
    const price = of(day, hour);
    if (price === null) return null;
    const text = String(price ?? (hour >= 18 && hour < 21 ? 0.2 : 0.1));
    return { price: text, withTaxes: text, periods: [] };
  };
const dearOn = (days: readonly LocalDay[]) =>
  prices((day, hour) => (days.includes(day) && (hour === 8 || (hour >= 19 && hour < 21)) ? 0.4 : undefined));

const look = (priceAt: PriceAt, hour = 20, day: LocalDay = today) =>
  pricePeak({ priceAt, offsetAt, today: day, nowMs: (dayStartS(day, offsetAt) + hour * 3600) * 1000 });

describe('hours of tomorrow that are far dearer than usual', () => {
  test('are told in the evening, with when, how much, and what is cheap', () => {
    const priceAt = dearOn(['2026-11-21']);
    expect(look(priceAt, 16)).toBeNull();
    expect(look(priceAt)).toEqual({
      start: '2026-11-21',
      day: '2026-11-21',
      rate: 0.4,
      usualRate: 0.2,
      hours: '08:00–09:00, 19:00–21:00',
      cheapHours: '00:00–03:00',
    });
    expect(look(priceAt, 10, '2026-11-21')?.day).toBe('2026-11-21');
    expect(look(priceAt, 1, '2026-11-22')).toBeNull();
  });

  test('of days one after the other are one event, told as of the next', () => {
    const priceAt = dearOn(['2026-11-21', '2026-11-22', '2026-11-24']);
    expect(look(priceAt, 20, '2026-11-21')).toMatchObject({ start: '2026-11-21', day: '2026-11-22' });
    expect(look(priceAt, 12, '2026-11-22')).toMatchObject({ start: '2026-11-21', day: '2026-11-22' });
    expect(look(priceAt, 20, '2026-11-23')).toMatchObject({ start: '2026-11-24' });
  });

  test('are none where each day is alike, where not all is known, or too little of the weeks before', () => {
    expect(look(prices(() => undefined))).toBeNull();
    const some = dearOn(['2026-11-21']);
    expect(look((at) => (at >= (dayStartS('2026-11-21', offsetAt) + 23 * 3600) * 1000 ? null : some(at)))).toBeNull();
    expect(look((at) => (at < dayStartS('2026-11-05', offsetAt) * 1000 ? null : some(at)))).toBeNull();
  });

  test('a day of 23 hours and one of 25 have each of their hours', () => {
    const flat = prices(() => undefined);
    expect(hourRates({ priceAt: flat, offsetAt }, '2026-03-29')?.map(({ hour }) => hour)).toHaveLength(23);
    expect(hourRates({ priceAt: flat, offsetAt }, '2026-10-25')?.map(({ hour }) => hour)).toHaveLength(25);
  });

  test('all prices times the same are told the same; what is told is far above all that is usual', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 50, maxLength: 50 }),
        fc.constantFrom(0.5, 4),
        (dearest, times) => {
          const of = (by: number) =>
            prices((day, hour) => by * (hour === 19 ? (dearest[daysBetween('2026-10-10', day)] ?? 0.1) : 0.02));
          const [one, other] = [look(of(1)), look(of(times))];
          expect(other?.day).toBe(one?.day);
          expect(other?.hours).toBe(one?.hours);
          if (one === null) return;
          expect(one.rate).toBeGreaterThanOrEqual(1.5 * one.usualRate);
          const before = Array.from(
            { length: 28 },
            (_, i) => dearest[daysBetween('2026-10-10', addDays(one.day, -1 - i))] ?? 0,
          );
          expect(before.filter((rate) => rate <= one.usualRate).length).toBeGreaterThanOrEqual(14);
        },
      ),
      { numRuns: 60 },
    );
  });
});
