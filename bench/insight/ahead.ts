/**
 * Prices before they come: how often a dearer block is told in homes as they are, and whether it was entered then; and how many days of a year are
 * told as dear ones. `npm run ahead`. No setting was chosen on any of them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Utility } from '#catalogue/index.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import { type BlockAhead, blockAhead } from '#subjects/bills/domain/forecast/block-ahead.ts';
import { forecastCycle } from '#subjects/bills/domain/forecast/forecast-cycle.ts';
import { nextBlocks } from '#subjects/bills/domain/tariff/charges/block-use.ts';
import { dayStartS, type IntervalUse } from '#subjects/bills/domain/tariff/interval-use.ts';
import type { BlockStep, TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import { pricePeak } from '#subjects/bills/domain/tariff/price-peak.ts';
import { openPrices, type PriceAt } from '#subjects/bills/domain/tariff/unit-price.ts';
import { type Half, halfOf, halves, type Home, readHomes } from '../forecast/homes.ts';
import { folder } from '../honest-homes.ts';
import { tellRate, tellShare } from './share.ts';

const timeZone = 'UTC';

interface BlockTariff {
  readonly name: string;
  readonly utility: Utility;
  readonly unit: TariffPlan['unit'];
  readonly size: number;
  readonly months: number;
  readonly steps: readonly BlockStep[];
  /** Above it all of the use has this rate. */
  readonly flat?: readonly [above: string, rate: string];
}

/** The tariffs beside the data (`tariff_slabs`, `tariff_water_blocks`): a hundred cubic feet are 2.831685 m³. */
const tariffs: readonly BlockTariff[] = [
  {
    name: 'KSEB domestic 2022',
    utility: 'electricity',
    unit: 'kWh',
    size: 1000,
    months: 1,
    steps: [
      { upTo: '50', rate: '3.15' },
      { upTo: '100', rate: '3.7' },
      { upTo: '150', rate: '4.8' },
      { upTo: '200', rate: '6.4' },
      { rate: '7.6' },
    ],
    flat: ['250', '6.0'],
  },
  {
    name: 'slabs of 250 and 450',
    utility: 'electricity',
    unit: 'kWh',
    size: 1000,
    months: 1,
    steps: [{ upTo: '250', rate: '5.25' }, { upTo: '450', rate: '6.75' }, { rate: '8.5' }],
  },
  {
    name: 'San José Water 2017',
    utility: 'water',
    unit: 'm3',
    size: 1_000_000,
    months: 1,
    steps: [{ upTo: '8.495', rate: '1.491' }, { upTo: '50.970', rate: '1.656' }, { rate: '1.822' }],
  },
  {
    name: 'Santa Monica 2018',
    utility: 'water',
    unit: 'm3',
    size: 1_000_000,
    months: 2,
    steps: [
      { upTo: '39.644', rate: '1.063' },
      { upTo: '113.267', rate: '1.589' },
      { upTo: '419.089', rate: '2.387' },
      { rate: '3.733' },
    ],
  },
];

const planOf = ({ name, utility, unit, steps, flat }: BlockTariff): TariffPlan => ({
  name,
  utility,
  currency: 'EUR',
  unit,
  charges: [
    {
      id: 'use',
      kind: 'use',
      blocks: {
        per: 'cycle',
        tables: flat === undefined ? [{ steps }] : [{ upTo: flat[0], steps }, { steps: [{ rate: flat[1] }] }],
      },
    },
  ],
});

const monthStart = (day: LocalDay, months: number): LocalDay =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10);

interface Cycle {
  readonly start: LocalDay;
  readonly end: LocalDay;
  readonly used: number;
  readonly coverage: number;
}

/** A cycle is judged of which nearly all is known. */
const whole = 0.97;

interface Judged {
  readonly half: Half;
  readonly told: BlockAhead | null;
  readonly daysAhead: number;
  /** The block that was told was come into; of none: one was that most of the last cycles had not come into. */
  readonly came: boolean;
  readonly text: string;
}

const topOf = (steps: readonly BlockStep[], flat: BlockTariff['flat'], units: number): number =>
  [
    ...steps.flatMap(({ upTo }) => (upTo === undefined ? [] : [Number(upTo)])),
    ...(flat === undefined ? [] : [Number(flat[0])]),
  ].filter((end) => units > end).length;

