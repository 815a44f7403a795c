import { expect, test } from 'vitest';
import { changeRows, costsFixed, costsTotal, deviceRows, meterKey, roomRows, sumAmounts } from './costs.ts';
import { changes, costs } from './testing-costs.ts';

const containers = new Set([meterKey('electricity', 'mains')]);

test('C2.16 by device and by room, the rows and what is fixed sum to the total, to the cent', () => {
  for (const rows of [deviceRows(costs, containers), roomRows(costs, containers, 'whole_home')])
    expect(sumAmounts([...rows.map(({ cost }) => cost), costsFixed(costs)])).toBe(31.87);
  expect(costsTotal(costs)).toBe(31.87);
});

test('devices stand dearest first, without those that used nothing; the one above others is the rest', () => {
  const rows = deviceRows(costs, containers);
  expect(rows.map(({ deviceId }) => deviceId)).toEqual(['kitchen', 'bath', 'mains', 'heater', 'garden', 'tap', 'gone']);
  expect(rows.filter(({ isRest }) => isRest).map(({ deviceId }) => deviceId)).toEqual(['mains']);
});

test('a room has both utilities; the rest of the home is in none', () => {
  const rows = roomRows(costs, containers, 'whole_home');
  expect(rows.map(({ key, cost }) => [key, cost])).toEqual([
    ['room bathroom', 10.5],
    ['room kitchen', 9.97],
    ['rest', 4.2],
    ['room garden', 1.2],
    ['room Sauna', 0.5],
  ]);
  expect(rows[0]).toMatchObject({
    costs: { electricity: 2.5, water: 8 },
    used: { electricity: 18_000, water: 4_500_000 },
  });
  expect(rows[3]).toMatchObject({ used: { electricity: null, water: 700_000 } });
});

test('the parts of both utilities sum to the difference; the largest first, whatever its sign', () => {
  const rows = changeRows(changes);
  expect(sumAmounts(rows.map(({ amount }) => amount))).toBe(12.22);
  const sizes = rows.map(({ amount }) => Math.abs(amount));
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(rows).toHaveLength(12);
});

test('what only one bill has a tariff for is a part of its own', () => {
  const rows = changeRows({ ...changes, utilities: changes.utilities.slice(0, 1) });
  expect(rows[0]).toEqual({ key: 'unpriced', utility: null, part: { kind: 'unpriced' }, amount: 8.57 });
  expect(sumAmounts(rows.map(({ amount }) => amount))).toBe(12.22);
});
