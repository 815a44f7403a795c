import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import type { ForecastDay } from './daily-history.ts';
import { forecastCycle } from './forecast-cycle.ts';

const path = 'ampds2_house/electricity_rooms_hourly_wh.csv.gz';
const file = fileURLToPath(new URL(`../../../../../shared/data/${path}`, import.meta.url));
const hasHome = existsSync(file);

/** The house's own use by local day: WHE, which is the main meter without the flat. */
const readDays = (): ForecastDay[] => {
  const offsetAt = zoneOffsets('America/Vancouver');
  const sums = new Map<string, number>();
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').slice(1)) {
    const [time = '', , , whole] = line.split(',');
    const at = Date.parse(time);
    const day = new Date(at + offsetAt(at / 1000) * 1000).toISOString().slice(0, 10);
    sums.set(day, (sums.get(day) ?? 0) + Number(whole));
  }
  return [...sums].map(([day, used]) => ({ day, used, coverage: 1 }));
};

describe.skipIf(!hasHome)(`a real home${hasHome ? '' : ' (skipped: ../shared/data is not here)'}`, () => {
  test('AMPds2: half-way through 30 days the total is known to a few percent, and four ranges of five hold', () => {
    const days = readDays();
    const outcomes = Array.from({ length: days.length - 75 }, (_, i) => {
      const at = 60 + i;
      const today = days[at]?.day ?? '';
      const question = { start: addDays(today, -15), end: addDays(today, 15), today };
      const answer = forecastCycle({ days: days.slice(0, at), ...question });
      if (!answer.ok) throw new Error(answer.code);
      const came = days.slice(at - 15, at + 15).reduce((sum, { used }) => sum + used, 0);
      return { off: Math.abs(answer.expected - came) / came, isWithin: came >= answer.low && came <= answer.high };
    });
    const median = outcomes.map(({ off }) => off).sort((a, b) => a - b)[outcomes.length >> 1] ?? 1;
    const within = outcomes.filter(({ isWithin }) => isWithin).length / outcomes.length;
    expect(median).toBeLessThan(0.05);
    expect(within).toBeGreaterThan(0.7);
    expect(within).toBeLessThan(0.9);
  });
});
