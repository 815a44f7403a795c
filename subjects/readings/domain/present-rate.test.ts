import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advanceMeter, emptyUpdate, newMeterState } from './meter-use.ts';
import { flowNow, isRough, mostOf, presentRate, rateAt, type RatedMeter, roundRate } from './present-rate.ts';

const start = Date.UTC(2026, 10, 20, 17) / 1000;

interface Step {
  readonly afterS: number;
  readonly used: number;
}

/** What a meter of electricity tells after steps of a counter. */
const after = (steps: readonly Step[], utility: 'electricity' | 'water' = 'electricity', first = 52_431) => {
  const state = newMeterState({ maxPerHour: 1_000_000_000, maxGapS: 3900 });
  let at = start;
  let value = first;
  advanceMeter(state, { at, value, spanS: null, source: 0 }, emptyUpdate());
  for (const { afterS, used } of steps) {
    at += afterS;
    value += used;
    advanceMeter(state, { at, value, spanS: null, source: 0 }, emptyUpdate());
  }
  const window = { used: state.lastUsed, spanS: state.lastSpanS };
  const rate = (agoS = 0) => presentRate({ utility, lastAtMs: at * 1000, counter: value, window }, (at + agoS) * 1000);
  return { window, at, rate };
};
const minutes = (...used: number[]): Step[] => used.map((one) => ({ afterS: 60, used: one }));

describe('the rate of one meter', () => {
  test('one Wh in one minute is about 60 W, known to 60 W; five minutes of it to 12 W', () => {
    const once = after(minutes(1)).rate();
    expect(once).toMatchObject({ state: 'now', rate: 60, within: 61 });
    expect(isRough({ rate: 60, within: 61 })).toBe(true);
    expect(after(minutes(1, 1, 1, 1, 1)).rate()).toMatchObject({ rate: 60, within: 12 });
  });

  test('a counter of whole Wh read each minute does not flicker between 180 and 240 W', () => {
    const steps = minutes(...Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 3 : 4)));
    const seen = steps.map((_, i) => after(steps.slice(0, i + 1)).rate().rate as number).slice(4);
    expect(Math.max(...seen) - Math.min(...seen)).toBeLessThanOrEqual(20);
    expect(seen.every((rate) => Math.abs(rate - 210) <= 20)).toBe(true);
  });

  test('what is switched on or off shows with the next reading', () => {
    expect(after(minutes(4, 4, 4, 4, 37)).rate().rate).toBe(2220);
    expect(after(minutes(37, 37, 37, 1)).rate().rate).toBe(60);
    expect(after(minutes(37, 37, 37, 0)).rate().rate).toBe(0);
  });

  test('a counter read each second tells its power within a minute, though each step is 0 or 3,600 W', () => {
    const steps = Array.from({ length: 200 }, (_, i) => ({ afterS: 1, used: i % 2 }));
    const { rate, within } = after(steps).rate();
    expect(Math.abs((rate as number) - 1800)).toBeLessThanOrEqual(within as number);
    expect(within).toBeLessThanOrEqual(75);
  });

  test('a water meter of whole litres tells a drip of 12 L an hour, not one litre a minute', () => {
    const drip = minutes(...Array.from({ length: 60 }, (_, i) => (i % 5 === 4 ? 1000 : 0)));
    const { rate } = after(drip, 'water', 812_000).rate();
    expect((rate as number) * 60).toBeGreaterThan(8);
    expect((rate as number) * 60).toBeLessThan(18);
  });

  test('the first reading is none yet; steps of days are too far apart; what is old is not now', () => {
    const first = after([]);
    expect(first.rate()).toEqual({ state: 'first', rate: null, within: null, until: null });
    expect(after([{ afterS: 30 * 86_400, used: 200_000 }]).rate().state).toBe('far-apart');
    const known = after(minutes(4, 4, 4, 4, 4));
    expect(known.rate(899).state).toBe('now');
    expect(known.rate(900)).toEqual({ state: 'old', rate: null, within: null, until: null });
    expect(after([{ afterS: 3600, used: 400 }]).rate(3800).state).toBe('now');
    expect(after([{ afterS: 3600, used: 400 }]).rate(3900).state).toBe('old');
  });

  test('a counter that begins anew has no rate until its next reading', () => {
    const state = newMeterState({ maxPerHour: 1_000_000_000, maxGapS: 3900 });
    advanceMeter(state, { at: start, value: 900, spanS: null, source: 0 }, emptyUpdate());
    advanceMeter(state, { at: start + 60, value: 5, spanS: null, source: 0, mark: 1 }, emptyUpdate());
    expect(state.lastSpanS).toBe(0);
  });

  const aStep = fc.record({
    afterS: fc.oneof(fc.constantFrom(1, 10, 60, 300, 900), fc.integer({ min: 1, max: 7200 })),
    used: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.nat({ max: 5000 })),
  });

  test('whatever was read, the rate is one that the latest step allows, to one step of the register', () => {
    fc.assert(
      fc.property(fc.array(aStep, { minLength: 1, maxLength: 60 }), (steps) => {
        const { window } = after(steps, 'electricity', 1);
        const last = steps.at(-1) as Step;
        const unit = last.used % 100 === 0 ? 10_000 : 1;
        // What is left out of a window is rounded to a second of at least a minute.
        const most = unit / last.afterS + 0.02 * (last.used / last.afterS) + 0.02;
        expect(Math.abs(window.used / window.spanS - last.used / last.afterS)).toBeLessThanOrEqual(most);
        expect(Number.isSafeInteger(window.used) && Number.isSafeInteger(window.spanS)).toBe(true);
        expect(window.spanS).toBeLessThanOrEqual(Math.max(1200, last.afterS));
      }),
    );
  });

  test('of an even load the rate is right to what is said of it, however often it is read', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30, max: 6000 }),
        fc.constantFrom(2, 5, 10, 30, 60, 120, 300, 600),
        fc.integer({ min: 0, max: 3599 }),
        (watts, everyS, phase) => {
          const shown = (s: number) => Math.floor((watts * s + phase) / 3600);
          const count = Math.ceil(1200 / everyS);
          const steps = Array.from({ length: count }, (_, i) => ({
            afterS: everyS,
            used: shown((i + 1) * everyS) - shown(i * everyS),
          }));
          const { rate, within } = after(steps, 'electricity', 52_431).rate();
          // Once by the register, half a step more by its rounding to what is known.
          expect(Math.abs((rate as number) - watts)).toBeLessThanOrEqual(1.6 * (within as number) + 1);
        },
      ),
    );
  });
});

