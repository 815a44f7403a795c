import { expect, test } from 'vitest';
import { groupByRoom, possibleParents } from './device-queries.ts';
import { device, meterRow } from './testing.ts';

test('C2.15 rooms come in their usual order, others by name, and no room last', () => {
  const devices = [
    device('a', 'A', { room: '' }),
    device('b', 'B', { room: 'Workshop' }),
    device('c', 'C', { room: 'whole_home' }),
    device('d', 'D', { room: 'Attic' }),
    device('e', 'E', { room: 'kitchen' }),
    device('f', 'F', { room: 'kitchen' }),
  ];
  const groups = groupByRoom(devices, [], []);
  expect(groups.map(({ room }) => room)).toEqual(['kitchen', 'whole_home', 'Attic', 'Workshop', '']);
  expect(groups[0]?.entries.map(({ device: { name } }) => name)).toEqual(['E', 'F']);
});

test('a meter can be inside any of its utility, but not inside what it contains', () => {
  const meters = [
    meterRow(1, 'mains', 'mains'),
    meterRow(2, 'kitchen', 'kitchen', { parent_meter_id: 1 }),
    meterRow(3, 'oven', 'oven', { parent_meter_id: 2 }),
    meterRow(4, 'water', 'water', { utility: 'water' }),
  ];
  const keys = (deviceId: string | undefined) => possibleParents(meters, deviceId, 'electricity').map(({ key }) => key);
  expect(keys('kitchen')).toEqual(['mains']);
  expect(keys('mains')).toEqual([]);
  expect(keys('oven')).toEqual(['mains', 'kitchen']);
  expect(keys(undefined)).toEqual(['mains', 'kitchen', 'oven']);
});
