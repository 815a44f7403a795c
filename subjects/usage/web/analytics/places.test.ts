import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Place } from '#subjects/household/domain/places.ts';
import { latest, meter, partOf } from '../testing.ts';
import { type Group, hasPlaces, placedGroups, unmetered } from './groups.ts';

const house: Place[] = [
  { name: 'kitchen', inside: 'Ground floor' },
  { name: 'hall', inside: 'Ground floor' },
  { name: 'Ground floor', inside: 'House' },
  { name: 'bedroom', inside: 'House' },
];
const meters = [
  meter('whole_home-electricity'),
  ...['kitchen', 'hall', 'Ground floor', 'bedroom', 'garden'].map((room) =>
    meter(`${room}-electricity`, { parentMeterId: 'whole_home-electricity' }),
  ),
];
const home = { ...latest(meters), places: house };
const used = (room: string, amount: number) => partOf('2026-11-20', room, 'electricity', amount);
const told = ({ key, depth, electricity }: Group) => [key, depth, electricity?.used];

test('a floor is told with all that lies in it, then its rooms, then what none of them used', () => {
  const rows = [used('kitchen', 40), used('hall', 10), used('Ground floor', 5), used('bedroom', 20)];
  expect(placedGroups([...rows, used('garden', 30), used('whole_home', 7)], home).map(told)).toEqual([
    ['House', 0, 75],
    ['Ground floor', 1, 55],
    ['kitchen', 2, 40],
    ['hall', 2, 10],
    ['rest of Ground floor', 2, 5],
    ['bedroom', 1, 20],
    ['garden', 0, 30],
    [unmetered, 0, 7],
  ]);
  expect(placedGroups(rows.slice(0, 3), home, 'use', 'Ground floor').map(told)).toEqual([
    ['kitchen', 0, 40],
    ['hall', 0, 10],
    ['rest of Ground floor', 0, 5],
  ]);
  expect(['House', 'Ground floor', 'kitchen', 'garden'].map((place) => hasPlaces(home, place))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('whatever lies in what: the outermost add up to the whole, and the parts of each place to the place', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  // Each lies in one that stands before it, so that none lies in itself.
  const trees = fc
    .tuple(...names.slice(1).map((_, i) => fc.option(fc.integer({ min: 0, max: i }))))
    .map((above) => above.flatMap((at, i) => (at === null ? [] : { name: names[i + 1]!, inside: names[at]! })));
  const rows = fc.array(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 1000 })), { minLength: 1 });
  fc.assert(
    fc.property(trees, rows, (places, amounts) => {
      const parts = amounts.map(([room, amount]) => used(room, amount));
      const groups = placedGroups(parts, { ...latest(names.map((name) => meter(`${name}-electricity`))), places });
      const sumOf = (some: readonly Group[]) => some.reduce((sum, one) => sum + (one.electricity?.used ?? 0), 0);
      const total = parts.reduce((sum, row) => sum + row.used, 0);
      expect(sumOf(groups.filter(({ depth }) => depth === 0))).toBe(total);
      groups.forEach((group, at) => {
        const depth = group.depth ?? 0;
        const after = groups.slice(at + 1);
        const end = after.findIndex((one) => (one.depth ?? 0) <= depth);
        const inside = (end === -1 ? after : after.slice(0, end)).filter((one) => one.depth === depth + 1);
        expect(inside.length === 0 ? group.electricity?.used : sumOf(inside)).toBe(group.electricity?.used);
      });
    }),
  );
});
