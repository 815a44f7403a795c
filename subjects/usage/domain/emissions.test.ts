import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emissionProposals, proposalsFor } from '#catalogue/emission-factors.ts';
import { type EmissionFactor, emittedOn, factorOn, sumEmitted } from './emissions.ts';

const factor = (validFrom: string, gPerUnit: number, utility: EmissionFactor['utility'] = 'electricity') => ({
  utility,
  validFrom,
  gPerUnit,
  reference: 'Ember',
});
const factors = [factor('2026-03-01', 200), factor('2025-01-01', 300), factor('2026-01-01', 500, 'gas')];

test('the factor of a day is the last that had begun, whatever their order', () => {
  const on = (day: string) => factorOn(factors, 'electricity', day)?.gPerUnit;
  expect([on('2024-12-31'), on('2025-01-01'), on('2026-02-28'), on('2026-03-01'), on('2027-01-01')]).toEqual([
    undefined,
    300,
    300,
    200,
    200,
  ]);
});

test('CO2 is what was drawn times its factor: a kWh, or a cubic metre', () => {
  const day = '2026-03-02';
  expect(emittedOn(factors, { day, utility: 'electricity', used: 2500, estimated: 500 })).toEqual({
    grams: 500,
    estimated: 100,
    unknown: 0,
  });
  expect(emittedOn(factors, { day, utility: 'gas', used: 3_000_000, estimated: 0 }).grams).toBeCloseTo(1500);
});

test('without a factor it is unknown, never nothing; with one for a part that part alone', () => {
  const water = emittedOn(factors, { day: '2026-03-02', utility: 'water', used: 900, estimated: 0 });
  expect(water).toEqual({ grams: null, estimated: 0, unknown: 900 });
  expect(sumEmitted([water, water]).grams).toBeNull();
  expect(sumEmitted([])).toEqual({ grams: null, estimated: 0, unknown: 0 });
  const before = emittedOn(factors, { day: '2024-06-01', utility: 'electricity', used: 1000, estimated: 0 });
  const after = emittedOn(factors, { day: '2025-06-01', utility: 'electricity', used: 1000, estimated: 0 });
  expect(sumEmitted([before, after])).toEqual({ grams: 300, estimated: 0, unknown: 1000 });
});

test('sums are those of their days in any order, and nothing is lost between known and unknown', () => {
  const day = fc.record({
    day: fc.constantFrom('2024-06-01', '2025-06-01', '2026-06-01'),
    utility: fc.constantFrom('electricity' as const, 'gas' as const, 'water' as const),
    used: fc.nat({ max: 100_000 }),
    estimated: fc.constant(0),
  });
  fc.assert(
    fc.property(fc.array(day, { maxLength: 20 }), (days) => {
      const all = days.map((one) => emittedOn(factors, one));
      const [one, other] = [sumEmitted(all), sumEmitted([...all].reverse())];
      expect(other.grams ?? 0).toBeCloseTo(one.grams ?? 0, 6);
      expect(one.unknown).toBe(
        days
          .filter(({ day: of, utility }) => factorOn(factors, utility, of) === undefined)
          .reduce((sum, { used }) => sum + used, 0),
      );
      expect(one.grams === null).toBe(all.every(({ grams }) => grams === null));
    }),
  );
});

test('each proposal says who says it and of which year; those that were entered are proposed no more', () => {
  for (const { country, reference, gPerUnit } of emissionProposals) {
    expect(country).toMatch(/^[A-Z]{2}$/);
    expect(reference).toMatch(/20\d\d/);
    expect(gPerUnit).toBeGreaterThan(0);
  }
  const spain = proposalsFor('ES', [], ['electricity', 'water']);
  expect(spain.map(({ gPerUnit }) => gPerUnit)).toEqual([174]);
  expect(proposalsFor('ES', spain, ['electricity'])).toEqual([]);
  expect(proposalsFor('GB', [], ['electricity']).every(({ utility }) => utility === 'electricity')).toBe(true);
  expect(proposalsFor(null, [], ['electricity'])).toEqual([]);
});
