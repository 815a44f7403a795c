import { expect, test } from 'vitest';
import type { Fault } from './home-use.ts';
import { newsOf, type ToldFault } from './tell-faults.ts';

const fault = (rest: Partial<Fault> = {}): Fault => ({
  kind: 'scale',
  meterId: 'a',
  againstId: null,
  sinceDay: 100,
  factor: 10,
  within: null,
  longest: null,
  perDay: 5,
  ...rest,
});
const told = (rest: Partial<ToldFault> = {}): ToldFault => ({
  id: 'n1',
  kind: 'scale',
  meterId: 'a',
  againstId: null,
  factor: 10,
  sinceDay: 100,
  toldDay: 103,
  isOver: false,
  dismissedDay: null,
  ...rest,
});

test('what was found is told once', () => {
  expect(newsOf([fault()], [], 103)).toEqual({ begun: [fault()], ended: [] });
  expect(newsOf([fault({ sinceDay: 101 })], [told()], 104)).toEqual({ begun: [], ended: [] });
  expect(newsOf([], [told()], 110)).toEqual({ begun: [], ended: [] });
});

test('a step back ends it, and is no fault of its own', () => {
  const back = fault({ factor: 0.1, sinceDay: 120 });
  expect(newsOf([back], [told()], 123)).toEqual({ begun: [], ended: ['n1'] });
  const again = fault({ kind: 'swapped', againstId: 'b', sinceDay: 120 });
  const swapped = told({ kind: 'swapped', againstId: 'b', factor: null });
  expect(newsOf([again], [swapped], 123)).toEqual({ begun: [], ended: ['n1'] });
  expect(newsOf([again], [{ ...swapped, meterId: 'b', againstId: 'a' }], 123)).toEqual({ begun: [], ended: ['n1'] });
});

test('what stood is over when it moves, and told again when it stands again', () => {
  const stuck = told({ kind: 'stuck', factor: null });
  expect(newsOf([], [stuck], 105)).toEqual({ begun: [], ended: ['n1'] });
  const again = fault({ kind: 'stuck', factor: null, sinceDay: 130 });
  expect(newsOf([again], [{ ...stuck, isOver: true }], 132)).toEqual({ begun: [again], ended: [] });
});

test('what somebody dismissed comes back with new evidence alone', () => {
  const dismissed = told({ dismissedDay: 105 });
  expect(newsOf([fault({ sinceDay: 103 })], [dismissed], 106).begun).toEqual([]);
  const more = fault({ sinceDay: 140 });
  expect(newsOf([more], [dismissed], 143)).toEqual({ begun: [more], ended: ['n1'] });
});

test('a word stands for a season', () => {
  expect(newsOf([], [told()], 103 + 90).ended).toEqual(['n1']);
  expect(newsOf([fault()], [told({ isOver: true })], 104).begun).toEqual([]);
});
