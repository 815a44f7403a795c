/** A home of power and water in which people live, leave and come back; what runs meanwhile is told. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookFor } from './absences.ts';
import { emptyHome } from './empty-home.ts';
import { frostTap } from './frost-tap.ts';
import type { HomeLook, WatchedUse } from './rule.ts';
import { changedLook, dice, firstDay, lookOf, perDay } from './testing-look.ts';
import { unusualDay } from './unusual-day.ts';

const days = 91;
/** The home's clock is an hour ahead. */
const dayOfSlot = (at: number): number => Math.floor((at + 4) / perDay);
const dayS = 86_400;

interface Lived {
  /** The first local day, of 91, on which nobody is there, and the first on which somebody is again. */
  readonly left?: number;
  readonly back?: number;
  readonly seed?: number;
}

const water = (used: Float64Array, room = 'whole_home'): WatchedUse => ({
  meterId: 'mains',
  name: 'Mains',
  room,
  utility: 'water',
  flow: 'drawn',
  parentMeterId: null,
  used,
});

/** A fridge, a pump that rests, and people who cook, watch and wash while they are there. */
const livedIn = ({ left = days + 2, back = days + 2, seed = 1 }: Lived = {}): HomeLook => {
  const roll = dice(seed);
  const isThere = (day: number): boolean => day < left || day >= back;
  const awake = (slot: number, day: number): boolean => isThere(day) && slot >= 28 && slot < 92;
  const home = lookOf(
    { pump: () => 0, stove: (slot, day) => (awake(slot, day) && roll() < 0.2 ? 400 : 0) },
    (slot, day) => 20 + 2 * roll() + (awake(slot, day) ? 60 * roll() : 0),
  );
  const drawn = Float64Array.from({ length: days * perDay }, (_, at) => {
    const slot = (at + 4) % perDay;
    return awake(slot, dayOfSlot(at)) && roll() < 0.3 ? 9000 : 0;
  });
  // Its power is made by the clock of UTC: an hour of the day of leaving and of coming back is moved.
  return { ...home, meters: [...home.meters, water(drawn)] };
};

const away = (from: number, to: number) => [{ from: firstDay + from, to: firstDay + to }];

const withLeak = (home: HomeLook, from: number, perSlot = 500): HomeLook =>
  changedLook(home, (used, at, name) => (name === 'Mains' && dayOfSlot(at) >= from ? used + perSlot : used));

const withPump = (home: HomeLook, from: number): HomeLook =>
  changedLook(home, (used, at, name) =>
    name !== 'stove' && name !== 'Mains' && dayOfSlot(at) >= from ? used + 150 : used,
  );

const tells = (home: HomeLook, caution = 1): string[] =>
  emptyHome
    .find(lookFor(emptyHome, home), caution)
    .map(({ meterId, figures }) => `${meterId} ${figures.words} ${figures.mostly ?? ''}`.trim());

test('a home that is lived in is told of nothing, whatever runs in it', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 60, max: 89 }), (seed, from) => {
      expect(tells(livedIn({ seed }))).toEqual([]);
      expect(tells(withLeak(livedIn({ seed }), from))).toEqual([]);
      expect(tells(withPump(livedIn({ seed }), from))).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test('an empty home that rests is told of nothing, said or not, and neither is one to which people have come back', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 70, max: 86 }), (seed, left) => {
      const empty = livedIn({ seed, left });
      expect(tells(empty)).toEqual([]);
      expect(tells({ ...empty, absences: away(left - 1, 99) })).toEqual([]);
      expect(tells(livedIn({ seed, left, back: 90 }))).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test('water in a home that looks empty is told the morning after, since its first day', () => {
  const home = withLeak(livedIn({ left: 84 }), 88);
  expect(tells(home)).toEqual(['mains seems']);
  const [found] = emptyHome.find(home, 1);
  expect(found).toMatchObject({ since: (firstDay + 88) * dayS - 3600, figures: { used: 3 * perDay * 500 } });
  expect(found?.costsPerDay).toBeCloseTo(perDay * 500, -3);
});

test('a device that runs in a home that looks empty is named', () => {
  expect(tells(withPump(livedIn({ left: 84 }), 89))).toEqual(['whole seemsBy pump']);
});

test('said to be away, any water is told, also on the first whole day; not on the days of leaving and coming back', () => {
  const home = withLeak(livedIn({ left: 90 }), 90, 60);
  expect(tells(home)).toEqual([]);
  expect(tells({ ...home, absences: away(89, 99) })).toEqual(['mains said']);
  expect(tells({ ...home, absences: away(90, 99) })).toEqual([]);
  expect(tells({ ...home, absences: away(80, 90) })).toEqual([]);
  expect(tells({ ...withPump(livedIn({ left: 85 }), 90), absences: away(84, 99) })).toEqual(['whole saidBy pump']);
});

test('what was called normal needs more', () => {
  const home = { ...withLeak(livedIn({ left: 88 }), 88, 60), absences: away(87, 99) };
  expect(tells(home)).toEqual(['mains said']);
  expect(tells(home, 1.5)).toEqual([]);
});

test('quiet days are said to look empty, and are no news to who has said so', () => {
  const empty = livedIn({ left: 87 });
  const quiet = (home: HomeLook) =>
    unusualDay.find(lookFor(unusualDay, home), 1).map(({ meterId, figures }) => `${meterId} ${figures.words}`);
  expect(quiet(empty)).toContain('mains empty');
  expect(quiet({ ...empty, absences: away(86, 99) })).toEqual([]);
});

const cold = (celsius: readonly number[], room = 'garden'): HomeLook => ({
  ...lookOf({}),
  meters: [water(new Float64Array(days * perDay), room)],
  temperatures: new Map(celsius.map((one, i) => [firstDay + days - celsius.length + i, one])),
});
const frost = (home: HomeLook): (number | undefined)[] => frostTap.find(home, 1).map(({ figures }) => figures.celsius);

test('frost is told of a garden’s meter when it is near freezing and falling, and of no other', () => {
  expect(frost(cold([8, 6, 4, 1.5]))).toEqual([1.5]);
  expect(frost(cold([8, 6, 4, 1.5], 'kitchen'))).toEqual([]);
  expect(frost(cold([8, 6, 4, 2.5]))).toEqual([]);
  expect(frost(cold([]))).toEqual([]);
});

test('a cold spell is one event, which a mild day ends; a second within three weeks is no news', () => {
  expect(frost(cold([8, 1, -2, 1, 3, 0, -4]))).toEqual([1]);
  expect(frost(cold([8, 1, -2, 6]))).toEqual([]);
  expect(frost(cold([8, 1, -2, 6, 7, 1]))).toEqual([]);
  expect(frost(cold([8, 1, ...Array.from({ length: 25 }, () => 7), 1.2]))).toEqual([1.2]);
});

test('what is no longer known is not told', () => {
  const home = cold([8, 6, 4, 1.5]);
  const aged = new Map([...home.temperatures].map(([day, celsius]) => [day - 4, celsius]));
  expect(frost({ ...home, temperatures: aged })).toEqual([]);
});
