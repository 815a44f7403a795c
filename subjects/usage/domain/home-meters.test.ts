import { expect, test } from 'vitest';
import { flowsToday, ownShare, rootMeters, usedToday, usualDay } from './home-meters.ts';

const at = '2026-11-20T12:00:00Z';
const midnight = Date.parse('2026-11-20T00:00:00Z');
const meter = (meterId: string, lastAt: string | null, today: number, parentMeterId: string | null = null) =>
  ({ meterId, utility: 'electricity', room: 'hall', flow: 'drawn', parentMeterId, lastAt, today }) as const;

const mains = meter('mains', at, 5000);
const oven = meter('oven', at, 2000, 'mains');
const shed = meter('shed', '2026-11-19T23:00:00Z', 0);

test('a meter inside another counts once, and one that was not heard today not at all', () => {
  expect(usedToday({ meters: [mains, oven, shed] }, 'electricity', midnight)).toBe(5000);
  expect(usedToday({ meters: [shed] }, 'electricity', midnight)).toBeNull();
  expect(usedToday({ meters: [meter('quiet', at, 0)] }, 'electricity', midnight)).toBe(0);
  expect(usedToday({ meters: [mains] }, 'water', midnight)).toBeNull();
});

test('what something used before it moved is told with the home, where it counted for the home then', () => {
  const moved = [
    { utility: 'electricity', home: 700 },
    { utility: 'water', home: 90 },
  ] as const;
  expect(usedToday({ meters: [mains, oven], moved }, 'electricity', midnight)).toBe(5700);
});

test('with a roof, today’s use is what was drawn and produced, less what went back, wherever its meter stands', () => {
  const roof = { ...meter('roof', at, 4000, 'mains'), flow: 'produced' } as const;
  const back = { ...meter('back', at, 1500), flow: 'returned' } as const;
  expect(usedToday({ meters: [mains, oven, roof, back] }, 'electricity', midnight)).toBe(7500);
  expect(usedToday({ meters: [roof, back] }, 'electricity', midnight)).toBeNull();
  expect(flowsToday([mains, oven, roof, back], 'electricity')).toEqual({ drawn: 5000, produced: 4000, returned: 1500 });
  expect(flowsToday([mains, oven], 'electricity')).toBeNull();
  expect([ownShare(7500, 5000), ownShare(0, 0), ownShare(100, 200)]).toEqual([expect.closeTo(1 / 3), null, 0]);
  // Coverage is told by what draws.
  expect(rootMeters({ meters: [mains, roof, back], at }, 'electricity').map(({ meterId }) => meterId)).toEqual([
    'mains',
  ]);
});

test('where nothing measures what went back came from, what was drawn is the least that was used, and never less than nothing', () => {
  const back = { ...meter('back', at, 9000), flow: 'returned' } as const;
  const atLeast = ['electricity'] as const;
  expect(usedToday({ meters: [mains, back], atLeast }, 'electricity', midnight)).toBe(5000);
  const battery = { ...meter('battery', at, 6000), flow: 'charged' } as const;
  expect(usedToday({ meters: [mains, battery], atLeast }, 'electricity', midnight)).toBe(0);
  expect(usedToday({ meters: [mains, back] }, 'electricity', midnight)).toBe(0);
});

test('what is silent for half a month beside others is no part of the home’s total', () => {
  const gone = meter('gone', '2026-11-01T00:00:00Z', 0);
  const never = meter('never', null, 0);
  const ids = (meters: readonly (typeof mains)[]) =>
    rootMeters({ meters, at }, 'electricity').map(({ meterId }) => meterId);
  expect(ids([mains, oven, shed, gone, never])).toEqual(['mains', 'shed']);
  expect(ids([gone, never])).toEqual(['gone']);
});

test('a usual day is the mean of whole ones, from three on, however many hours each has', () => {
  const day = (used: number, share = 1, lengthS = 86_400) => ({ used, coveredS: 2 * share * lengthS, lengthS });
  expect(usualDay([day(6000), day(9000), day(1000, 0.5)], 2)).toBeNull();
  expect(usualDay([day(6000), day(9000), day(1000, 0.5), day(12_000, 1, 90_000)], 2)).toBe(9000);
});
