import { byUtility } from '#catalogue/index.ts';
import { expect, test } from 'vitest';
import { noAmounts } from '../amount.ts';
import { latest, meter } from '../testing.ts';
import { type UsePoint, withLiveToday } from './week-points.ts';

const amount = (used: number) => ({ used, estimated: 0, imported: 0, coveredS: 3600 });
const point = (used: number, isUnfinished = true): UsePoint => ({
  ...noAmounts,
  electricity: amount(used),
  key: '2026-11-20',
  label: 'Fri',
  name: 'Friday',
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
