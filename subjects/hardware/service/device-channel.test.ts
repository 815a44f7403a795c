import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeviceUpdate } from '../sources/index.ts';
import { changesOf, figureOf, keepFigure, newChannel } from './device-channel.ts';

const of = { source: 'tasmota', device: 'plug', part: '' } as const;
const update = (fields: Partial<DeviceUpdate>): DeviceUpdate => ({ ...of, ...fields });
const t0 = 1_700_000_000;

describe('a counter', () => {
  test('is taken as it stands, in whole units, whatever a double makes of them', () => {
    expect(figureOf(newChannel(of), update({ total: 1290.396 * 1000 }), t0)).toEqual({
      at: t0,
      value: 1_290_396,
      spanS: null,
    });
    expect(figureOf(newChannel(of), update({ total: 1.001 * 1000 }), t0)?.value).toBe(1001);
    expect(figureOf(newChannel(of), update({ total: 5.9 }), t0)?.value).toBe(5);
  });

  test('is of the second in which it was said, also where our clock goes back; below zero or beyond numbers it is none', () => {
    const channel = newChannel(of);
    const at = (now: number) => figureOf(channel, update({ total: 1 }), now)?.at;
    expect([at(t0), at(t0), at(t0 - 60), at(t0 + 1)]).toEqual([t0, t0, t0, t0 + 1]);
    for (const total of [-1, 1e300]) expect(figureOf(newChannel(of), update({ total }), t0)).toBeNull();
  });
});

test('a device’s own time is taken where it may be true', () => {
  const at = (own: number) => figureOf(newChannel(of), update({ total: 1, at: own }), t0)?.at;
  expect([at(t0 - 3600.5), at(t0 + 3), at(t0 + 60), at(1.5)]).toEqual([t0 - 3601, t0 + 3, t0, t0]);
});

test('a message sent again that is older than what came since adds nothing', () => {
  const channel = newChannel(of);
  figureOf(channel, update({ total: 7 }), t0);
  expect(figureOf(channel, update({ total: 5 }), t0 + 9, true)).toBeNull();
  expect(figureOf(channel, update({ total: 8 }), t0 + 9, true)).toMatchObject({ value: 8 });
});

test('figures are kept in order, of each second the newest, and nobody is answered before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 30 }),
      async (s, steps) => {
        const { queue } = newChannel(of);
        const kept = new Map<number, number>();
        let at = t0;
        let isBusy = false;
        const said = steps.map((step, value) => ({ at: (at += step === 3 ? 1 : 0), value, spanS: null }));
        const record = async (figures: readonly { at: number; value: number }[]) => {
          expect(isBusy).toBe(false);
          isBusy = true;
          await s.schedule(Promise.resolve());
          isBusy = false;
          for (const one of figures) kept.set(one.at, one.value);
        };
        const answered = said.map(async (figure) => {
          await s.schedule(Promise.resolve());
          await keepFigure(queue, figure, record);
          expect(kept.get(figure.at)).toBeDefined();
        });
        await s.waitFor(Promise.all(answered));
        expect(new Set(kept.keys())).toEqual(new Set(said.map((one) => one.at)));
      },
    ),
  );
});

describe('power alone', () => {
  const drawn = (steps: readonly (readonly [seconds: number, watts: number])[]) => {
    const channel = newChannel(of);
    let at = t0;
    return steps.flatMap(([seconds, power]) => {
      at += seconds;
      return figureOf(channel, update({ power }), at) ?? [];
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
    figureOf(channel, update({ total: 5 }), t0);
    figureOf(channel, update({ power: 100 }), t0 + 10);
    expect(figureOf(channel, update({ power: 100 }), t0 + 20)).toBeNull();
  });
});

test('news is what changes a channel for good, not its figures, nor what was said before', () => {
  const channel = newChannel(update({ isOn: true, command: { topic: 'a', on: '1', off: '0' } }));
  expect(changesOf(channel, update({ total: 5, power: 6 }))).toBe(false);
  expect(changesOf(channel, update({ isOn: true, command: { topic: 'a', on: '1', off: '0' } }))).toBe(false);
  expect(changesOf(channel, update({ isOn: false }))).toBe(true);
  expect(changesOf(channel, update({ name: 'Lamp' }))).toBe(true);
});
