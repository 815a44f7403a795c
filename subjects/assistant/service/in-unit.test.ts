import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountIn, baseUnits, type Utility } from '#catalogue/index.ts';
import { inLanguage, inUnit } from './asking.ts';
import { type AskedUnit, askedUnits } from './intent.ts';
import { fakeAsking, reply, usage, yesterday, all } from './usage/testing-use.ts';

const utilityIn = (unit: AskedUnit): Utility => (unit.endsWith('Wh') ? 'electricity' : 'water');
const read = (text: string): number => Number(text.replaceAll(',', '').split('\u00a0')[0]);

const aUnit = fc.constantFrom(...askedUnits);
/** From a drop to what a town uses. */
const anAmount = fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 10 ** 12 }));

describe('a unit that was asked for', () => {
  test('whatever was used, it is written to three figures at least, and read back to half of the last one', () => {
    fc.assert(
      fc.property(aUnit, anAmount, fc.constantFrom('metric', 'us'), (unit, used, system) => {
        const { write } = inUnit(fakeAsking({ home: { units: system } }), unit);
        const told = write.amount(utilityIn(unit), used);
        const { digits } = amountIn(unit, used);
        const size = baseUnits[unit];
        // The household's own unit keeps its own digits, which are fewer for litres.
        const grain = told === fakeAsking({ home: { units: system } }).write.amount(utilityIn(unit), used) ? 0 : digits;
        expect(Math.abs(read(told) * size - used)).toBeLessThanOrEqual((0.5 * 10 ** -grain + 1e-9 * used) * size);
        expect(used / size >= 100 && told.includes('.')).toBe(false);
      }),
    );
  });

  test('a gallon is 3.785411784 litres, a cubic metre a thousand litres', () => {
    expect(amountIn('gal', 3_785_411_784).amount).toBeCloseTo(1_000_000, 6);
    expect(amountIn('m3', 1_234_000_000)).toEqual({ amount: 1234, digits: 0, unit: 'm³' });
    expect(amountIn('MWh', 2640)).toEqual({ amount: 0.00264, digits: 5, unit: 'MWh' });
    expect(amountIn('gal', 0).digits).toBe(0);
  });

  test('what is not counted in it stays as it was; a series too is in it; so it is in another language', async () => {
    const { write } = inUnit(fakeAsking({}), 'gal');
    expect(write.amount('electricity', 2640)).toBe('2.64\u00a0kWh');
    expect(write.amount('water', 120_000)).toBe('31.7\u00a0gal');
    expect(inLanguage(inUnit(fakeAsking({}), 'm3'), 'es').write.amount('water', 120_000)).toBe('0,12\u00a0m³');
    expect(inUnit(fakeAsking({}), undefined).write.asked).toBeNull();
    const water = { ...all, utility: 'water' } as const;
    const { text, results } = await reply(usage('each-day', yesterday, water), { unit: 'gal' });
    expect(text).toContain('[31.7\u00a0gal](/analytics');
    expect(results[0]?.series).toMatchObject({ unit: 'gal', points: [{ text: '31.7\u00a0gal' }] });
    expect(results[0]?.series?.points[0]?.value).toBeCloseTo(31.7, 1);
  });
});
