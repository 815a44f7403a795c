import { describe, expect, test } from 'vitest';
import { compare, meanings } from './compare.ts';
import { makeRates, rateClasses } from './generate.ts';
import { madeHome } from './homes.ts';
import { type Hour, NotUnderstood, priceMonths, type Schedule, type UrdbRate } from './independent.ts';

const home = madeHome();
const perClass = 3;
const rates = makeRates(perClass);

test.each(rateClasses.map((of) => [of.name, of] as const))(
  'both engines ask for the same, or it is told why not: %s',
  (_name, of) => {
    const compared = rates.filter((rate) => rate.of === of).map((rate) => ({ rate, ...compare(rate, home) }));
    expect(compared).toHaveLength(perClass);
    expect(compared.filter(({ isExplained }) => !isExplained)).toEqual([]);
  },
);

test('what is left out without being a known matter is not explained', () => {
  const [tiers] = rates.filter(({ of }) => of.told?.includes('urdb-unsupported'));
  if (tiers === undefined) throw new Error('no tiers by the kW');
  const { told: _told, ...silent } = tiers.of;
  expect(compare({ ...tiers, of: silent }, home).isExplained).toBe(false);
  expect(rateClasses.flatMap(({ told = [] }) => told).filter((name) => !(name in meanings))).toEqual([]);
});

describe('the independent engine, by hand', () => {
  const everyMonth = Array<number>(12).fill(0);
  const table = (of: (hour: number) => number): Schedule =>
    Array.from({ length: 12 }, () => Array.from({ length: 24 }, (_, hour) => of(hour)));
  /** Two months of 2025: `usedWh` by month, day and hour. */
  const hoursOf = (usedWh: (month: number, day: number, hour: number) => number, exportedWh = usedWh): Hour[] =>
    [1, 2].flatMap((month) =>
      Array.from({ length: (month === 1 ? 31 : 28) * 24 }, (_, i): Hour => {
        const [day, hour] = [Math.floor(i / 24) + 1, i % 24];
        const sent = exportedWh === usedWh ? 0 : exportedWh(month, day, hour);
        return { year: 2025, month, day, hour, usedWh: usedWh(month, day, hour), exportedWh: sent };
      }),
    );
  const totals = (rate: UrdbRate, hours: readonly Hour[]): number[] =>
    priceMonths(rate, hours).map(({ total }) => total);
  const one = (...tiers: NonNullable<UrdbRate['energyratestructure']>[number]): UrdbRate => ({
    energyratestructure: [tiers],
    energyweekdayschedule: table(() => 0),
  });

  // Mornings on ten days, afternoons on the others: 120 kWh and 252 kWh in January.
  const halves = hoursOf((_month, day, hour) => (hour < 12 === day <= 10 ? 1000 : 0));
  const tiered: UrdbRate = {
    energyratestructure: [
      [{ rate: 0.1, max: 100 }, { rate: 1 }],
      [{ rate: 0.2, max: 100 }, { rate: 3 }],
    ],
    energyweekdayschedule: table((hour) => (hour < 12 ? 0 : 1)),
  };

  test('a period has of each tier what it has of the month, or what was used while it lasted', () => {
    expect(totals(tiered, halves)[0]).toBeCloseTo((120 * (10 + 272) + 252 * (20 + 272 * 3)) / 372, 9);
    expect(priceMonths(tiered, halves, 'order')[0]?.total).toBeCloseTo(100 * 0.1 + 20 * 1 + 252 * 3, 9);
    expect(totals({ ...tiered, dgrules: 'Net Billing Hourly' }, halves)[0]).toBeCloseTo(786, 9);
  });

  test.each<[string, UrdbRate, number]>([
    ['a day', one({ rate: 0.1, max: 10, unit: 'kWh daily' }, { rate: 0.2, unit: 'kWh daily' }), 31 + 62 * 0.2],
    ['a kW of the peak', one({ rate: 0.1, max: 200, unit: 'kWh/kW' }, { rate: 0.2, unit: 'kWh/kW' }), 20 + 172 * 0.2],
    ['a fixed charge by the day', { ...one({ rate: 0 }), fixedchargefirstmeter: 0.5, fixedchargeunits: '$/day' }, 15.5],
    ['a fixed charge by the year', { ...one({ rate: 0 }), fixedchargefirstmeter: 60, fixedchargeunits: '$/year' }, 5],
    ['a least', { ...one({ rate: 0.1 }), mincharge: 40, minchargeunits: '$/month' }, 40],
    [
      'power in tiers',
      {
        flatdemandstructure: [[{ rate: 2, adj: 0.5, max: 0.4 }, { rate: 4 }]],
        flatdemandmonths: everyMonth,
      },
      3.4,
    ],
  ])('January, %s', (_what, rate, total) => {
    expect(totals(rate, halves)[0]).toBeCloseTo(total, 9);
  });

  test('a ratchet bills the months after a peak for a part of it', () => {
    const peak = hoursOf((month, day, hour) => (month === 1 && day === 5 && hour === 9 ? 10_000 : 1000));
    const rate = { flatdemandstructure: [[{ rate: 2 }]], flatdemandmonths: everyMonth };
    expect(totals({ ...rate, lookbackpercent: 0.6, lookbackrange: 11 }, peak)).toEqual([20, 12]);
    expect(
      totals({ ...rate, lookbackpercent: 0.6, lookbackmonths: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] }, peak),
    ).toEqual([20, 2]);
  });

  test('export is netted and carried on, or paid', () => {
    const roof = hoursOf(
      (_month, day) => (day <= 10 ? 1000 : 0),
      (month, day) => (month === 1 && day > 10 ? 500 : 0),
    );
    // 240 kWh less 252 in January, and 12 of them off February's 240.
    expect(totals(one({ rate: 0.1 }), roof)).toEqual([0, 22.8]);
    expect(totals({ ...one({ rate: 0.01, sell: 0.05 }), dgrules: 'Net Billing Hourly' }, roof)[0]).toBeCloseTo(
      2.4 - 12.6,
      9,
    );
    expect(totals({ ...one({ rate: 0.1, sell: 0.05 }), dgrules: 'Buy All Sell All' }, roof)[0]).toBeCloseTo(
      24 - 12.6,
      9,
    );
  });

  test.each<[string, UrdbRate]>([
    ['power at the grid’s peak', { coincidentratestructure: [[{ rate: 1 }]] }],
    ['reactive power', { demandreactivepowercharge: 1 }],
    ['kVA', { flatdemandunit: 'kVA', flatdemandstructure: [[{ rate: 1 }]], flatdemandmonths: everyMonth }],
    ['tiers of mixed units', one({ rate: 1, max: 5, unit: 'kWh' }, { rate: 2, unit: 'kWh daily' })],
    ['a charge by the week', { ...one({ rate: 1 }), fixedchargefirstmeter: 1, fixedchargeunits: '$/week' }],
  ])('is not priced: %s', (_what, rate) => {
    expect(() => priceMonths(rate, halves)).toThrow(NotUnderstood);
  });
});
