/** A year of quarter-hours as twelve bills: three periods with three blocks each, power and taxes, beside a bare sum by period. */
import { daysBetween } from '#catalogue/local-day.ts';
import { type IntervalUse, placeUse } from '#subjects/bills/domain/tariff/interval-use.ts';
import { pricePlan } from '#subjects/bills/domain/tariff/price-bill.ts';
import { schedulePeriods } from '#subjects/bills/domain/tariff/schedule-periods.ts';
import type { Blocks, Schedule, TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';

const timeZone = 'Europe/Madrid';
const rounds = 20;
const count = 35_040;

const blocks = (rate: number): Blocks => ({
  per: 'month',
  tables: [
    {
      steps: [
        { upTo: '50', rate: String(rate) },
        { upTo: '120', rate: String(rate + 0.05) },
        { rate: String(rate + 0.1) },
      ],
    },
  ],
});

const schedule: Schedule = {
  holidays: 'national',
  periods: [
    { period: 'P3', days: ['weekend', 'holiday'] },
    { period: 'P3', hours: ['00:00-08:00'] },
    { period: 'P1', hours: ['10:00-14:00', '18:00-22:00'] },
    { period: 'P2' },
  ],
};

const plan: TariffPlan = {
  name: 'time of use by tiers',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  calendars: { national: { days: ['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'] } },
  schedules: { energy: schedule },
  charges: [
    {
      id: 'energy',
      kind: 'use',
      schedule: 'energy',
      rates: { P1: blocks(0.2), P2: blocks(0.15), P3: blocks(0.1) },
    },
    { id: 'power', kind: 'capacity', per: 'year', by: 'hours', rates: { P1: '22.4', P3: '1.6' }, kW: '4.6' },
    { id: 'electricity-tax', kind: 'tax', percent: '5.11269632', of: ['energy', 'power'] },
    { id: 'meter', kind: 'fixed', per: 'month', amount: '0.81' },
    { id: 'vat', kind: 'tax', percent: '21', of: 'all' },
  ],
};

const startS = Array.from({ length: count }, (_, i) => Date.UTC(2025, 11, 31, 23) / 1000 + i * 900);
const use: IntervalUse = { spanS: 900, startS, used: startS.map((_, i) => (i * 7919) % 400) };
const months = Array.from({ length: 12 }, (_, i) => {
  const [start, end] = [i, i + 1].map((month) => new Date(Date.UTC(2026, month, 1)).toISOString().slice(0, 10));
  return { start: start as string, end: end as string };
});

const priceYear = (): number =>
  months.reduce((sum, { start, end }) => {
    const cycle = { start, end, cycleDays: daysBetween(start, end), cycleMonths: 1 };
    return sum + Number(pricePlan({ plan, cycle, timeZone, use }).total);
  }, 0);

/** The least that must be done: place every interval once, and add it up by period. */
const sumByPeriod = (): number => {
  const placed = placeUse(use, timeZone);
  const periods = schedulePeriods(schedule, plan.calendars ?? {}, {});
  const sums = new Float64Array(periods.names.length);
  for (let i = 0; i < placed.count; i += 1) {
    const period = periods.at(placed.day[i] ?? 0, placed.quarter[i] ?? 0);
    sums[period] = (sums[period] ?? 0) + (placed.used[i] ?? 0);
  }
  return sums[0] ?? 0;
};

const medianMs = (run: () => number): number => {
  for (let i = 0; i < rounds; i += 1) run();
  const times = Array.from({ length: rounds }, () => {
    const begun = performance.now();
    run();
    return performance.now() - begun;
  }).sort((a, b) => a - b);
  return ((times[rounds / 2 - 1] ?? 0) + (times[rounds / 2] ?? 0)) / 2;
};

const [year, bare] = [medianMs(priceYear), medianMs(sumByPeriod)];
console.table({
  'twelve bills': { ms: year.toFixed(1), 'against the bare sum': (year / bare).toFixed(1) },
  'bare sum by period': { ms: bare.toFixed(1), 'against the bare sum': '1.0' },
});
