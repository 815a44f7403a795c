import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyQuarter, type GapUse, QUARTER_S, quarterOf, type QuarterUse, spread } from './meter-use.ts';
import { source } from './reading.ts';

const noon = Date.UTC(2026, 2, 29, 12) / 1000;

const piecesOf = (from: number, to: number, used: number, how: Parameters<typeof spread>[3]) => {
  const pieces: (QuarterUse | GapUse)[] = [];
  spread(from, to, used, how, {
    quarterAt: (start) => {
      const quarter = emptyQuarter(start);
      pieces.push(quarter);
      return quarter;
    },
    addGap: (gap) => pieces.push(gap),
  });
  return pieces;
};
const quartersOf = (...piece: Parameters<typeof piecesOf>): QuarterUse[] => piecesOf(...piece);

const total = (quarters: readonly QuarterUse[], field: 'used' | 'estimated' | 'imported' | 'coveredS'): number =>
  quarters.reduce((sum, quarter) => sum + quarter[field], 0);

const span = fc.tuple(fc.integer({ min: -5_000, max: 5_000 }), fc.integer({ min: 1, max: 172_800 }));
const amount = fc.integer({ min: -50_000_000, max: 50_000_000 });

describe('spread', () => {
  test('an even flow gives each quarter its share, the rest to the last', () => {
    const quarters = quartersOf(noon + 450, noon + 2250, 101, { source: source.measured, estimated: false });
    expect(quarters).toEqual([
      { start: noon, used: 25, estimated: 0, imported: 0, coveredS: 450 },
      { start: noon + 900, used: 50, estimated: 0, imported: 0, coveredS: 900 },
      { start: noon + 1800, used: 26, estimated: 0, imported: 0, coveredS: 450 },
    ]);
  });

  test('whole shares sum to the amount, negative ones too, and every second is covered once', () => {
    fc.assert(
      fc.property(span, amount, ([offset, length], used) => {
        const quarters = quartersOf(noon + offset, noon + offset + length, used, {
          source: source.imported,
          estimated: false,
        });
        expect(total(quarters, 'used')).toBe(used);
        expect(total(quarters, 'imported')).toBe(used);
        expect(total(quarters, 'coveredS')).toBe(length);
        expect(total(quarters, 'estimated')).toBe(0);
        const isFair = quarters.every(
          (quarter, i) =>
            Number.isInteger(quarter.used) &&
            quarter.start === quarterOf(noon + offset) + i * QUARTER_S &&
            Math.abs(quarter.used - (used * quarter.coveredS) / length) <= 1,
        );
        expect(isFair).toBe(true);
      }),
    );
  });

  test('more than two days are a first quarter, one gap and a last quarter, fair and whole', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.integer({ min: 172_801, max: 400 * 86_400 }), amount, (offset, length, used) => {
        const from = noon + offset;
        const how = { source: source.measured, estimated: false };
        const pieces = piecesOf(from, from + length, used, how) as [QuarterUse, GapUse, QuarterUse];
        const [first, gap, last] = pieces;
        expect(pieces).toHaveLength(3);
        expect([first.start, gap.start]).toEqual([quarterOf(from), quarterOf(from) + QUARTER_S]);
        expect(last.start).toBe(gap.end);
        expect(last.start).toBe(quarterOf(from + length - 1));
        expect([total(pieces, 'used'), total(pieces, 'coveredS')]).toEqual([used, length]);
        for (const piece of pieces)
          expect(Math.abs(piece.used - (used * piece.coveredS) / length)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('an estimate is counted as such and covers nothing', () => {
    fc.assert(
      fc.property(span, amount, ([offset, length], used) => {
        const quarters = quartersOf(noon + offset, noon + offset + length, used, {
          source: source.measured,
          estimated: true,
        });
        expect(total(quarters, 'used')).toBe(used);
        expect(total(quarters, 'estimated')).toBe(used);
        expect(total(quarters, 'coveredS')).toBe(0);
        expect(total(quarters, 'imported')).toBe(0);
      }),
    );
  });
});

test('a quarter begins at or before its instant, before 1970 too', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 4e9 }), (at) => {
      const start = quarterOf(at);
      expect(start % QUARTER_S === 0 && start <= at && at < start + QUARTER_S).toBe(true);
    }),
  );
});
