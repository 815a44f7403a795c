import { byUtility } from '#catalogue/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latest, meter } from './testing.ts';
import { todayTotal } from './amount.ts';
import { todayRooms } from './dashboard/rooms-card.tsx';

test('C1.2 unmetered is what the whole home’s meter saw and no room’s did; rooms add up to the whole', () => {
  const answer = latest([
    meter('whole_home-electricity', { today: 9_000 }),
    meter('kitchen-electricity', { today: 5_000, parentMeterId: 'whole_home-electricity' }),
    meter('bedroom-electricity', { today: 2_500, parentMeterId: 'whole_home-electricity' }),
  ]);
  const rooms = todayRooms(answer);
  expect(rooms.map(({ room, electricity, isRemainder }) => [room, electricity, isRemainder])).toEqual([
    ['kitchen', 5_000, false],
    ['bedroom', 2_500, false],
    ['whole_home', 1_500, true],
  ]);
  expect(todayTotal(answer, 'electricity')).toBe(9_000);
});

test('meters inside meters are counted once, whatever their amounts (property)', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), (socket, lamp, oven, rest) => {
      const answer = latest([
        meter('whole_home-electricity', { today: socket + lamp + oven + rest }),
        meter('kitchen-electricity', { today: socket + oven, parentMeterId: 'whole_home-electricity' }),
        meter('oven-electricity', { today: oven, parentMeterId: 'kitchen-electricity' }),
        meter('hall-electricity', { today: lamp, parentMeterId: 'whole_home-electricity' }),
      ]);
      const sum = todayRooms(answer).reduce((total, { electricity }) => total + (electricity ?? 0), 0);
      expect(sum).toBe(todayTotal(answer, 'electricity'));
    }),
  );
});

test('a room whose meter has not reported today is unknown, not 0; a lone mains meter is no remainder', () => {
  const answer = latest([
    meter('whole_home-electricity', { today: 400 }),
    meter('whole_home-water', { today: 0, lastAt: '2026-11-18T10:00:00Z' }),
  ]);
  expect(todayRooms(answer)).toEqual([
    { ...byUtility(() => null), room: 'whole_home', electricity: 400, isRemainder: false },
  ]);
  expect(todayTotal(answer, 'water')).toBeNull();
});
