import { expect, test } from 'vitest';
import { addDays, daysOf } from '#catalogue/local-day.ts';
import { nextBlocks } from './next-block.ts';
import { madrid, monthly, planOf, steadyUse } from '../testing-plans.ts';
import type { Blocks } from '../plan.ts';

const telescopic: Blocks = {
  per: 'month',
  tables: [{ steps: [{ upTo: '100', rate: '0.10' }, { upTo: '200', rate: '0.20' }, { rate: '0.40' }] }],
};

const next = (blocks: Blocks, wattHoursPerHour: number, days = 10) => {
  const cycle = monthly('2026-01');
  const today = addDays(cycle.start, days);
  return nextBlocks({
    plan: planOf([{ id: 'energy', kind: 'use', blocks }]),
    cycle,
    timeZone: madrid,
    use: steadyUse(cycle.start, today, wattHoursPerHour),
    today,
    usedToday: 0,
    perDay: daysOf(today, cycle.end).map((day) => ({ day, expected: wattHoursPerHour * 24 })),
  });
};

test('the day on which the next block begins, and both prices', () => {
  // Ten days of 6 kWh are 60; the hundredth comes on the 17th.
  expect(next(telescopic, 250)).toEqual([
    { charge: 'energy', above: '100', left: '40', rate: '0.10', nextRate: '0.20', jump: '0', day: '2026-01-17' },
  ]);
});

test('one that is not reached in this cycle has no day', () => {
  expect(next(telescopic, 100)).toMatchObject([{ above: '100', left: '76', day: null }]);
});

test('in the last block there is no next', () => {
  expect(next(telescopic, 1000)).toEqual([]);
});

test('where a slab holds for all of the use, the crossing itself costs', () => {
  const slabs: Blocks = {
    per: 'month',
    tables: [{ upTo: '100', steps: [{ rate: '0.10' }] }, { steps: [{ rate: '0.15' }] }],
  };
  // All hundred at 0.05 more.
  expect(next(slabs, 250)).toMatchObject([{ rate: '0.10', nextRate: '0.15', jump: '5', day: '2026-01-17' }]);
});
