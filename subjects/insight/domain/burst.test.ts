import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { burstFrom, burstLeak, burstOver, findBurst, type FlowPiece, mayBeBurst } from './burst.ts';

const noon = Date.UTC(2026, 10, 9, 12) / 1000;
/** L of each minute, from noon on. */
const minutes = (litres: readonly number[], stepS = 60): FlowPiece[] =>
  litres.map((one, i) => ({ from: noon + i * stepS, to: noon + (i + 1) * stepS, used: one * 1000 }));
const times = (count: number, litres: number) => Array<number>(count).fill(litres);
const known = { maxQuarterMl: 150_000, days: 91 };

describe('a burst', () => {
  test('is a quarter of an hour of fast water, told with since when and how much', () => {
    expect(findBurst(minutes([...times(10, 0), ...times(12, 30)]), known)).toBeNull();
    const burst = findBurst(minutes([...times(10, 0), ...times(15, 30)]), known);
    expect(burst).toEqual({ since: noon + 600, until: noon + 1500, usedMl: 450_000 });
    // Told a little early where it is very fast: since when is right all the same.
    expect(findBurst(minutes([...times(10, 0), ...times(13, 40)]), known)).toMatchObject({ since: noon + 600 });
    expect(burst && burstLeak(burst)).toEqual({ floorMlPerHour: 1_800_000, leakMl: 450_000, usedMl: 450_000 });
  });

  test('is no bath, no garden hose, and nothing that pauses for minutes', () => {
    expect(mayBeBurst(minutes(times(60, 18)))).toBe(false);
    expect(findBurst(minutes([...times(12, 25), ...times(5, 0), ...times(12, 25)]), known)).toBeNull();
  });

  test('goes by what the home drew before: a pool’s hose is known, and a young home is asked for more', () => {
    expect(burstFrom(known)).toBe(20_000);
    expect(burstFrom({ maxQuarterMl: 450_000, days: 91 })).toBe(39_000);
    expect(burstFrom({ maxQuarterMl: 150_000, days: 3 })).toBe(30_000);
    expect(findBurst(minutes(times(30, 32)), { maxQuarterMl: 450_000, days: 91 })).toBeNull();
  });

  test('is seen through the pulses of a coarse counter, by quarter-hours and by hours, but not over silence', () => {
    // Ten litres a pulse: 25 L/min are two or three a minute.
    const pulses = Array.from({ length: 20 }, (_, i) => (Math.floor((i + 1) * 2.5) - Math.floor(i * 2.5)) * 10);
    expect(findBurst(minutes(pulses), known)).not.toBeNull();
    expect(findBurst(minutes([400], 900), known)?.usedMl).toBe(400_000);
    expect(findBurst(minutes([1500], 3600), known)?.usedMl).toBe(1_500_000);
    expect(findBurst(minutes([5000], 7200), known)).toBeNull();
    expect(findBurst([], known)).toBeNull();
  });

  test('is over when a heard quarter of an hour had no fast water; a trickle or silence says nothing else', () => {
    const flow = [...times(15, 30), ...times(12, 1)];
    expect(burstOver(minutes(flow), noon)).toBeNull();
    expect(burstOver(minutes([...flow, ...times(3, 1)]), noon)).toBe(noon + 900);
    expect(burstOver(minutes(times(40, 12)), noon)).toBeNull();
    expect(
      burstOver([...minutes(times(15, 30)), { from: noon + 900, to: noon + 900 + 7200, used: 0 }], noon),
    ).toBeNull();
  });

  test('is not lost by more water, nor by a history with less', () => {
    const litres = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 15, maxLength: 60 });
    fc.assert(
      fc.property(litres, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 600_000 }), (flow, more, max) => {
        const told = findBurst(minutes(flow), { maxQuarterMl: max, days: 91 });
        const added = findBurst(minutes(flow.map((one) => one + more)), { maxQuarterMl: max / 2, days: 91 });
        expect(added?.usedMl ?? 0).toBeGreaterThanOrEqual(told?.usedMl ?? 0);
      }),
    );
  });
});
