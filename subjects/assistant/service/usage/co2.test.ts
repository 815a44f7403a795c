import { expect, test } from 'vitest';
import type { Intent } from '../intent.ts';
import { assistantTools } from '../topics.ts';
import { fakeAsking, type FakeHome, inEach, yesterday } from './testing-use.ts';

const co2: Intent = { about: 'co2', period: yesterday, utility: null };

const withFactor: FakeHome = {
  emissions: {
    factors: [{ utility: 'electricity', validFrom: '2026-01-01', gPerUnit: 174, reference: 'Ember 2023' }],
    rows: [
      { start: '2026-11-01', utility: 'electricity', grams: 1740, estimated: 0, unknown: 0 },
      { start: '2026-11-01', utility: 'water', grams: null, estimated: 0, unknown: 120_000 },
    ],
  },
};

test('CO2 of a time is told with who says its factors, and what has none is named', async () => {
  expect(await inEach(co2, withFactor)).toEqual({
    en: 'Yesterday (21 November 2026), [1.74 kg] of CO₂ came with what your home drew, by the factors of Ember 2023.\n\n_120 L (water) without a factor is left out._',
    es: 'Ayer (21 de noviembre de 2026): [1,74 kg] de CO₂ por lo que tomó tu casa, según los factores de Ember 2023.\n\n_Quedan fuera 120 L (agua) sin factor._',
    hi: 'कल (21 नवंबर 2026) आपके घर ने जो लिया, उसके साथ [1.74 kg] CO₂ आया; दरें Ember 2023 की हैं।\n\n_120 L (पानी) की कोई दर नहीं है, वह इसमें नहीं है।_',
  });
  const returning = await inEach(co2, { ...withFactor, home: { flows: ['returned'] } });
  expect(returning.en).toContain('What went back to the grid is not subtracted.');
});

test('of one utility that alone is told, and not the sum', async () => {
  const water = await inEach({ ...co2, utility: 'water' }, withFactor);
  expect(water.en).toContain('CO₂ is unknown');
  const electricity = await inEach({ ...co2, utility: 'electricity' }, withFactor);
  expect(electricity.en).toContain('1.74 kg');
  expect(electricity.en).not.toContain('water');
});

test('without a factor it is unknown, never nothing, and one is shown where to enter it', async () => {
  const told = await inEach(co2);
  expect(told.en).toBe(
    'CO₂ is unknown yesterday (21 November 2026): no factor is entered for it. [Enter one] to have it worked out.',
  );
  expect(told.es).toMatch(/^El CO₂ no se conoce ayer/);
  expect(told.hi).toContain('का CO₂ पता नहीं है');
});

test('a program is told the same', async () => {
  const tool = assistantTools.find(({ name }) => name === 'co2');
  const told = await tool?.run(fakeAsking(withFactor), { from: '2026-11-21', until: '2026-11-21' });
  expect(told?.facts).toMatchObject({
    electricity: { said: '1.74\u00a0kg', kg: 1.74 },
    water: { co2: 'unknown: no factor was entered' },
    sources: ['Ember 2023'],
  });
});
