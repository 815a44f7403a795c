import type { PlanTextFault } from '../../contract/tariff-plan.ts';
import { beforeAll, expect, test } from 'vitest';
import { createFormat, regionalOf } from '#shell/text/format.ts';
import { i18n } from '#shell/text/i18n.ts';
import { startLanguage } from '#apps/web/testing/render-app.tsx';
import { faultText, placeInText } from './plan-faults.ts';

beforeAll(() => startLanguage('en'));

const say = (fault: PlanTextFault) =>
  faultText(fault, i18n.getFixedT('en', 'billing'), createFormat('en', regionalOf(null)));

test('a fault is said with its field and its value, and what would do', () => {
  expect(say({ code: 'field-unknown', path: ['curency'], value: 'curency' })).toBe('There is no field “curency” here.');
  expect(say({ code: 'value-invalid', path: ['charges', 0, 'per'], value: 'week', allowed: ['day', 'month'] })).toBe(
    '“per” cannot be “week”. Possible: day, month.',
  );
  expect(say({ code: 'value-invalid', path: ['charges'], value: '' })).toBe(
    '“charges” is not written as it should be.',
  );
  expect(say({ code: 'value-invalid', path: [], value: 'x' })).toBe('“the tariff” cannot be “x”.');
});

test('a moment without a period is said in words', () => {
  const value = '08:00, month 1, mon, holiday, red';
  expect(say({ code: 'hours-uncovered', path: ['schedules', 'a', 'periods'], value })).toBe(
    'No period applies at this time: 08:00, January, Monday, holiday and red. Let the last one apply always.',
  );
});

test('a place is found by line and column, and never behind the end', () => {
  const text = 'name: x\nunit: kWh\n';
  expect(text.slice(placeInText(text, 2, 7))).toBe('kWh\n');
  expect(placeInText(text, 1, 1)).toBe(0);
  expect(placeInText(text, 9, 9)).toBe(text.length);
});
