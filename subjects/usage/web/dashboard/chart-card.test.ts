import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byUtility } from '#catalogue/index.ts';
import { noAmounts } from '../amount.ts';
import { latest, meter } from '../testing.ts';
import { axisTop, type UsePoint, withLiveToday } from './chart-card.tsx';

test('a scale holds its largest value and does not waste more than a third of the height', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e7, noNaN: true }), (value) => {
      expect(axisTop(value)).toBeGreaterThanOrEqual(value * 0.999);
      expect(axisTop(value)).toBeLessThanOrEqual(value * 1.5);
    }),
  );
  expect(axisTop(11.4)).toBe(12);
  expect(axisTop(0)).toBe(1);
});

const amount = (used: number) => ({ used, estimated: 0, imported: 0, coveredS: 3600 });
const point = (used: number, isUnfinished = true): UsePoint => ({
  ...noAmounts,
  electricity: amount(used),
  key: '2026-11-20',
  label: 'Fri',
  name: 'Friday',
  dayName: 'Fri, Nov 20',
  isUnfinished,
});
const live = (today: number, at = '2026-11-20T17:00:05Z') =>
  latest([meter('whole_home-electricity', { today })], { at });
const shown = (points: readonly UsePoint[]) => points.map(({ electricity }) => electricity?.used);
const before = Date.parse('2026-11-20T17:00:00Z');
const after = Date.parse('2026-11-20T17:00:10Z');

test('today is what was asked for last, live or by day, even where a repair has lowered it', () => {
  expect(shown(withLiveToday([point(900)], live(1_200), before))).toEqual([1_200]);
  expect(shown(withLiveToday([point(900)], live(400), before))).toEqual([400]);
  expect(shown(withLiveToday([point(400)], live(900), after))).toEqual([400]);
  expect(shown(withLiveToday([point(900)], live(1_200), after))).toEqual([900]);
});

test('a day that is over stays as it is, and a gap is no 0', () => {
  expect(withLiveToday([point(900, false)], live(1_200), before)).toEqual([point(900, false)]);
  const next = { ...point(0), key: '2026-11-21' };
  expect(withLiveToday([next], live(1_200), before)).toEqual([next]);
  const gap = { ...point(0), ...byUtility(() => null) };
  expect(withLiveToday([gap], live(0), before)).toEqual([gap]);
  expect(shown(withLiveToday([gap], live(300), before))).toEqual([300]);
});
