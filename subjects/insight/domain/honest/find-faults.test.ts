import { describe, expect, test } from 'vitest';
import { findFaults } from './find-faults.ts';
import { asMeasured, type HomeUse } from './home-use.ts';
import { changed, madeHome, usedBy } from './testing-home.ts';

const look = (home: HomeUse) => findFaults(home, 'electricity', true);
const told = (home: HomeUse) => look(home).map(({ kind, meterId, againstId }) => [kind, meterId, againstId]);
const seeds = [1, 2, 3, 4, 5, 6];

describe('a home without a fault', () => {
  test.each(seeds)('is told nothing (%i)', (seed) => {
    expect(look(madeHome(seed))).toEqual([]);
  });

  test.each(seeds)('nor when whole and parts grow together (%i)', (seed) => {
    const home = madeHome(seed);
    const grown = home.meters.reduce(
      (one, { meterId }) => changed(one, meterId, 30, (used) => Math.round(used * 1.7)),
      home,
    );
    expect(look(grown).filter(({ kind }) => kind !== 'drift')).toEqual([]);
    const all = { ...home, meters: home.meters.map((one) => ({ ...one, used: one.used.map((used) => used * 3) })) };
    expect(look(all)).toEqual([]);
  });

  test('in whatever order its meters come', () => {
    const home = changed(madeHome(1), 'pump', 4, (used) => used * 10);
    expect(look({ ...home, meters: home.meters.toReversed() })).toEqual(look(home));
  });

  test('with hours and days that were not measured', () => {
    const gaps = changed(madeHome(2), 'dryer', 100, (used, at) => (at % 50 < 12 ? Number.NaN : used));
    expect(look(gaps)).toEqual([]);
    expect(look(changed(madeHome(2), 'pump', 20, () => Number.NaN))).toEqual([]);
  });

  test('before there is anything to compare', () => {
    expect(look(madeHome(3, 2))).toEqual([]);
    expect(findFaults({ firstDay: 0, perDay: 24, meters: [] }, 'electricity', true)).toEqual([]);
  });

  test('that is empty for two weeks: what is always on goes on', () => {
    const home = madeHome(4);
    const away = ['dryer', 'pump'].reduce((one, id) => changed(one, id, 14, () => 0), home);
    const rest = changed(away, 'whole', 14, (_, at) => 62 + (usedBy(away, 'fridge')[at] as number));
    expect(told(rest).filter(([, meterId]) => meterId === 'whole' || meterId === 'dryer')).toEqual([]);
  });
});

test('what heats is not told to stand in summer, nor to have begun in autumn', () => {
  const home = madeHome(5);
  const gas = home.meters.map((one) => ({ ...one, utility: 'gas' as const, parentMeterId: null }));
  const summer = changed({ ...home, meters: gas }, 'pump', 20, () => 0);
  const autumn = changed(summer, 'fridge', 5, (used) => used * 10);
  expect(findFaults(autumn, 'gas', true)).toEqual([]);
});

describe('a fault is told', () => {
  test.each(seeds)('of a part that counts ten times, with the factor and the day (%i)', (seed) => {
    const [fault] = look(changed(madeHome(seed), 'fridge', 4, (used) => used * 10));
    expect(fault).toMatchObject({ kind: 'scale', meterId: 'fridge', factor: 10, longest: null });
    expect(Math.abs((fault?.sinceDay ?? 0) - 20_206)).toBeLessThanOrEqual(2);
    expect(fault?.perDay).toBeGreaterThan(24 * 400);
  });

  test.each(seeds)('of a whole that counts a tenth, and not of its parts (%i)', (seed) => {
    expect(told(changed(madeHome(seed), 'whole', 4, (used) => Math.round(used / 10)))).toEqual([
      ['scale', 'whole', null],
    ]);
  });

  test('of a part that counts more than the whole from its first day', () => {
    const home = changed(madeHome(1), 'pump', 210, (used, at) => (at < 205 * 24 ? Number.NaN : used * 10));
    expect(told(home)).toContainEqual(['scale', 'pump', 'whole']);
  });

  test.each(seeds)('of two that are swapped, once (%i)', (seed) => {
    const home = madeHome(seed);
    const [fridge, pump] = [usedBy(home, 'fridge'), usedBy(home, 'pump')];
    const half = changed(home, 'fridge', 5, (_, at) => pump[at] as number);
    const both = changed(half, 'pump', 5, (_, at) => fridge[at] as number);
    expect(told(both).filter(([kind]) => kind === 'swapped')).toHaveLength(1);
  });

  test.each(seeds)('of a counter that stands, or always sends the same (%i)', (seed) => {
    for (const value of [0, 57]) {
      const [fault] = look(changed(madeHome(seed), 'fridge', 3, () => value));
      expect(fault).toMatchObject({ kind: 'stuck', meterId: 'fridge', sinceDay: 20_207 });
    }
  });

  test.each(seeds)('of a part that drifts by one per cent, within its range (%i)', (seed) => {
    const [fault] = look(changed(madeHome(seed), 'pump', 60, (used) => Math.round(used * 0.99)));
    expect(fault).toMatchObject({ kind: 'drift', meterId: 'pump', againstId: 'whole' });
    const { factor, within } = fault as { factor: number; within: number };
    expect(Math.abs(factor - 0.99)).toBeLessThan(Math.max(within, 0.004));
  });

  test.each(seeds)('of a whole that drifts: all of its parts say so (%i)', (seed) => {
    expect(told(changed(madeHome(seed), 'whole', 60, (used) => Math.round(used * 1.015)))).toEqual([
      ['drift', 'whole', null],
    ]);
  });
});

test('of several parts that drift none is blamed by its place in the list', () => {
  const one = changed(madeHome(1), 'pump', 60, (used) => Math.round(used * 0.985));
  const two = changed(one, 'boiler', 60, (used) => Math.round(used * 1.015));
  const reversed = { ...two, meters: [...two.meters].reverse() };
  expect(told(two)).toEqual(told(reversed));
  expect(told(two).filter(([, meterId]) => meterId !== 'whole')).toEqual([]);
});

test('hours that were spread over their quarters are judged as hours', () => {
  const home = madeHome(1, 20);
  const quarters = (used: Float64Array) =>
    Float64Array.from({ length: used.length * 4 }, (_, i) => Math.round((used[Math.floor(i / 4)] as number) / 4));
  const spread = { ...home, perDay: 96, meters: home.meters.map((one) => ({ ...one, used: quarters(one.used) })) };
  expect(asMeasured(spread).perDay).toBe(24);
});
