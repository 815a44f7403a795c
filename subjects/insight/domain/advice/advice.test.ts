import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pricePlan } from '#subjects/bills/domain/tariff/price-bill.ts';
import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import { openPrices } from '#subjects/bills/domain/tariff/unit-price.ts';
import { chooseAdvice, findAdvice, type HomeFacts, maxAdvice, type SaidAdvice } from './advice.ts';
import { cheapestRuns, deviceCanWait } from './cheaper-hours.ts';
import { fixtureKind, flowOf, standardFlow } from './fixtures.ts';
import { allAdvice, publishedWatts } from './index.ts';

const quiet: HomeFacts = {
  currency: 'EUR',
  alwaysOn: null,
  leaks: [],
  power: null,
  tariffs: null,
  movable: [],
  fixtures: [],
  blocks: [],
};
const leak = (meterId: string, month: number | null): HomeFacts['leaks'][number] => ({
  meterId,
  device: `Tap ${meterId}`,
  utility: 'water',
  litresPerHour: 12,
  month,
});
const choose = (facts: Partial<HomeFacts>, ...answered: string[]): SaidAdvice[] =>
  chooseAdvice(findAdvice(allAdvice, { ...quiet, ...facts }), new Set(answered));

test('a home of which nothing is known is advised nothing', () => {
  expect(choose({})).toEqual([]);
});

test('only what is drawn above the published mean can be saved', () => {
  expect(choose({ alwaysOn: { watts: publishedWatts, month: 30 } })).toEqual([]);
  const [said] = choose({ alwaysOn: { watts: 2 * publishedWatts, month: 60 } });
  expect(said).toMatchObject({ key: 'always-on', perMonth: 30, effort: 'minutes' });
  expect(said?.figures).toEqual({ watts: 2 * publishedWatts, published: publishedWatts });
});

test('what saves most stands first, two at most, and nothing that is hardly worth it or has no price', () => {
  const leaks = [leak('1', 4), leak('2', 18), leak('3', 0.5), leak('4', null)];
  const said = choose({ leaks, alwaysOn: { watts: 2 * publishedWatts, month: 20 } });
  expect(said.map(({ key, perMonth }) => [key, perMonth])).toEqual([
    ['running-leak:2', 18],
    ['always-on', 10],
  ]);
  expect(said).toHaveLength(maxAdvice);
});

test('what was declined or is being done is not said again, of that meter alone', () => {
  const leaks = [leak('1', 4), leak('2', 18)];
  expect(choose({ leaks }, 'running-leak:2').map(({ key }) => key)).toEqual(['running-leak:1']);
  expect(choose({ leaks }, 'running-leak:1', 'running-leak:2')).toEqual([]);
});

test('each advice has a name of its own, as the table of changes takes it', () => {
  const ids = allAdvice.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z-]{0,39}$/);
});

describe('contracted power', () => {
  const power = { utility: 'electricity', contracted: 5.5, peak: 2.6, daysOver: 0 } as const;

  test('too much is told with what a year of it costs; too little although it costs, once it was passed on several days', () => {
    const [high] = choose({ power: { ...power, fitting: { kW: 3.5, perYear: 66 } } });
    expect(high).toMatchObject({ key: 'power-too-high', perMonth: 5.5, effort: 'call' });
    expect(high?.figures).toEqual({ contracted: 5.5, peak: 2.6, fitting: 3.5 });
    const over = { ...power, contracted: 2.3, daysOver: 5, fitting: { kW: 3, perYear: -24 } };
    expect(choose({ power: over })).toMatchObject([{ key: 'power-too-low', perMonth: -2 }]);
    expect(choose({ power: { ...over, daysOver: 2 } })).toEqual([]);
  });

  test('what fits is not touched, and what saves hardly anything is not told', () => {
    expect(choose({ power: { ...power, fitting: null } })).toEqual([]);
    expect(choose({ power: { ...power, fitting: { kW: 5, perYear: 6 } } })).toEqual([]);
  });
});

test('a better tariff has to be more than three in a hundred better', () => {
  const others = [
    { name: { en: 'Hourly', es: 'Por horas', hi: 'घंटेवार' }, year: 540 },
    { name: 'Dear', year: 900 },
  ];
  const [said] = choose({ tariffs: { utility: 'electricity', own: 600, others } });
  expect(said).toMatchObject({ key: 'better-tariff', perMonth: 5 });
  expect(said?.figures).toMatchObject({ own: '600.00', other: '540.00', 'tariff-es': 'Por horas' });
  expect(choose({ tariffs: { utility: 'electricity', own: 555, others } })).toEqual([]);
});

test('a dearer block ahead is told with what the use beyond it costs more', () => {
  const block = { utility: 'water', day: '2026-11-28', above: '12', unit: 'm3', rate: '1', nextRate: '2' } as const;
  expect(choose({ blocks: [{ ...block, more: 3.4 }] })).toMatchObject([{ key: 'dearer-block', perMonth: 3.4 }]);
  expect(choose({ blocks: [{ ...block, more: 0.2 }] })).toEqual([]);
});

