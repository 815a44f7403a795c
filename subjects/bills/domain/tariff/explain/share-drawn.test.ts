import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DeviceUse, shareDrawn } from './share-drawn.ts';

const device = (deviceId: string, used: readonly number[]): DeviceUse => ({
  utility: 'electricity',
  deviceId,
  room: 'hall',
  use: { spanS: 900, startS: used.map((_, i) => i * 900), used },
});
const drawnOf = (used: readonly number[]) => ({ spanS: 900, startS: used.map((_, i) => i * 900), used });
const usedBy = (devices: readonly DeviceUse[]) => devices.map(({ use }) => [...(use.used as number[])]);

test('each bears of what was drawn as much as it has of the use; what goes back and nothing else is the mains’', () => {
  const devices = [device('mains', [300, 0, -50]), device('oven', [100, 0, 0])];
  expect(usedBy(shareDrawn(devices, drawnOf([200, 40, 10]), 'mains'))).toEqual([
    [150, 40, 10],
    [50, 0, 0],
  ]);
});

test('the shares of a quarter-hour are what was drawn in it, and none is below nothing: always', () => {
  const amounts = fc.array(fc.integer({ min: -5000, max: 20_000 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(amounts, { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat({ max: 20_000 }), { minLength: 4, maxLength: 4 }),
      (uses, drawn) => {
        const shared = usedBy(
          shareDrawn(
            uses.map((used, i) => device(`d${i}`, used)),
            drawnOf(drawn),
            'd0',
          ),
        );
        for (const [at, whole] of drawn.entries()) {
          const shares = shared.map((used) => used[at] ?? Number.NaN);
          expect(shares.reduce((a, b) => a + b, 0)).toBe(whole);
          expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
        }
      },
    ),
  );
});

test('over many quarter-hours each has what is theirs, to the Wh', () => {
  const quarters = Array.from({ length: 960 }, () => 50);
  const devices = [
    device(
      'oven',
      quarters.map(() => 25),
    ),
    device(
      'mains',
      quarters.map(() => 75),
    ),
  ];
  const sums = usedBy(shareDrawn(devices, drawnOf(quarters), 'mains')).map((used) => used.reduce((a, b) => a + b, 0));
  expect(sums).toEqual([12_000, 36_000]);
});
