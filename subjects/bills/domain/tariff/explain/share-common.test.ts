import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exact, sumOf } from '../exact.ts';
import {
  type OwnCost,
  type RoomCost,
  type RoomKind,
  shareCommon,
  type SharedPolicy,
  sharings,
} from './share-common.ts';

const home = (costs: Readonly<Record<string, readonly [kind: RoomKind, own: string]>>): OwnCost[] =>
  Object.entries(costs).map(([room, [kind, own]]) => ({ room, kind, own }));

const flat = home({
  asha: ['own', '6.00'],
  ben: ['own', '3.00'],
  kitchen: ['common', '5.00'],
  whole_home: ['home', '4.00'],
});

const rowsOf = ({ rooms }: { rooms: readonly RoomCost[] }) =>
  rooms.map(({ room, own, common, fixed, total }) => [room, own, common, fixed, total]);

test('apart, each room costs what it used, and the fixed charges are nobody’s', () => {
  const shared = shareCommon(flat, '2.00', { fixed: 'apart', common: 'apart' }, 2);
  expect(rowsOf(shared)).toEqual([
    ['asha', '6.00', '0.00', '0.00', '6.00'],
    ['ben', '3.00', '0.00', '0.00', '3.00'],
    ['kitchen', '5.00', '0.00', '0.00', '5.00'],
    ['whole_home', '4.00', '0.00', '0.00', '4.00'],
  ]);
  expect(shared).toMatchObject({ apart: '2.00', unborne: [] });
});

test('by use and evenly, the rest of the home with what is common; what it gave stands below zero', () => {
  const shared = shareCommon(flat, '2.01', { fixed: 'evenly', common: 'by-use' }, 2);
  expect(rowsOf(shared)).toEqual([
    // The cent that two even halves leave goes to the dearest.
    ['asha', '6.00', '6.00', '1.01', '13.01'],
    ['ben', '3.00', '3.00', '1.00', '7.00'],
    ['kitchen', '5.00', '-5.00', '0.00', '0.00'],
    ['whole_home', '4.00', '-4.00', '0.00', '0.00'],
  ]);
  expect(shared).toMatchObject({ apart: '0.00', unborne: [] });
});

test('cents that rounding leaves go one each to the largest', () => {
  const rooms = home({ a: ['own', '1.00'], b: ['own', '3.00'], c: ['own', '2.00'] });
  const { rooms: shared } = shareCommon(rooms, '0.05', { fixed: 'evenly', common: 'apart' }, 2);
  expect(shared.map(({ fixed }) => fixed)).toEqual(['0.01', '0.02', '0.02']);
});

test('without a room to bear it, it stays apart and is named', () => {
  const rooms = home({ kitchen: ['common', '5.00'], whole_home: ['home', '4.00'] });
  const shared = shareCommon(rooms, '2.00', { fixed: 'evenly', common: 'evenly' }, 2);
  expect(shared.rooms.map(({ total }) => total)).toEqual(['5.00', '4.00']);
  expect(shared).toMatchObject({ apart: '2.00', unborne: ['common', 'fixed'] });
});

test('by use, where no room has a cost, it stays apart; evenly it is borne', () => {
  const rooms = home({ asha: ['own', '0.00'], ben: ['own', '0.00'], whole_home: ['home', '4.00'] });
  const shared = shareCommon(rooms, '2.00', { fixed: 'by-use', common: 'evenly' }, 2);
  expect(shared.rooms.map(({ total }) => total)).toEqual(['2.00', '2.00', '0.00']);
  expect(shared).toMatchObject({ apart: '2.00', unborne: ['fixed'] });
});

test('a credit is shared like a charge; a room that earned bears nothing by use, and keeps what it earned', () => {
  const rooms = home({ asha: ['own', '6.00'], roof: ['own', '-4.00'], whole_home: ['home', '-1.01'] });
  const shared = shareCommon(rooms, '2.00', { fixed: 'by-use', common: 'evenly' }, 2);
  expect(rowsOf(shared)).toEqual([
    ['asha', '6.00', '-0.51', '2.00', '7.49'],
    ['roof', '-4.00', '-0.50', '0.00', '-4.50'],
    ['whole_home', '-1.01', '1.01', '0.00', '0.00'],
  ]);
});

