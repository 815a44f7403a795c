import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysOf } from '#catalogue/local-day.ts';
import { hasTrait } from '#catalogue/index.ts';
import { besideItself, type KnownDay, lastYearOf, monthsOf } from './own-months.ts';
import { standardFor, standards } from './standards.ts';

const known = (day: string, used: number): KnownDay => ({
  day,
  used,
  estimated: 0,
  coveredS: 86_400,
  expectedS: 86_400,
  atLeast: false,
});
const flat = (from: string, to: string, used: number): KnownDay[] => daysOf(from, to).map((day) => known(day, used));

describe('standards', () => {
  test('each has one figure a country and utility, a source with its address and a year that has been', () => {
    const keys = standards.map(({ country, utility }) => `${country} ${utility}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { country, utility, source, unit, scope } of standards) {
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(source.url).toMatch(/^https?:\/\/\S+$/);
      expect(source.title.length).toBeGreaterThan(3);
      expect(source.year).toBeGreaterThanOrEqual(1999);
      expect(source.year).toBeLessThanOrEqual(2026);
      expect(unit === 'kWh/year').toBe(utility === 'electricity');
      expect(scope === 'water').toBe(hasTrait(utility, 'canLeak'));
    }
  });

  test('more people in a home never use less, and what a person uses is what people can use', () => {
    for (const standard of standards) {
      const days = [1, 2, 3, 4, 5, 6].flatMap((residents) =>
        (['house', 'flat'] as const).flatMap((dwelling) => {
          const found = standardFor(standard.utility, { country: standard.country, residents, dwelling });
          return 'perDay' in found ? [{ dwelling, residents, perDay: found.perDay }] : [];
        }),
      );
      expect(days.length).toBeGreaterThan(0);
      for (const { dwelling, residents, perDay } of days) {
        const fewer = days.filter((one) => one.dwelling === dwelling && one.residents < residents);
        for (const one of fewer) expect(one.perDay).toBeLessThanOrEqual(perDay);
        const [least, most] = standard.utility === 'electricity' ? [1000, 32_000] : [40_000, 350_000];
        expect(perDay / (standard.amount.per === 'home' ? 1 : residents)).toBeGreaterThan(least);
        expect(perDay / (standard.amount.per === 'home' ? 1 : residents)).toBeLessThan(most);
      }
    }
  });

  test('what the home has not said is asked for, and what nobody published is not guessed', () => {
    const germany = { country: 'DE', residents: 2, dwelling: 'flat' } as const;
    expect(standardFor('electricity', germany)).toMatchObject({ perDay: 2_000_000 / 365.25 });
    expect(standardFor('electricity', { ...germany, country: null })).toEqual({ missing: 'country' });
    expect(standardFor('electricity', { ...germany, residents: null })).toEqual({ missing: 'residents' });
    expect(standardFor('electricity', { ...germany, dwelling: null })).toEqual({ missing: 'dwelling' });
    expect(standardFor('electricity', { ...germany, residents: 9 })).toEqual({ missing: 'unpublished' });
    expect(standardFor('electricity', { ...germany, dwelling: 'house', residents: 3 })).toEqual({
      missing: 'unpublished',
    });
    expect(standardFor('heat', germany)).toEqual({ missing: 'unpublished' });
    expect(standardFor('water', { ...germany, country: 'ZZ' })).toEqual({ missing: 'unpublished' });
    expect(standardFor('water', { country: 'IN', residents: 4, dwelling: null })).toMatchObject({ perDay: 540_000 });
    expect(standardFor('water', { country: 'JP', residents: 9, dwelling: null })).toMatchObject({
      perDay: expect.closeTo((34.1 * 12_000_000) / 365.25, 3),
    });
    expect(standardFor('electricity', { country: 'GB', residents: null, dwelling: null })).toHaveProperty('perDay');
  });
});

describe('a home beside itself', () => {
  const today = '2026-11-20';

  test('the latest whole month, the same a year before, and the best of them', () => {
    const days = [
      ...flat('2025-10-01', '2025-11-01', 10_000),
      ...flat('2025-11-01', '2026-09-01', 9000),
      ...flat('2026-09-01', '2026-10-01', 7000),
      ...flat('2026-10-01', today, 8000),
    ];
    const { latest, yearBefore, best } = besideItself(monthsOf(days, today, 25));
    expect(latest).toMatchObject({ start: '2026-10-01', end: '2026-11-01', state: 'measured', perDay: 8000 });
    expect(yearBefore).toMatchObject({ start: '2025-10-01', perDay: 10_000 });
    expect(best).toMatchObject({ start: '2026-09-01', perDay: 7000 });
    expect(lastYearOf(days, today)).toMatchObject({ state: 'measured', days: 365, daysKnown: 365 });
  });

  test('a month with holes is told by the days that are known, as estimated; with too many it is missing', () => {
    const october = flat('2026-10-01', '2026-11-01', 8000);
    const holes = (count: number) => october.map((one, i) => (i < count ? { ...one, coveredS: 40_000, used: 1 } : one));
    const [some] = monthsOf(holes(10), today, 12);
    expect(some).toMatchObject({ state: 'estimated', days: 31, daysKnown: 21, perDay: 8000 });
    const [many] = monthsOf(holes(11), today, 12);
    expect(many).toMatchObject({ state: 'missing', daysKnown: 20, perDay: null });
    const typed = october.map((one, i) => (i === 3 ? { ...one, estimated: 500 } : one));
    expect(monthsOf(typed, today, 12)[0]).toMatchObject({ state: 'estimated', daysKnown: 31 });
    expect(besideItself([])).toEqual({ latest: null, yearBefore: null, best: null });
    expect(besideItself(monthsOf(october, today, 12)).best).toBeNull();
  });

  test('a month away is not the best one; of those that are alike the latest is', () => {
    const days = [
      ...flat('2026-06-01', '2026-08-01', 9000),
      ...flat('2026-08-01', '2026-09-01', 500),
      ...flat('2026-09-01', '2026-11-01', 8000),
    ];
    expect(besideItself(monthsOf(days, today, 25)).best?.start).toBe('2026-10-01');
  });

  test('a year of which less than a quarter is known is not told, and is an estimate until all of it is', () => {
    expect(lastYearOf(flat(addDays(today, -89), today, 5), today)).toMatchObject({ state: 'missing', perDay: null });
    expect(lastYearOf(flat(addDays(today, -200), today, 5), today)).toMatchObject({ state: 'estimated', perDay: 5 });
  });

  test('by property: no mean lies outside what its days used, whatever is missing', () => {
    const day = fc.record({ used: fc.integer({ min: 0, max: 50_000 }), isKnown: fc.boolean() });
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 400 }), (list) => {
        const days = list.map(({ used, isKnown }, i) => ({
          ...known(addDays(today, i - list.length), used),
          coveredS: isKnown ? 86_400 : 0,
        }));
        for (const span of [...monthsOf(days, today, 24), lastYearOf(days, today)]) {
          expect(span.daysKnown).toBeLessThanOrEqual(span.days);
          expect(span.perDay === null).toBe(span.state === 'missing');
          if (span.perDay === null) continue;
          const own = days.filter((one) => one.day >= span.start && one.day < span.end && one.coveredS > 0);
          expect(span.perDay).toBeGreaterThanOrEqual(Math.min(...own.map(({ used }) => used)) - 1e-9);
          expect(span.perDay).toBeLessThanOrEqual(Math.max(...own.map(({ used }) => used)) + 1e-9);
        }
      }),
      { numRuns: 200 },
    );
  });
});
