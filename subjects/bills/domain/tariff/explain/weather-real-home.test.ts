import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import type { PricedCycle } from '../charges/charge-days.ts';
import { type ExplainedBill, explainChange } from './explain-change.ts';
import type { IntervalUse } from '../interval-use.ts';
import { pricePlan } from '../price-plan.ts';
import { monthly, planOf } from '../testing-plans.ts';

const path = 'ampds2_house/electricity_rooms_hourly_wh.csv.gz';
const file = fileURLToPath(new URL(`../../../../../../shared/data/${path}`, import.meta.url));
const hasHome = existsSync(file);
const timeZone = 'America/Vancouver';

/**
 * Outdoors near that house on 59 days from 2012-10-01 on, in tenths of °C: the mean of 3, 9, 15 and 21 o'clock in the weather of
 * AMPds2 (Makonin et al., Sci. Data 3:160037, CC BY 4.0), which is Environment Canada's.
 */
const tenths = [
  147, 120, 114, 111, 118, 130, 128, 125, 110, 98, 108, 108, 132, 140, 120, 122, 99, 105, 115, 74, 63, 67, 66, 69, 74,
  77, 82, 113, 113, 117, 117, 120, 126, 115, 127, 104, 98, 86, 57, 47, 35, 30, 66, 88, 75, 48, 68, 86, 83, 81, 81, 53,
  57, 73, 64, 47, 25, 36, 58,
];
const temperatures = Object.fromEntries(tenths.map((value, i) => [addDays('2012-10-01', i), value]));

const readHome = () => {
  const [head = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const rows = lines.map((line) => line.split(','));
  const startS = rows.map(([time = '']) => Date.parse(time) / 1000);
  const names = head.split(',');
  const use = (name: string): IntervalUse => {
    const at = names.indexOf(name);
    return { spanS: 3600, startS, used: rows.map((row) => Number(row[at])) };
  };
  // After the time come the main meter, the flat, and the house without it; then its 19 circuits.
  return { house: use('WHE'), circuits: names.slice(4).map((name) => [name, use(name)] as const) };
};

describe.skipIf(!hasHome)(`a real home${hasHome ? '' : ' (skipped: ../shared/data is not here)'}`, () => {
  const { house, circuits } = hasHome ? readHome() : { house: undefined, circuits: [] };
  const plan = planOf([{ id: 'use', kind: 'use', rate: '0.10' }]);

  const inCycle = ({ startS, used, spanS }: IntervalUse, { start, end }: PricedCycle): IntervalUse => {
    const [from, to] = [Date.parse(`${start}T07:00Z`) / 1000, Date.parse(`${end}T07:00Z`) / 1000];
    const own = Array.from(startS.length === 0 ? [] : startS).flatMap((at, i) => (at >= from && at < to ? [i] : []));
    return { spanS, startS: own.map((i) => startS[i] ?? 0), used: own.map((i) => used[i] ?? 0) };
  };
  const billOf = (month: string): ExplainedBill => {
    const cycle = monthly(month);
    const use = inCycle(house ?? { spanS: 3600, startS: [], used: [] }, cycle);
    const { total, lines } = pricePlan({ plan, cycle, timeZone, use });
    const devices = Object.fromEntries(circuits.map(([name, one]) => [name, inCycle(one, cycle)]));
    return {
      cycle,
      total,
      lines,
      use,
      devices,
      agreements: [{ utility: 'electricity', validFrom: '2000-01-01', plan }],
    };
  };

  test('AMPds2: of its three largest changes only the heat pump follows the cold of November, and most of its change is the weather’s', () => {
    const input = { utility: 'electricity', timeZone, before: billOf('2012-10'), now: billOf('2012-11') } as const;
    const usedBy = (change: ReturnType<typeof explainChange>) =>
      new Map(change?.parts.flatMap(({ kind, device, used }) => (used === undefined ? [] : [[device ?? kind, used]])));
    const [without, told] = [usedBy(explainChange(input)), usedBy(explainChange({ ...input, temperatures }))];
    const [all, left, weather] = [without.get('HPE') ?? 0, told.get('HPE') ?? 0, told.get('weather') ?? 0];
    // 136 kWh more in November than in as many days of October, at 3.3 °C less.
    expect(Math.round(all / 1000)).toBe(136);
    expect(weather + left).toBe(all);
    expect(weather / all).toBeGreaterThan(0.6);
    expect(weather / all).toBeLessThan(0.9);
    for (const other of ['OFE', 'FRE', 'other']) expect(told.get(other)).toBe(without.get(other));
  });
});