const rollBlocks = (home: Home, tariff: BlockTariff): Judged[] => {
  const toBase = tariff.utility === 'water' ? 1000 : 1;
  const days = home.days.map((one) => ({ ...one, used: Math.round(one.used * toBase) }));
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  const plan = planOf(tariff);
  const cycles: Cycle[] = [];
  const judged: Judged[] = [];
  for (let start = monthStart(first, 1); ; start = monthStart(start, tariff.months)) {
    const end = monthStart(start, tariff.months);
    if (end > last) break;
    const own = days.filter(({ day }) => day >= start && day < end);
    const length = daysBetween(start, end);
    const coverage = own.reduce((sum, one) => sum + one.coverage, 0) / length;
    const used = own.reduce((sum, one) => sum + one.used, 0) / Math.max(coverage, 0.5);
    const earlier = cycles.filter((cycle) => cycle.coverage >= whole);
    let found: { ahead: BlockAhead; on: LocalDay } | null = null;
    for (let today = addDays(start, 3); today < end && found === null; today = addDays(today, 1)) {
      const forecast = forecastCycle({ days, start, end, today });
      if (!forecast.ok) continue;
      const so = own.filter(({ day }) => day < today);
      const use: IntervalUse = {
        spanS: 900,
        startS: so.map(({ day }) => Date.parse(day) / 1000 + 43_200),
        used: so.map((one) => one.used),
      };
      const cycle = { start, end, cycleDays: length, cycleMonths: tariff.months };
      const blocks = nextBlocks({ plan, cycle, timeZone, today, use, usedToday: 0, perDay: forecast.perDay });
      const usedSoFar = so.reduce((sum, one) => sum + one.used, 0);
      const likely = { low: forecast.low, expected: forecast.expected, nextBlocks: blocks };
      const ahead = blockAhead({ today, start, end, usedSoFar, likely, unitSize: tariff.size, earlier });
      if (ahead !== null) found = { ahead, on: today };
    }
    if (coverage >= whole) {
      const units = used / tariff.size;
      const steps = topOf(tariff.steps, tariff.flat, units);
      const before = earlier.slice(-3).filter((cycle) => {
        const then = (cycle.used / daysBetween(cycle.start, cycle.end)) * length;
        return topOf(tariff.steps, tariff.flat, then / tariff.size) >= steps;
      });
      const told = found?.ahead ?? null;
      const begins = told === null ? 0 : [...tariff.steps].find(({ rate }) => rate === told.rate)?.upTo;
      judged.push({
        half: halfOf(home),
        told,
        daysAhead: found === null ? 0 : daysBetween(found.on, found.ahead.day),
        came:
          told === null
            ? steps > 0 && earlier.length > 0 && before.length < 2
            : units > Number(begins ?? tariff.flat?.[0] ?? 0),
        text: `${home.group} ${home.name}, ${tariff.name}, ${start}: ${units.toFixed(1)}`,
      });
    }
    cycles.push({ start, end, used, coverage });
  }
  return judged;
};

const showBlocks = (): void => {
  const { homes, absent } = readHomes();
  for (const one of absent) console.log(`Not there: ${one}`);
  const rows: Record<string, Record<string, string>> = {};
  const all = new Map<Half, Judged[]>(halves.map((half) => [half, []]));
  for (const tariff of tariffs) {
    const own = homes.filter(({ group }) => group.endsWith(tariff.utility));
    const judged = own.flatMap((home) => rollBlocks(home, tariff));
    for (const half of halves) {
      const of = judged.filter((one) => one.half === half);
      all.get(half)?.push(...of);
      rows[`${tariff.name}, half ${half}`] = tell(
        of,
        own.filter((home) => halfOf(home) === half).length,
        tariff.months,
      );
      if (process.argv.includes('--each'))
        for (const { told, came, daysAhead, text } of of)
          if (told !== null || came)
            console.log(
              `  ${half} ${text}: ${told === null ? 'not told' : `told ${daysAhead} days ahead`}${came ? '' : ', not come into'}`,
            );
    }
  }
  for (const half of halves)
    rows[`all, half ${half}`] = tell(all.get(half) ?? [], homes.filter((home) => halfOf(home) === half).length, 1);
  console.log('\nA dearer block ahead, homes as they are under tariffs that are not theirs:');
  console.table(rows);
};

const tell = (of: readonly Judged[], homes: number, months: number): Record<string, string> => {
  const told = of.filter((one) => one.told !== null);
  const right = told.filter(({ came }) => came);
  const missed = of.filter((one) => one.told === null && one.came);
  const years = (of.length * months) / 12;
  const ahead = told.map(({ daysAhead }) => daysAhead).sort((a, b) => a - b);
  return {
    homes: String(homes),
    cycles: String(of.length),
    told: years === 0 ? '–' : tellRate(told.length, years),
    'come into, of those told': tellShare(right.length, told.length),
    'told, of those come into unusually': tellShare(right.length, right.length + missed.length),
    'days ahead, middle': String(ahead[Math.floor(ahead.length / 2)] ?? '–'),
  };
};

