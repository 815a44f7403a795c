import type { Heard } from '@wattershed/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesOf, figureOf, newChannel } from './channel.ts';

const of = { source: 'tasmota', device: 'plug', part: '' } as const;
const heard = (fields: Partial<Heard>): Heard => ({ ...of, ...fields });
const t0 = 1_700_000_000;

describe('a counter', () => {
  test('is taken as it stands, in whole units, whatever a double makes of them', () => {
    expect(figureOf(newChannel(of), heard({ total: 1290.396 * 1000 }), t0)).toEqual({
      at: t0,
      value: 1_290_396,
      spanS: null,
    });
    expect(figureOf(newChannel(of), heard({ total: 1.001 * 1000 }), t0)?.value).toBe(1001);
    expect(figureOf(newChannel(of), heard({ total: 5.9 }), t0)?.value).toBe(5);
  });

  test('twice in a second is moved apart by a second, a little; below zero or beyond numbers it is none', () => {
    const channel = newChannel(of);
    const times = Array.from({ length: 8 }, () => figureOf(channel, heard({ total: 1 }), t0)?.at);
    expect(times).toEqual([0, 1, 2, 3, 4, 5, undefined, undefined].map((ahead) => ahead && t0 + ahead).with(0, t0));
    for (const total of [-1, 1e300]) expect(figureOf(newChannel(of), heard({ total }), t0)).toBeNull();
  });
});

describe('power alone', () => {
  const drawn = (steps: readonly (readonly [seconds: number, watts: number])[]) => {
    const channel = newChannel(of);
    let at = t0;
    return steps.flatMap(([seconds, power]) => {
      at += seconds;
      return figureOf(channel, heard({ power }), at) ?? [];
    });
  };

  test('is what was drawn since it was said last: each second once, nothing over a long silence', () => {
    expect(
      drawn([
        [0, 3600],
        [10, 0],
        [60, 7200],
      ]),
    ).toEqual([
      { at: t0, value: 10, spanS: 10 },
      { at: t0 + 10, value: 0, spanS: 60 },
    ]);
    expect(
      drawn([
        [0, 100],
        [901, 100],
        [36, 100],
      ]),
    ).toEqual([{ at: t0 + 901, value: 1, spanS: 36 }]);
  });

  test('intervals follow each other without overlap, and never count what is given back', () => {
    const step = fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: -5000, max: 5000 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let end = 0;
        for (const { at, value, spanS } of drawn(steps)) {
          expect(at).toBeGreaterThanOrEqual(end);
          expect(value).toBeGreaterThanOrEqual(0);
          end = at + (spanS ?? 0);
        }
      }),
    );
  });

  test('is nothing beside a counter of its own, which has it already', () => {
    const channel = newChannel(of);
    figureOf(channel, heard({ total: 5 }), t0);
    figureOf(channel, heard({ power: 100 }), t0 + 10);
    expect(figureOf(channel, heard({ power: 100 }), t0 + 20)).toBeNull();
  });
});

test('news is what changes a channel for good, not its figures, nor what was said before', () => {
  const channel = newChannel(heard({ isOn: true, command: { topic: 'a', on: '1', off: '0' } }));
  expect(changesOf(channel, heard({ total: 5, power: 6 }))).toBe(false);
  expect(changesOf(channel, heard({ isOn: true, command: { topic: 'a', on: '1', off: '0' } }))).toBe(false);
  expect(changesOf(channel, heard({ isOn: false }))).toBe(true);
  expect(changesOf(channel, heard({ name: 'Lamp' }))).toBe(true);
});
