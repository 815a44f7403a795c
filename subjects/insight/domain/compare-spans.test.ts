import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparedFrom, compareSpans, type MeasuredSpan, type SpanPair } from './compare-spans.ts';

const hourS = 3600;
const span = (used: number, coveredS = hourS): MeasuredSpan => ({ used, coveredS, expectedS: hourS });
const unknown = span(0, 0);
const pairs = (now: readonly MeasuredSpan[], before: readonly MeasuredSpan[]): SpanPair[] =>
  now.map((one, i) => ({ now: one, before: before[i] ?? unknown }));
const hours = (count: number, used: number, coveredS?: number) =>
  Array.from({ length: count }, () => span(used, coveredS));

describe('two times beside each other', () => {
  test('are compared where both were measured as good as whole', () => {
    expect(compareSpans(pairs(hours(10, 110), hours(10, 100)))).toMatchObject({
      kind: 'change',
      now: 1100,
      before: 1000,
    });
  });

  test('after an import and one reading today nothing is "100 % less"', () => {
    const oneReading = Array<MeasuredSpan>(10).fill(unknown);
    expect(compareSpans(pairs(oneReading, hours(10, 100)))).toEqual({ kind: 'gap', in: 'now', covered: 0 });
    expect(compareSpans(pairs(hours(10, 100), oneReading))).toEqual({ kind: 'gap', in: 'before', covered: 0 });
    expect(compareSpans([])).toMatchObject({ kind: 'gap', in: 'both' });
  });

  test('a silent hour is left out of both, not taken for less use', () => {
    const now = [...hours(9, 100), unknown];
    expect(compareSpans(pairs(now, hours(10, 100)))).toMatchObject({ kind: 'change', share: 0, before: 900 });
    expect(compareSpans(pairs([...hours(8, 100), unknown, unknown], hours(10, 100)))).toMatchObject({
      kind: 'gap',
    });
  });

  test('where nothing was used before there is no share of it', () => {
    expect(compareSpans(pairs(hours(10, 5), hours(10, 0)))).toEqual({ kind: 'unused' });
  });

  const anySpan = fc.record({
    used: fc.nat(9000),
    coveredS: fc.oneof(fc.nat(hourS), fc.constantFrom(0, hourS)),
    expectedS: fc.constant(hourS),
  });
  const anyPairs = fc.array(fc.record({ now: anySpan, before: anySpan }), { minLength: 1, maxLength: 60 });

  test('nothing outside of the time that was measured in both changes the answer, nor does any order', () => {
    const isWhole = (one: MeasuredSpan) => one.coveredS >= comparedFrom * hourS;
    fc.assert(
      fc.property(anyPairs, fc.nat(9000), (some, other) => {
        // Enough of them whole that some are compared.
        const all = [...some, ...pairs(hours(some.length * 12, 100), hours(some.length * 12, 90))];
        const changed = all.map(({ now, before }) => ({
          now: isWhole(now) && isWhole(before) ? now : { ...now, used: other },
          before: isWhole(now) && isWhole(before) ? before : { ...before, used: other },
        }));
        const answer = compareSpans(all);
        expect(answer.kind).toBe('change');
        expect(compareSpans(changed)).toEqual(answer);
        expect(compareSpans([...all].reverse())).toEqual(answer);
      }),
    );
  });

  test('a part with an outage is left out of both, and the others are compared', () => {
    const outage = span(50, 0.8 * hourS);
    expect(compareSpans(pairs([...hours(6, 110), outage], hours(7, 100)))).toMatchObject({ now: 660, before: 600 });
  });

  test('a percentage rests on nine tenths of the time or is none', () => {
    fc.assert(
      fc.property(anyPairs, (all) => {
        const both = all.reduce((sum, { now, before }) => sum + Math.min(now.coveredS, before.coveredS), 0);
        const share = both / (all.length * hourS);
        fc.pre(Math.abs(share - comparedFrom) > 1e-9);
        expect(compareSpans(all).kind === 'gap').toBe(share < comparedFrom);
      }),
    );
  });
});
