import { importUnits, isUnitOf, utilityIds } from '#catalogue/index.ts';
import { type ImportMapping, importMapping } from '#subjects/readings/contract/imports.ts';
import { expect, test } from 'vitest';
import { unitsOf, withFlow, withTarget, withUnit } from './mapping-row.tsx';

test('every unit that files may have can be chosen, for a meter those of its utility', () => {
  expect(unitsOf(undefined).toSorted()).toEqual(importUnits.toSorted());
  for (const utility of utilityIds) for (const unit of unitsOf(utility)) expect(isUnitOf(unit, utility)).toBe(true);
});

test('a new device keeps its utility where the unit fits it, and follows the unit where it does not', () => {
  const target = { newDevice: { name: 'Garden', room: '', utility: 'water' as const } };
  const mapping: ImportMapping = { column: 'Garden', target, unit: 'L', kind: 'interval' };
  expect(withUnit(mapping, 'm3').target).toEqual(target);
  expect(withUnit(mapping, 'kWh').target).toEqual({ newDevice: { ...target.newDevice, utility: 'electricity' } });
});

test('whatever is chosen in a row, what is sent stays a mapping that the service takes', () => {
  let mapping: ImportMapping = {
    column: 'Kitchen',
    target: { newDevice: { name: 'Kitchen', room: '', utility: 'electricity' } },
    unit: 'kWh',
    kind: 'counter',
  };
  for (const unit of unitsOf(undefined)) {
    mapping = withUnit(mapping, unit);
    expect(importMapping.safeParse(mapping).success).toBe(true);
  }
  const onWater = withTarget(withUnit(mapping, 'W'), { meter: 'kitchen-water' }, 'water');
  expect(onWater).toMatchObject({ unit: 'L', kind: 'interval', target: { meter: 'kitchen-water' } });
  expect(withTarget(onWater, { skip: true }, undefined).unit).toBe('L');
});

test('what passes a column is chosen, and what no longer fits it goes', () => {
  const target = { newDevice: { name: 'Roof', room: '', utility: 'electricity' as const } };
  const mapping: ImportMapping = { column: 'Roof', target, unit: 'kWh', kind: 'interval' };
  const roof = withFlow(mapping, 'produced');
  expect(roof.target).toEqual({ newDevice: { ...target.newDevice, flow: 'produced' } });
  expect(withUnit(roof, 'L').target).toEqual({ newDevice: { ...target.newDevice, utility: 'water' } });
  const net = withFlow(roof, 'net');
  expect(net).toEqual({ ...mapping, isNet: true });
  expect(withTarget(net, { skip: true }, undefined)).not.toHaveProperty('isNet');
  expect(withFlow(net, 'drawn')).toEqual(mapping);
  for (const one of [roof, net, withUnit(net, 'L')]) expect(importMapping.safeParse(one).success).toBe(true);
});
