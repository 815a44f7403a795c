import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latest, meter } from '../testing.ts';
import { roomDistribution } from '../usage-shapes.ts';
import { roomsOf } from './analytics-page.tsx';
import { flowOf, sourceId } from './cards/flow-card.tsx';
import { groupsOf, untracked } from './groups.ts';
import { groupData } from './cards/groups-card.tsx';
import { anyParts, home, partOf } from './testing.ts';

const days = ['2026-11-19', '2026-11-20'];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const both = ['electricity', 'water'] as const;

test('C3.3 rooms and what is untracked add up to the total, and so do devices', () => {
  fc.assert(
    fc.property(anyParts(days), fc.constantFrom('room' as const, 'device' as const), (parts, by) => {
      const groups = groupsOf(parts, by, home);
      for (const utility of both) {
        const total = sum(parts.filter((row) => row.utility === utility).map(({ used }) => used));
        expect(sum(groups.map((group) => group[utility]?.used ?? 0))).toBe(total);
      }
      const rest = groups.findIndex(({ key }) => key === untracked);
      expect(rest === -1 || rest === groups.length - 1).toBe(true);
    }),
  );
});

test('C3.3 rooms are those of the room distribution, untracked apart', () => {
  fc.assert(
    fc.property(anyParts(days, 0), (parts) => {
      const items = new Map(roomDistribution(parts).map((item) => [item.room, item]));
      for (const group of groupsOf(parts, 'room', home)) {
        const item = items.get(group.key === untracked ? 'whole_home' : group.key);
        expect(item?.total_electricity).toBe((group.electricity?.used ?? 0) / 1000);
        expect(item?.total_water).toBe((group.water?.used ?? 0) / 1000);
      }
    }),
  );
});

test('the flow’s branches add up to its total; what is drawn leaves each node as it came in', () => {
  fc.assert(
    fc.property(anyParts(days), fc.constantFrom(...both), (parts, utility) => {
      const flow = flowOf(parts, utility, home);
      expect(sum(flow.branches.map(({ used }) => used))).toBe(flow.total);
      const out = (id: string) => sum(flow.links.filter(({ source }) => source === id).map(({ value }) => value));
      const into = (id: string) => sum(flow.links.filter(({ target }) => target === id).map(({ value }) => value));
      for (const { target } of flow.links) {
        const onward = out(target);
        expect(onward === 0 || onward === into(target)).toBe(true);
      }
      expect(flow.links.every(({ value }) => value > 0)).toBe(true);
      expect(out(sourceId)).toBe(sum(flow.branches.map(({ used }) => Math.max(0, used))));
    }),
  );
});

test('without a meter that counted backwards the drawing is exactly the total', () => {
  fc.assert(
    fc.property(anyParts(days, 0), fc.constantFrom(...both), (parts, utility) => {
      const flow = flowOf(parts, utility, home);
      expect(sum(flow.links.filter(({ source }) => source === sourceId).map(({ value }) => value))).toBe(flow.total);
    }),
  );
});

test('untracked is what the main meter saw and no meter below it; a whole-home meter without any below is a room', () => {
  const parts = [partOf('2026-11-20', 'kitchen', 'water', 30_000), partOf('2026-11-20', 'whole_home', 'water', 4_000)];
  expect(groupsOf(parts, 'room', home).map(({ key, water }) => [key, water?.used])).toEqual([
    ['kitchen', 30_000],
    [untracked, 4_000],
  ]);
  const alone = latest([meter('whole_home-water')]);
  expect(groupsOf(parts.slice(1), 'room', alone).map(({ key }) => key)).toEqual(['whole_home']);
});

test('C3.6 kitchen and bedroom can always be chosen, and each room of the household', () => {
  expect(roomsOf(undefined, null)).toEqual(['kitchen', 'bedroom']);
  expect(roomsOf(home, null)).toEqual(['kitchen', 'bedroom', 'bathroom']);
  expect(roomsOf(latest([meter('Attic-water'), meter('hall-water')]), null)).toEqual([
    'kitchen',
    'bedroom',
    'hall',
    'Attic',
  ]);
});

test('rooms as chart data: each utility with the earlier period beside it, no meter said in words', () => {
  const words = {
    placeHeading: 'Room',
    place: ({ key }: { key: string }) => key,
    utility: (utility: string) => utility,
    before: (utility: string) => `${utility} before`,
    write: (_: string, used: number | null) => ({ value: used, text: String(used) }),
    unit: () => 'x',
    none: 'no meter',
  };
  const parts = [
    partOf('2026-11-20', 'kitchen', 'electricity', 5000),
    partOf('2026-11-20', 'bedroom', 'electricity', 900),
  ];
  const before = [partOf('2026-11-13', 'kitchen', 'electricity', 4000)];
  const data = groupData({ parts, before, by: 'room', utilities: both, latest: home, isInvented: false }, words);
  expect(data.places.map(({ key }) => key)).toEqual(['kitchen', 'bedroom']);
  expect(data.series.map(({ key, values }) => [key, values])).toEqual([
    ['electricity now', [5000, 900]],
    ['electricity before', [4000, null]],
    ['water now', [null, null]],
  ]);
  expect(data.series[2]?.texts).toEqual(['no meter', 'no meter']);
});
