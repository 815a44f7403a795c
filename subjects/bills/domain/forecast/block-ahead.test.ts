import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import { type AheadInput, blockAhead } from './block-ahead.ts';

const unitSize = 1000;
const start = '2026-11-01';
const end = '2026-12-01';

/** On the 16th 200 kWh are used; 260 are expected and 250 cost 5, all beyond 8. */
const input = (given: Partial<AheadInput> = {}, block: object = {}): AheadInput => ({
  today: '2026-11-16',
  start,
  end,
  usedSoFar: 200_000,
  likely: {
    low: 255_000,
    expected: 270_000,
    nextBlocks: [{ above: '250', rate: '5', nextRate: '8', jump: '0', day: '2026-11-24', ...block }],
  },
  unitSize,
  earlier: [],
  ...given,
});
const cycle = (month: string, used: number) => ({ start: `${month}-01`, end: addDays(`${month}-01`, 30), used });

test('a block ahead is told with its day, what it adds, and what would have to be left', () => {
  expect(blockAhead(input())).toEqual({ day: '2026-11-24', rate: '5', nextRate: '8', more: 60, less: 20_000 });
  expect(blockAhead(input({}, { jump: '100' }))?.more).toBe(160);
});

test('not what is far, begins today, is hardly dearer, is not sure, is in another currency or is never come into', () => {
  for (const block of [
    { day: '2026-11-28' },
    { day: '2026-11-16' },
    { nextRate: '5.2' },
    { above: '265' },
    { currency: 'USD' },
    { day: null },
  ])
    expect(blockAhead(input({}, block))).toBeNull();
  expect(blockAhead(input({}, { nextRate: '5', jump: '100' }))).not.toBeNull();
});

test('not what this home comes into again and again, nor what nobody could avoid', () => {
  expect(blockAhead(input({ earlier: [cycle('2026-08', 300_000), cycle('2026-09', 300_000)] }))).toBeNull();
  expect(blockAhead(input({ earlier: [cycle('2026-08', 300_000), cycle('2026-09', 240_000)] }))).not.toBeNull();
  const many = Array.from({ length: 9 }, (_, i) => cycle(`2026-0${i + 1}`, i < 6 ? 300_000 : 240_000));
  expect(blockAhead(input({ earlier: many }))).not.toBeNull();
  expect(blockAhead(input({}, { above: '225' }))).toBeNull();
});

test('what would have to be left, and no less, keeps the home below it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 201, max: 400 }),
      fc.integer({ min: 201_000, max: 600_000 }),
      fc.integer({ min: 0, max: 50_000 }),
      (above, expected, below) => {
        const one = input({ likely: { ...input().likely, expected, low: expected - below } }, {});
        const ahead = blockAhead({
          ...one,
          likely: {
            ...one.likely,
            nextBlocks: [{ above: String(above), rate: '5', nextRate: '8', jump: '0', day: '2026-11-20' }],
          },
        });
        if (ahead === null) return;
        expect(expected - ahead.less).toBeLessThanOrEqual(above * unitSize);
        expect(expected - ahead.less + 1).toBeGreaterThan(above * unitSize);
        expect(ahead.more).toBeCloseTo(((expected - above * unitSize) / unitSize) * 3, 6);
      },
    ),
  );
});