interface PriceYear {
  readonly name: string;
  readonly zone: string;
  readonly first: LocalDay;
  readonly last: LocalDay;
  readonly priceAt: PriceAt;
}

/** EDF Tempo, by its own tariff and the colours of days. */
const tempoYears = (): PriceYear[] => {
  const path = join(folder, 'tariff_edf_tempo/tempo_day_colours.csv');
  if (!existsSync(path)) return [];
  const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1);
  const colours = Object.fromEntries(rows.map((row) => row.trim().split(',') as [string, string]));
  const file = parse(
    readFileSync(new URL('../../tariffs/fr-edf-tempo-9kva.yaml', import.meta.url), 'utf8'),
  ) as TariffPlan;
  const text = JSON.stringify(file, (_, value) => (typeof value === 'number' ? String(value) : value));
  const plan = JSON.parse(text) as TariffPlan;
  const market = { prices: {}, colours: { 'edf-tempo': colours } };
  const priceAt = openPrices({ plan, timeZone: 'Europe/Paris', market, blockRates: {} });
  const [zone, year] = ['Europe/Paris', (first: LocalDay, last: LocalDay) => `EDF Tempo, ${first} to ${last}`];
  return [
    ['2023-09-01', '2024-08-31'],
    ['2024-09-01', '2024-12-31'],
  ].map(([first = '', last = '']) => ({ name: year(first, last), zone, first, last, priceAt }));
};

/**
 * Day-ahead prices by the hour, from files `<name>.csv` in a folder that is named (`--prices=`): lines of an instant and a price of a MWh. What a
 * home pays on top is taken as 0.12 a kWh.
 */
const onTop = 0.12;
const marketYears = (): PriceYear[] => {
  const from = process.argv.find((one) => one.startsWith('--prices='))?.slice('--prices='.length);
  if (from === undefined) return [];
  return readdirSync(from)
    .filter((name) => name.endsWith('.csv'))
    .flatMap((file): PriceYear[] => {
      const prices = new Map<number, number>();
      for (const line of readFileSync(join(from, file), 'utf8').trim().split('\n')) {
        const [at = '', price = ''] = line.split(',');
        if (!Number.isNaN(Date.parse(at)) && price !== '') prices.set(Date.parse(at) / 3_600_000, Number(price));
      }
      const priceAt: PriceAt = (ms) => {
        const price = prices.get(Math.floor(ms / 3_600_000));
        return price === undefined
          ? null
          : { price: String(price), withTaxes: String(price / 1000 + onTop), periods: [] };
      };
      const hours = [...prices.keys()].sort((a, b) => a - b);
      const dayAt = (hour: number | undefined) => new Date((hour ?? 0) * 3_600_000).toISOString().slice(0, 10);
      const [first, last] = [addDays(dayAt(hours[0]), 1), addDays(dayAt(hours.at(-1)), -1)];
      const years = [];
      for (let start = first; start < last; start = addDays(start, 365)) {
        const end = addDays(start, 364) < last ? addDays(start, 364) : last;
        years.push({
          name: `${file.slice(0, -4)}, ${start} to ${end}`,
          zone: 'Europe/Paris',
          first: start,
          last: end,
          priceAt,
        });
      }
      return years;
    });
};

const showPeaks = (): void => {
  const rows: Record<string, Record<string, string | number>> = {};
  for (const { name, zone, first, last, priceAt } of [...tempoYears(), ...marketYears()]) {
    const offsetAt = zoneOffsets(zone);
    const told = new Map<LocalDay, LocalDay[]>();
    let days = 0;
    for (let today = first; today < last; today = addDays(today, 1)) {
      days += 1;
      const nowMs = (dayStartS(today, offsetAt) + 20 * 3600) * 1000;
      const peak = pricePeak({ priceAt, offsetAt, nowMs, today });
      if (peak !== null && peak.day > today) told.set(peak.start, [...(told.get(peak.start) ?? []), peak.day]);
    }
    const months = new Map<string, number>();
    for (const start of told.keys()) months.set(start.slice(0, 7), (months.get(start.slice(0, 7)) ?? 0) + 1);
    rows[name] = {
      days,
      'dear days': [...told.values()].flat().length,
      told: tellRate(told.size, days / 365),
      'in a month at most': Math.max(0, ...months.values()),
      ...(process.argv.includes('--each') && { when: [...told.keys()].join(' ') }),
    };
  }
  console.log('\nHours of tomorrow that are far dearer than usual:');
  console.table(rows);
};

showPeaks();
if (!process.argv.includes('--peaks')) showBlocks();
