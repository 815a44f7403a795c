import { expect, test } from 'vitest';
import { budgetStage } from './budget-stage.ts';

test.each([
  ['nothing to tell', '40', '29.99', '40.00', null],
  ['nobody can tell what it will come to', '40', '29.99', null, null],
  ['it is on course to be passed', '40', '10', '40.01', 'budget-course'],
  ['three quarters are spent', '40', '30.00', '39', 'budget-most'],
  ['three quarters are spent, and it will be passed', '40', '30.00', '50', 'budget-most'],
  ['all of it is spent', '40', '40.00', null, 'budget-passed'],
])('%s', (_what, budget, soFar, likely, stage) => {
  expect(budgetStage(budget, soFar, likely)).toBe(stage);
});
