import { expect, test } from 'vitest';
import { billAYearBefore, billBefore, changeShare, costParts } from './bill-figures.ts';
import { bill, soFar } from '../testing.ts';

const october = bill('2026-10-01', '2026-11-01', 66);
const september = bill('2026-09-01', '2026-10-01', 60);
const lastYear = bill('2025-10-01', '2025-11-01', 55);

test('C3.2 the parts of a bill sum to it, to the cent', () => {
  const lines = soFar.cost?.lines ?? [];
  expect(costParts(lines, 'electricity')).toEqual({
    total: 19.87,
    use: 15,
    standing: 3.2,
    power: 0,
    tax: 1.67,
    other: 0,
  });
  expect(costParts(lines, 'water')).toEqual({ total: 12, use: 12, standing: 0, power: 0, tax: 0, other: 0 });
});

test('C3.2 power stands with the standing charges, and what a tariff takes off or rounds is a part of its own', () => {
  const [line] = soFar.cost?.lines ?? [];
  if (line === undefined) throw new Error('no line');
  const parts = costParts(
    [
      line,
      { ...line, kind: 'capacity', amount: '7.68' },
      { ...line, kind: 'discount', amount: '-2.10' },
      { ...line, kind: 'rounding', amount: '0.02' },
    ],
    'electricity',
  );
  expect(parts).toMatchObject({ use: 15, standing: 7.68, power: 7.68, other: -2.08 });
});

test('C2.16 a bill is compared with the one before and the one of a year before', () => {
  const all = [october, september, lastYear];
  expect(billBefore(october, all)).toBe(september);
  expect(billAYearBefore(october, all)).toBe(lastYear);
  expect(changeShare(october, september)).toBeCloseTo(0.1);
  expect(changeShare(october, undefined)).toBeNull();
});

test('a bill in another currency, or of a period heard only in part, is nothing to compare with', () => {
  expect(billBefore(october, [{ ...september, currency: 'USD' }])).toBeUndefined();
  expect(changeShare(october, { ...september, coverage: 0.35 })).toBeNull();
});
