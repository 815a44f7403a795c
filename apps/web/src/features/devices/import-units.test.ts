import { importUnits } from '@wattershed/catalogue';
import { type ImportMapping, importMapping } from '@wattershed/contracts';
import { expect, test } from 'vitest';
import { unitMeanings, unitsOf, withTarget, withUnit } from './import-units.ts';

test('the units are those of the contract', () => {
  expect(unitMeanings).toEqual(importUnits);
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
