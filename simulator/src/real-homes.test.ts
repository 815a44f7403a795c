/** The facts are what the data of the real homes say; the data lie beside the repository, in ../shared/data. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import * as facts from './facts.ts';
import {
  aboveFloor,
  bump,
  demoProfile,
  distance,
  hours,
  mean,
  quantile,
  shares,
  sorted,
} from './testing/demo-profile.ts';

const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const homes = existsSync(folder) ? describe : describe.skip;

/** Rows of a CSV file without its header, the first `columns` of them. */
const rows = (file: string, columns = 9): string[][] => {
  const text = gunzipSync(readFileSync(folder + file))
    .toString('utf8')
    .trimEnd();
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.split(',', columns));
};
const percentiles = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99];
const localSeconds = (written = ''): number => Date.parse(`${written.replace(' ', 'T')}Z`) / 1000;

homes('facts of real homes (skipped where ../shared/data is absent)', { timeout: 60_000 }, () => {
  it.each([
    ['washbasin', facts.washbasin],
    ['bidet', facts.bidet],
    ['kitchen_faucet', facts.kitchenTap],
  ])('WEUSEDTO: %s draws have the sizes measured there', (fixture, { quantilesMl }) => {
    const events = rows('weusedto_water_fixtures/draw_events.csv.gz').filter(([, name]) => name === fixture);
    const sizes = sorted(events.map((row) => Number(row[3])).filter((ml) => ml >= 50));
    percentiles.forEach((p, i) => {
      const real = quantile(sizes, p);
      expect(Math.abs((quantilesMl[i] ?? 0) - real), `${p}`).toBeLessThan(real * 0.03 + 5);
    });
  });

  it('DAIAD trial B: showers have the volumes measured there', () => {
    const showers = rows('daiad_amphiro_showers/showers_st_albans.csv.gz').filter((row) => Number(row[8]) > 60);
    const litres = sorted(showers.map((row) => Number(row[4])).filter((volume) => volume >= 5));
    percentiles.forEach((p, i) => {
      expect(Math.abs(quantile(litres, p) * 1000 - (facts.shower.quantilesMl[i] ?? 0))).toBeLessThan(1000);
    });
  });

  it('DAIAD trial A: the hours of water, weekday and weekend, are the mean of the Alicante homes', () => {
    const own = new Map<string, { week: number[]; weekend: number[] }>();
    let before = { home: '', at: 0, litres: 0 };
    for (const [home = '', local, litres] of rows('daiad_alicante_water/meter_readings_hourly.csv.gz')) {
      const now = { home, at: localSeconds(local), litres: Number(litres) };
      const [seconds, used] = [now.at - before.at, now.litres - before.litres];
      const profile = own.get(home) ?? { week: hours(), weekend: hours() };
      own.set(home, profile);
      if (before.home === home && seconds > 0 && seconds <= 5400 && used >= 0 && used <= 3000) {
        for (const part of [0.125, 0.375, 0.625, 0.875]) {
          const moment = new Date((before.at + seconds * part) * 1000);
          bump([0, 6].includes(moment.getUTCDay()) ? profile.weekend : profile.week, moment.getUTCHours(), used / 4);
        }
      }
      before = now;
    }
    const all = { week: hours(), weekend: hours() };
    for (const profile of own.values()) {
      shares(profile.week).forEach((share, hour) => bump(all.week, hour, share));
      shares(profile.weekend).forEach((share, hour) => bump(all.weekend, hour, share));
    }
    expect(own.size).toBe(11);
    expect(distance(facts.waterWeekday, all.week)).toBeLessThan(0.02);
    expect(distance(facts.waterWeekend, all.weekend)).toBeLessThan(0.02);
  });

  it('AMPds: the hours of the bedrooms above their night floor', () => {
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Vancouver', hour: '2-digit', hourCycle: 'h23' });
    const bedrooms = hours();
    for (const row of rows('ampds2_house/electricity_rooms_hourly_wh.csv.gz')) {
      bump(bedrooms, Number(hour.format(Date.parse(row[0] ?? ''))), Number(row[4]) + Number(row[5]));
    }
    expect(distance(aboveFloor(bedrooms), facts.roomElectricity.bedroom)).toBeLessThan(0.02);
  });

  it('REFIT house 20: as much electricity, at the same hours, as unevenly; its months and its kettle', () => {
    const byHour = hours();
    const days = new Map<string, { wh: number; minutes: number }>();
    let boils = 0;
    let wasOn = false;
    for (const [time = '', aggregate, boiling] of rows('refit_house20/electricity_minute_w.csv.gz', 3)) {
      if (Number(boiling) > 200 && !wasOn) boils += 1;
      wasOn = Number(boiling) > 200;
      const watts = Number(aggregate);
      const date = time.slice(0, 10);
      const day = days.get(date) ?? { wh: 0, minutes: 0 };
      if (watts > 0) bump(byHour, Number(time.slice(11, 13)), watts);
      days.set(date, { wh: day.wh + watts / 60, minutes: day.minutes + Number(watts > 0) });
    }
    const complete = [...days].filter(([, { minutes }]) => minutes > 1400);
    const real = sorted(complete.map(([, { wh }]) => wh));
    const mains = demoProfile()('whole-home-electricity');
    const ours = sorted(mains.days.map(({ total }) => total));
    expect(Math.abs(boils / days.size - facts.kettle.perDay)).toBeLessThan(0.1);
    expect(distance(mains.all, byHour)).toBeLessThan(0.12);
    expect(Math.abs(mean(ours) / mean(real) - 1)).toBeLessThan(0.05);
    for (const p of [0.1, 0.5, 0.9]) expect(Math.abs(quantile(ours, p) / quantile(real, p) - 1)).toBeLessThan(0.2);
    facts.electricityByMonth.forEach((factor, month) => {
      const then = complete.flatMap(([date, { wh }]) => (Number(date.slice(5, 7)) === month + 1 ? [wh] : []));
      expect(Math.abs(mean(then) / mean(real) - factor)).toBeLessThan(0.01);
    });
  });
});