let made = 0;
const meter = (room: string, rate: number | null, rest: Partial<RatedMeter> = {}): RatedMeter => ({
  meterId: `meter ${made++}`,
  deviceId: `device ${made}`,
  flow: 'drawn',
  parentMeterId: null,
  room,
  utility: 'electricity',
  lastAt: '2026-11-20T17:00:00Z',
  rate,
  rateWithin: rate === null ? null : 1,
  rateState: rate === null ? 'first' : 'now',
  rateUntil: rate === null ? null : '2026-11-20T17:15:00Z',
  ...rest,
});
const now = Date.parse('2026-11-20T17:00:05Z');

describe('what flows in the home', () => {
  test('45 of 353 W is not "mostly": above half, with a room’s devices together, and the unmetered rest told', () => {
    const mains = meter('whole_home', 353);
    const inside = { parentMeterId: mains.meterId };
    const faint = flowNow([mains, meter('living_room', 45, inside)], 'electricity', now);
    expect([mostOf(faint, faint.rooms), mostOf(faint, faint.devices)]).toEqual([null, null]);
    expect(faint).toMatchObject({
      flow: { rate: 353 },
      unmetered: { rate: 308 },
    });
    const kitchen = [meter('kitchen', 90, inside), meter('kitchen', 95, inside)];
    const strong = flowNow([mains, meter('hall', 100, inside), ...kitchen], 'electricity', now);
    expect(mostOf(strong, strong.rooms)).toMatchObject({ name: 'kitchen', rate: 185 });
    expect(mostOf(strong, strong.devices)).toBeNull();
    expect(strong.rooms.map(({ name }) => name)).toEqual(['kitchen', 'hall']);
    const half = flowNow([mains, meter('hall', 176, inside)], 'electricity', now);
    expect(mostOf(half, half.rooms)).toBeNull();
  });

  test('with a roof, the home takes what is drawn and produced less what goes back, and its rooms no less than they do', () => {
    const mains = meter('whole_home', 0);
    const inside = { parentMeterId: mains.meterId };
    const told = flowNow(
      [
        mains,
        meter('garden', 2000, { ...inside, flow: 'produced' }),
        meter('garden', 1400, { ...inside, flow: 'returned' }),
        meter('kitchen', 250, inside),
      ],
      'electricity',
      now,
    );
    expect(told).toMatchObject({ flow: { rate: 600 }, unmetered: { rate: 350 } });
    expect(told.rooms).toMatchObject([{ name: 'kitchen', rate: 250 }]);
  });

  test('with a roof that no meter sees, what is drawn is the least that the home takes, and never less than nothing', () => {
    const mains = meter('whole_home', 0);
    const back = meter('garden', 1400, { parentMeterId: mains.meterId, flow: 'returned' });
    expect(flowNow([mains, back], 'electricity', now).flow).toMatchObject({ rate: 0, atLeast: true });
    const night = [
      { ...mains, rate: 300 },
      { ...back, rate: 0 },
    ];
    expect(flowNow(night, 'electricity', now).flow).toEqual({ rate: 300, within: 2 });
    expect(flowNow(night, 'electricity', now, undefined, true).flow).toMatchObject({ rate: 300, atLeast: true });
    // More goes back than is made: not all of it is seen.
    const roof = meter('garden', 1000, { parentMeterId: mains.meterId, flow: 'produced' });
    expect(flowNow([mains, back, roof], 'electricity', now).flow).toMatchObject({ rate: 0, atLeast: true });
  });

  test('while the roof is not heard, or the mains, nobody says what the home takes; a room has no part of the roof', () => {
    const mains = meter('whole_home', 0);
    const old = { rateUntil: '2026-11-20T17:00:01Z' };
    const roof = (rest: Partial<RatedMeter>) =>
      meter('garden', 2000, { parentMeterId: mains.meterId, flow: 'produced', ...rest });
    const back = meter('garden', 1400, { parentMeterId: mains.meterId, flow: 'returned' });
    expect(flowNow([mains, roof(old), back], 'electricity', now)).toMatchObject({ flow: null, state: 'old' });
    expect(flowNow([{ ...mains, ...old }, roof({}), back], 'electricity', now)).toMatchObject({
      flow: null,
      state: 'old',
    });
    const inGarden = flowNow(
      [mains, roof({}), back, meter('garden', 30)],
      'electricity',
      now,
      ({ room }) => room === 'garden',
    );
    expect(inGarden.flow?.rate).toBe(30);
  });

  test('a mains meter that has grown old hands over to those inside it; of none, the state says why', () => {
    const mains = meter('whole_home', 412, { rateUntil: '2026-11-20T17:00:01Z' });
    const lamp = meter('hall', 148, { parentMeterId: mains.meterId });
    expect(flowNow([mains, lamp], 'electricity', now)).toMatchObject({
      flow: { rate: 148 },
      state: 'now',
      unmetered: null,
    });
    expect(flowNow([mains], 'electricity', now)).toMatchObject({ flow: null, state: 'old' });
    expect(flowNow([meter('hall', null)], 'electricity', now)).toMatchObject({ flow: null, state: 'first' });
    expect(flowNow([], 'electricity', now)).toMatchObject({ flow: null, state: 'none', lastAt: null });
  });

  test('any tree of meters: the parts and the unmetered rest make the whole, and one part at most is most of it', () => {
    const aMeter = fc.record({
      room: fc.constantFrom('whole_home', 'kitchen', 'hall', 'bedroom'),
      own: fc.nat({ max: 3000 }),
      above: fc.nat({ max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(aMeter, { minLength: 1, maxLength: 9 }), (given) => {
        const ids = given.map((_, i) => `m${i}`);
        const parents = given.map(({ above }, i) => (above < i ? above : null));
        const whole = (i: number): number =>
          given.reduce((sum, _, child) => (parents[child] === i ? sum + whole(child) : sum), given[i]?.own ?? 0);
        const meters = given.map(({ room }, i) =>
          meter(room, whole(i), {
            meterId: ids[i] as string,
            parentMeterId: parents[i] === null ? null : `m${parents[i]}`,
            rateWithin: 0,
          }),
        );
        const told = flowNow(meters, 'electricity', now);
        const { flow, rooms, unmetered } = told;
        const most = mostOf(told, rooms);
        const all = given.reduce((sum, { own }) => sum + own, 0);
        expect(flow?.rate).toBe(all);
        const named = rooms.reduce((sum, { rate }) => sum + rate, 0);
        const isWholeOnly = given.every(({ room }) => room === 'whole_home');
        expect(isWholeOnly ? all : named + (unmetered?.rate ?? 0)).toBe(all);
        expect(most === null || most.rate * 2 > all).toBe(true);
      }),
    );
  });

  test('parents in a circle end', () => {
    const a = meter('hall', 10, { meterId: 'a', parentMeterId: 'b', rateState: 'old' });
    const b = meter('hall', 10, { meterId: 'b', parentMeterId: 'a', rateState: 'old' });
    expect(flowNow([a, b, meter('hall', 5, { parentMeterId: 'a' })], 'electricity', now).flow?.rate).toBe(5);
  });

  test('rounding tells no more than is known, and never nothing of something', () => {
    expect(roundRate('electricity', { rate: 1237.4, within: 12 })).toEqual({ rate: 1240, within: 12 });
    expect(roundRate('electricity', { rate: 60, within: 60 })).toEqual({ rate: 60, within: 60 });
    expect(roundRate('water', { rate: 0.21234, within: 0 })).toEqual({ rate: 0.212, within: 0 });
    expect(rateAt(meter('hall', 7), now)).toEqual({ rate: 7, within: 1 });
  });
});
