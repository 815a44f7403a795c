import { expect, test } from 'vitest';
import { placeText } from './series-look.ts';
import { chartCsv } from './chart-frame.tsx';
import { chartData } from './testing.ts';

test('C2.1 a saved table has the units in its head, plain numbers, and nothing where nothing was measured', () => {
  expect(chartCsv(chartData([11.4, null, 0]))).toBe('Day,Electricity (kWh)\r\nDay 1,11.4\r\nDay 2,\r\nDay 3,0\r\n');
});

test('names with commas and quotes stay one cell, and none is run as a formula', () => {
  const data = chartData([1]);
  const named = (name: string) => chartCsv({ ...data, places: [{ key: 'a', label: name, name }] }).split('\r\n')[1];
  expect(named('Sat, 21 "Nov"')).toBe('"Sat, 21 ""Nov""",1');
  expect(named('=HYPERLINK("x")')).toBe(`"'=HYPERLINK(""x"")",1`);
  expect(named('-1+2')).toBe(`'-1+2,1`);
});

test('a place is read with its name and its figures, a gap in words', () => {
  expect(placeText(chartData([11.4, null]), 0)).toBe('Day 1: Electricity 11.4 kWh');
  expect(placeText(chartData([11.4, null]), 1)).toBe('Day 2: Electricity no readings');
});
