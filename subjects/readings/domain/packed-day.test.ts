import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packDay, unpackDay } from './packed-day.ts';
import type { Reading, Source } from './reading.ts';
import { source } from './reading.ts';

const day = Date.UTC(2026, 9, 25) / 1000;
const aSource = fc.constantFrom<Source>(source.measured, source.imported, source.simulated);
const runsOfSources = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 20 }), aSource), { minLength: 1, maxLength: 8 })
  .map((runs) => runs.flatMap(([count, one]) => Array.from({ length: count }, () => one)));

const readingsOf = (
  sources: readonly Source[],
  at: (i: number) => number,
  spanS: (i: number) => number | null,
): Reading[] => sources.map((one, i) => ({ at: at(i), value: (i * 7919) % 1_000, spanS: spanS(i), source: one }));

const roundTrip = (readings: readonly Reading[]) => unpackDay(day, packDay(day, readings));

describe('a packed day gives back exactly its readings', () => {
  test('a counter, regular: neither offsets nor runs are stored', () => {
    const readings = readingsOf(
      Array.from({ length: 1440 }, () => source.measured),
      (i) => day + i * 60,
      () => null,
    );
    const packed = packDay(day, readings);
    expect(packed).toMatchObject({ n: 1440, firstS: 0, stepS: 60, offsets: null, spans: null, sources: null });
    expect(unpackDay(day, packed)).toEqual(readings);
  });

  test('a counter, at any instants, from any sources', () => {
    fc.assert(
      fc.property(
        runsOfSources,
        fc.infiniteStream(fc.integer({ min: 1, max: 500 })),
        fc.nat({ max: 900 }),
        (sources, gaps, first) => {
          let at = day + first;
          const readings = readingsOf(
            sources,
            () => (at += gaps.next().value as number),
            () => null,
          );
          expect(roundTrip(readings)).toEqual(readings);
        },
      ),
    );
  });

  test('amounts over intervals of one length or of many, negative ones among them', () => {
    fc.assert(
      fc.property(
        runsOfSources,
        fc.infiniteStream(fc.integer({ min: 60, max: 500 })),
        fc.boolean(),
        (sources, spans, isRegular) => {
          let end = day;
          const readings: Reading[] = sources.map((one, i) => {
            const spanS = isRegular ? 300 : (spans.next().value as number);
            const at = end;
            end += spanS;
            return { at, value: (i % 5) - 2, spanS, source: one };
          });
          const packed = packDay(day, readings);
          expect(!isRegular || (packed.spanS === 300 && packed.spans === null)).toBe(true);
          expect(unpackDay(day, packed)).toEqual(readings);
        },
      ),
    );
  });

  test('one reading, and none', () => {
    const one: Reading = { at: day + 86_399, value: 12, spanS: null, source: source.imported };
    expect(roundTrip([one])).toEqual([one]);
    expect(roundTrip([])).toEqual([]);
  });

  test('runs of provenance are told as counts and sources', () => {
    const sources = [source.measured, source.measured, source.imported, source.simulated];
    expect(
      packDay(
        day,
        readingsOf(
          sources,
          (i) => day + i,
          () => null,
        ),
      ).sources,
    ).toEqual([2, 0, 1, 1, 1, 2]);
  });
});
