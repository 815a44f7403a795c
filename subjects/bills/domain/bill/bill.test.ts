import { expect, test } from 'vitest';
import { billBudget } from './bill.ts';

const [electricity, water] = [{ utility: 'electricity' }, { utility: 'water' }] as const;

test('the budget of a whole bill is the sum of its utilities’ own, as they are kept', () => {
  const budgets = [
    { ...electricity, amount: '0.1' },
    { ...water, amount: 0.2 },
  ];
  expect(billBudget([electricity, water, electricity], budgets)).toBe(0.3);
});

test('where a utility of the bill has none there is no budget of the whole', () => {
  expect(billBudget([electricity, water], [{ ...electricity, amount: 60 }])).toBeUndefined();
  expect(billBudget([], [{ ...electricity, amount: 60 }])).toBeUndefined();
});

test('what is used without a price is in no amount, and needs no budget', () => {
  expect(billBudget([electricity], [{ ...electricity, amount: 60 }])).toBe(60);
});
