import type { LatestAnswer, LatestMeter, UsageRow } from '@wattershed/contracts';
import { expect, test } from 'vitest';
import { withSteadyRates } from './steady-rate.ts';

function meter(key: string, rate: number, rest: Partial<LatestMeter> = {}): LatestMeter {
  return {
    meterId: key,
    key,
    deviceId: key,
    room: '',
    utility: 'electricity',
    parentMeterId: null,
    lastAt: '2026-11-20T17:08:00Z',
    lastValue: 0,
    rate,
    today: 0,
    quarantined: 0,
    ...rest,
  };
}

function answer(...meters: LatestMeter[]): LatestAnswer {
  return { household: '', timeZone: 'UTC', origin: 'measured', at: '2026-11-20T17:08:10Z', meters };
}

function row(start: string, deviceId: string, used: number, coveredS: number): UsageRow {
  return { start, utility: 'electricity', deviceId, used, coveredS, estimated: 0, imported: 0 };
}

test('a counter of whole Wh read each minute does not flicker: the mean of the last minutes is shown', () => {
  const rows = [row('2026-11-20T17:00:00Z', 'lamp', 5, 300), row('2026-11-20T17:05:00Z', 'lamp', 3, 180)];
  expect(withSteadyRates(answer(meter('lamp', 0)), rows).meters[0]?.rate).toBe(60);
  expect(withSteadyRates(answer(meter('lamp', 120)), rows).meters[0]?.rate).toBe(60);
});

test('what is switched on or off shows at once: never further from the latest step than it could be wrong', () => {
  const rows = [row('2026-11-20T17:00:00Z', 'kettle', 5, 300), row('2026-11-20T17:05:00Z', 'kettle', 35, 180)];
  expect(withSteadyRates(answer(meter('kettle', 1980)), rows).meters[0]?.rate).toBe(1920);
  expect(withSteadyRates(answer(meter('kettle', 0)), rows).meters[0]?.rate).toBe(60);
});

test('what is inside a meter counts for it too; water and a meter heard just now keep their latest step', () => {
  const rows = [row('2026-11-20T17:05:00Z', 'mains', 6, 180), row('2026-11-20T17:05:00Z', 'lamp', 3, 180)];
  const given = answer(
    meter('mains', 180),
    meter('lamp', 60, { parentMeterId: 'mains' }),
    meter('new', 300),
    meter('tap', 3.2, { utility: 'water' }),
  );
  expect(withSteadyRates(given, rows).meters.map(({ rate }) => rate)).toEqual([180, 60, 300, 3.2]);
});