describe('showers and taps', () => {
  /** `count` pieces of ten seconds at so many L/min, with a rest on both sides. */
  const running = (litres: number, count: number, stepS = 10) =>
    [0, ...Array.from({ length: count }, () => litres), 0].map((flow, i) => ({
      from: i * stepS,
      to: (i + 1) * stepS,
      used: Math.round((flow * 1000 * stepS) / 60),
    }));

  test('are known by their names, and told by the pieces in which water ran all the time', () => {
    expect(['Shower', 'Ducha', 'शावर', 'Kitchen tap', 'Grifo', 'Main'].map(fixtureKind)).toEqual([
      'shower',
      'shower',
      'shower',
      'tap',
      'tap',
      null,
    ]);
    expect(flowOf(running(12, 20))).toBeCloseTo(12, 6);
    expect(flowOf(running(12, 7))).toBeNull();
    expect(flowOf(running(12, 20, 300))).toBeNull();
  });

  test('save the share of their water that is above the standard', () => {
    const shower = { meterId: '7', device: 'Shower', utility: 'water', kind: 'shower', month: 9 } as const;
    const [said] = choose({ fixtures: [{ ...shower, litresPerMinute: 12 }] });
    expect(said).toMatchObject({ key: 'fast-fixture:7', effort: 'part', figures: { litres: 12, standard: 8 } });
    expect(said?.perMonth).toBeCloseTo(3, 9);
    expect(choose({ fixtures: [{ ...shower, litresPerMinute: standardFlow.shower }] })).toEqual([]);
  });
});

describe('cheaper hours', () => {
  const plan: TariffPlan = {
    name: 'Two prices',
    utility: 'electricity',
    currency: 'EUR',
    unit: 'kWh',
    schedules: { day: { periods: [{ period: 'night', hours: ['00:00-08:00'] }, { period: 'day' }] } },
    charges: [
      { id: 'use', kind: 'use', schedule: 'day', rates: { night: '0.10', day: '0.30' } },
      { id: 'tax', kind: 'tax', percent: '10', of: 'all' },
    ],
  };
  const days = 14;
  const fromS = Date.parse('2026-11-02') / 1000;
  const offsetAt = () => 0;
  const priceAt = openPrices({ plan, timeZone: 'UTC', market: { prices: {}, colours: {} }, blockRates: {} });
  const prices = Float64Array.from(
    { length: days * 96 },
    (_, i) => Number(priceAt((fromS + i * 900) * 1000)?.withTaxes) / 1000,
  );
  const runAt = (starts: readonly number[], shape: readonly number[]): Float64Array => {
    const used = new Float64Array(days * 96);
    starts.forEach((start, day) => shape.forEach((value, i) => (used[day * 96 + start + i] = value)));
    return used;
  };
  const billOf = (used: Float64Array): number =>
    Number(
      pricePlan({
        plan,
        cycle: { start: '2026-11-02', end: '2026-11-16', cycleDays: days, cycleMonths: 1 },
        timeZone: 'UTC',
        use: { spanS: 900, startS: Array.from(used, (_, i) => fromS + i * 900), used },
      }).total,
    );

  test('each run is moved within its own day, and the bill of the moved runs is less by just that', () => {
    const evening = runAt(Array(days).fill(80), [500, 300, 200]);
    const found = cheapestRuns({ used: evening, prices, fromS, offsetAt });
    // 1 kWh a day at 0.33, and at 0.11 by night.
    expect(found).toMatchObject({ runs: 14, hour: 0 });
    expect(found?.cost).toBeCloseTo(4.62, 6);
    expect(found?.cheapest).toBeCloseTo(1.54, 6);
    const moved = runAt(Array(days).fill(0), [500, 300, 200]);
    expect((found?.cost ?? 0) - (found?.cheapest ?? 0)).toBeCloseTo(billOf(evening) - billOf(moved), 2);
    const movable = [{ meterId: '3', device: 'Washing machine', utility: 'electricity', days, ...found }] as never;
    const [said] = choose({ movable });
    expect(said).toMatchObject({
      key: 'cheaper-hours:3',
      figures: { runs: 14, hour: 0, cost: '4.62', cheapest: '1.54' },
    });
    expect(said?.perMonth).toBeCloseTo((3.08 * 30.4375) / 14, 6);
  });

  test('by property: never dearer, never below what the cheapest price makes of it, and the bill agrees to the cent', () => {
    const shape = fc.array(fc.integer({ min: 200, max: 900 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        shape,
        fc.array(fc.integer({ min: 1, max: 87 }), { minLength: days, maxLength: days }),
        (use, starts) => {
          const used = runAt(starts, use);
          const found = cheapestRuns({ used, prices, fromS, offsetAt });
          if (found === null) return;
          expect(found.cheapest).toBeLessThanOrEqual(found.cost + 1e-9);
          const all = used.reduce((sum, one) => sum + one, 0) / 1000;
          expect(found.cheapest).toBeGreaterThanOrEqual(all * 0.11 - 1e-6);
          expect(Math.abs(found.cost - billOf(used))).toBeLessThanOrEqual(0.02);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('what has no price, or ran seldom, is not told; nor what cannot wait', () => {
    const used = runAt(Array(days).fill(80), [500, 300]);
    expect(cheapestRuns({ used, prices: prices.map(() => Number.NaN), fromS, offsetAt })).toBeNull();
    expect(cheapestRuns({ used: runAt([80, 80, 80, 80, 80], [500]), prices, fromS, offsetAt })).toBeNull();
    const names = ['Washing machine', 'Lavavajillas', 'वॉशिंग मशीन', 'Car charger', 'Oven', 'Television', 'Fridge'];
    expect(names.map(deviceCanWait)).toEqual([true, true, true, true, false, false, false]);
  });
});