test('in a currency without cents, and with amounts finer than its own, nothing is lost', () => {
  const rooms = home({ a: ['own', '10'], b: ['own', '10'] });
  const yen = shareCommon(rooms, '5', { fixed: 'evenly', common: 'apart' }, 0);
  expect(yen.rooms.map(({ total }) => total)).toEqual(['13', '12']);
  const finer = shareCommon(rooms, '0.0151', { fixed: 'evenly', common: 'apart' }, 2);
  expect(finer.rooms.map(({ fixed }) => fixed)).toEqual(['0.01', '0.0051']);
});

const cents = (from: number) => fc.integer({ min: from, max: 100_000 }).map((n) => (n / 100).toFixed(2));
const policy: fc.Arbitrary<SharedPolicy> = fc.record({
  fixed: fc.constantFrom(...sharings),
  common: fc.constantFrom(...sharings),
});
const roomsFrom = (from: number): fc.Arbitrary<OwnCost[]> =>
  fc
    .array(fc.tuple(fc.constantFrom<RoomKind>('own', 'own', 'common', 'home'), cents(from)), { maxLength: 9 })
    .map((all) => all.map(([kind, own], i) => ({ room: `room ${i}`, kind, own })));
const sum = (amounts: readonly string[]) => sumOf(amounts.map((one) => exact(one)));

test('to the cent: all of it is borne or apart, each room sums, and what is given is what is taken', () => {
  fc.assert(
    fc.property(roomsFrom(-20_000), cents(-20_000), policy, (rooms, fixed, kept) => {
      const shared = shareCommon(rooms, fixed, kept, 2);
      const given = sum([...rooms.map(({ own }) => own), fixed]);
      expect(sum([...shared.rooms.map(({ total }) => total), shared.apart]).equals(given)).toBe(true);
      expect(sum(shared.rooms.map(({ common }) => common)).equals(0)).toBe(true);
      for (const { own, common, fixed: share, total } of shared.rooms) {
        expect(sum([own, common, share]).equals(exact(total))).toBe(true);
        expect(total).toMatch(/^-?\d+\.\d\d$/);
      }
    }),
  );
});

test('where nothing earns, no room bears less than nothing, and who used more never bears less', () => {
  fc.assert(
    fc.property(roomsFrom(0), cents(0), policy, (rooms, fixed, kept) => {
      const shared = shareCommon(rooms, fixed, kept, 2);
      for (const { total } of shared.rooms) expect(Number(total)).toBeGreaterThanOrEqual(0);
      const bearers = shared.rooms.filter(({ kind }) => kind === 'own').sort((a, b) => Number(a.own) - Number(b.own));
      for (const [i, room] of bearers.entries()) {
        const cheaper = bearers[i - 1];
        if (cheaper === undefined || cheaper.own === room.own) continue;
        expect(Number(room.common)).toBeGreaterThanOrEqual(Number(cheaper.common));
        expect(Number(room.fixed)).toBeGreaterThanOrEqual(Number(cheaper.fixed));
      }
    }),
  );
});

test('a dearer common area makes no room cheaper by more than the cent of rounding', () => {
  fc.assert(
    fc.property(roomsFrom(0), cents(0), cents(0), policy, (rooms, fixed, more, kept) => {
      const withPool = (own: string): readonly RoomCost[] =>
        shareCommon([...rooms, { room: 'hall', kind: 'common', own }], fixed, kept, 2).rooms;
      const before = withPool('0.00').filter(({ kind }) => kind === 'own');
      const after = withPool(more).filter(({ kind }) => kind === 'own');
      const lost = before.map(({ total }, i) => exact(total).sub(exact(after[i]?.total ?? '0')));
      expect(lost.filter((one) => one.compare(exact('0.01')) > 0)).toEqual([]);
    }),
  );
});

test('apart leaves every room and the fixed charges as they were, whatever is common', () => {
  fc.assert(
    fc.property(roomsFrom(-20_000), cents(-20_000), (rooms, fixed) => {
      const shared = shareCommon(rooms, fixed, { fixed: 'apart', common: 'apart' }, 2);
      expect(shared.rooms.map(({ total }) => total)).toEqual(rooms.map(({ own }) => own));
      expect(shared).toMatchObject({ apart: fixed, unborne: [] });
    }),
  );
});
