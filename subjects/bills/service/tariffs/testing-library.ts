/** Bills under the library's tariffs, worked out by hand or published: use by day and hour, and what each comes to. */
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import type { BillLine } from '../../domain/bill/bill.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import type { PricedCycle } from '../../domain/tariff/charges/charge-days.ts';
import { exact, sumOf } from '../../domain/tariff/exact.ts';
import { dayStartS, type IntervalUse } from '../../domain/tariff/interval-use.ts';
import { pricePlan } from '../../domain/tariff/price-bill.ts';
import { priceSeries, type PriceSeries } from '../../domain/tariff/price-series.ts';
import type { PlanFacts } from '../../domain/tariff/pricing.ts';
import type { DayColours } from '../../domain/tariff/schedule-periods.ts';
import type { PriceTax, TariffPlan } from '../../domain/tariff/plan.ts';

/** Local day, hour of its clock, units of the tariff. */
type UsedAt = readonly [day: string, hour: number, units: number];

/** `[start, end)` and how many months it stands for. */
type Cycle = readonly [start: string, end: string, months?: number];

interface BillCase {
  readonly tariff: string;
  /** Where the expected figures come from. */
  readonly from: string;
  readonly cycle: Cycle;
  readonly use: readonly UsedAt[];
  readonly facts?: PlanFacts;
  readonly prices?: Readonly<Record<string, PriceSeries>>;
  readonly colours?: DayColours;
  /** Amounts of all lines, in the bill's order. */
  readonly lines: readonly string[];
  readonly total: string;
}

const unitSizes: Readonly<Record<string, number>> = { kWh: 1000, m3: 1e6, kL: 1e6, HCF: 2831684.6592 };

export const zoneOf = (plan: TariffPlan): string => plan.timeZone ?? 'UTC';

const useOf = (plan: TariffPlan, used: readonly UsedAt[]): IntervalUse => {
  const offsetAt = zoneOffsets(zoneOf(plan));
  const rows = used
    .map(([day, hour, units]) => ({
      at: dayStartS(day, offsetAt) + hour * 3600,
      amount: Math.round(units * (unitSizes[plan.unit] ?? 0)),
    }))
    .sort((a, b) => a.at - b.at);
  return { spanS: 1800, startS: rows.map(({ at }) => at), used: rows.map(({ amount }) => amount) };
};

export const cycleOf = ([start, end, months = 1]: Cycle): PricedCycle => ({
  start,
  end,
  cycleDays: daysBetween(start, end),
  cycleMonths: months,
});

/** Prices from a local midnight on, one each step. */
export const pricesFrom = (
  zone: string,
  day: string,
  stepS: number,
  prices: readonly string[],
  tax?: PriceTax,
): PriceSeries => {
  const startS = dayStartS(day, zoneOffsets(zone));
  return priceSeries(
    prices.map((price, i) => ({ startS: startS + i * stepS, price, tax })),
    stepS,
  );
};

type BilledUse = Pick<BillCase, 'cycle' | 'use' | 'facts' | 'prices' | 'colours'>;

export const billOf = (plan: TariffPlan, { cycle, use, facts, prices, colours }: BilledUse) => {
  const { lines, total, faults } = pricePlan({
    plan,
    cycle: cycleOf(cycle),
    timeZone: zoneOf(plan),
    use: useOf(plan, use),
    facts,
    prices,
    colours,
  });
  return { lines: lines.map(({ amount }) => amount), total, faults };
};

/** From the first day that the tariff holds to its last, or for a year after its last change; cut at months' firsts. */
export const monthsOf = ({ charges }: TariffPlan): Cycle[] => {
  const starts = charges.flatMap(({ from }) => from ?? []).sort();
  const isOpen = charges.some(({ until }) => until === undefined);
  const end = isOpen
    ? addDays(starts.at(-1) ?? '', 365)
    : (charges
        .flatMap(({ until }) => until ?? [])
        .sort()
        .at(-1) ?? '');
  const months: Cycle[] = [];
  for (let start = starts[0] ?? end; start < end; ) {
    const next = `${addDays(`${start.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
    const stop = next < end ? next : end;
    months.push([start, stop]);
    start = stop;
  }
  return months;
};

/** Some use in each half-hour, prices that go below nothing too, and days of three colours. */
export const madeUpMonth = (plan: TariffPlan, [start, end]: Cycle) => {
  const zone = zoneOf(plan);
  const [firstS, endS] = [start, end].map((day) => dayStartS(day, zoneOffsets(zone))) as [number, number];
  const count = (endS - firstS) / 1800;
  const slots = Array.from({ length: count }, (_, i) => i);
  const names = plan.charges.flatMap((charge) => (charge.kind === 'use' ? (charge.market?.series ?? []) : []));
  const prices = slots.map((i) => ((((i * 37) % 500) - 30) / 1000).toFixed(3));
  const days = Array.from({ length: daysBetween(start, end) + 1 }, (_, i) => addDays(start, i - 1));
  const colour = (i: number) => ['blue', 'blue', 'white', 'red'][i % 4] ?? '';
  return {
    use: { spanS: 1800, startS: slots.map((i) => firstS + i * 1800), used: slots.map((i) => (i * 7919) % 900) },
    prices: Object.fromEntries(names.map((name) => [name, pricesFrom(zone, start, 1800, prices)])),
    colours: { 'edf-tempo': Object.fromEntries(days.map((day, i) => [day, colour(i)])) },
  };
};

/** Lines that are not rounded have parts of a cent: their exact sum, not the sum of their cents. */
export const centsOf = (lines: readonly BillLine[]): number =>
  Math.round(
    sumOf(lines.map(({ amount }) => exact(amount)))
      .mul(100)
      .valueOf(),
  );

/** Red Eléctrica, PVPC of the Peninsula on 2021-10-31, a day of 25 hours, in €/MWh. */
export const pvpcOfLongDay =
  '171.48 123.90 109.55 104.85 92.03 92.99 86.87 86.20 88.03 81.82 102.63 91.09 91.10 86.49 79.78 80.80 81.34 92.09 111.30 122.85 131.87 185.38 165.54 152.39 146.12'
    .split(' ')
    .map((perMWh) => (Number(perMWh) / 1000).toFixed(5));
const flat = (day: string, price: string) =>
  pricesFrom(
    'Europe/Madrid',
    day,
    3600,
    Array.from({ length: 800 }, () => price),
  );

/** On a Tuesday: P1, P2, P3. */
const threePeriods = (tuesday: string) => [
  [tuesday, 11, 80] as const,
  [tuesday, 9, 70] as const,
  [tuesday, 3, 130] as const,
];

export const bills: readonly BillCase[] = [
  {
    tariff: 'es-2.0td-2022',
    from: 'by hand: 80, 70 and 130 kWh, 4.4 kW, 31 days, IEE 0.5 %, IVA 10 %',
    cycle: ['2022-05-01', '2022-06-01'],
    use: threePeriods('2022-05-03'),
    facts: { kW: '4.4' },
    lines: ['10.45', '0.47', '8.06', '2.36', '0.57', '16.00', '10.50', '15.60', '0.32', '0.83', '6.52'],
    total: '71.68',
  },
  {
    tariff: 'es-2.0td-2025',
    from: 'by hand: 80, 70 and 130 kWh (tolls 9.77 before rounding: 9.76641), 4.6 kW, 30 days, IVA 21 %',
    cycle: ['2025-06-01', '2025-07-01'],
    use: threePeriods('2025-06-03'),
    facts: { kW: '4.6' },
    lines: ['10.18', '0.26', '7.40', '1.97', '0.39', '28.00', '0.38', '2.48', '0.80', '10.89'],
    total: '62.75',
  },
  {
    tariff: 'es-pvpc',
    from: 'by hand: 30 days of 2025, 4.6 kW, 100 kWh at 0.284 €',
    cycle: ['2025-06-01', '2025-07-01'],
    use: [['2025-06-03', 11, 100]],
    facts: { kW: { P1: '4.6', P2: '4.6' } },
    prices: { 'esios-1001-peninsula': flat('2025-06-01', '0.284') },
    lines: ['10.18', '0.26', '1.18', '28.40', '0.38', '2.07', '0.80', '9.09'],
    total: '52.36',
  },
  {
    tariff: 'es-pvpc',
    from: 'by hand: 30 days of 2026, 3.45 kW; 49.19 were each line not rounded',
    cycle: ['2026-01-01', '2026-01-31'],
    use: [['2026-01-13', 11, 100]],
    facts: { kW: '3.45' },
    prices: { 'esios-1001-peninsula': flat('2026-01-01', '0.284') },
    lines: ['7.86', '0.21', '0.88', '28.40', '0.57', '1.94', '0.80', '8.54'],
    total: '49.20',
  },
  {
    tariff: 'fr-edf-tempo-9kva',
    from: 'by hand: March 2024, 64.8996 before rounding; nights count to the day that began at six the morning before',
    cycle: ['2024-03-01', '2024-04-01'],
    use: [
      ['2024-03-05', 12, 120],
      ['2024-03-05', 23, 100],
      ['2024-03-06', 12, 30],
      ['2024-03-07', 3, 20],
      ['2024-03-07', 12, 8],
      ['2024-03-08', 3, 10],
    ],
    colours: {
      'edf-tempo': { '2024-03-05': 'blue', '2024-03-06': 'white', '2024-03-07': 'red', '2024-03-08': 'blue' },
    },
    lines: ['16.36', '12.96', '19.31', '2.97', '5.68', '1.57', '6.05'],
    total: '64.90',
  },
  {
    tariff: 'gb-price-cap-midlands-2025q3',
    from: 'by hand: 250 kWh in 31 days, 78.5639 before rounding',
    cycle: ['2025-07-01', '2025-08-01'],
    use: [['2025-07-10', 12, 250]],
    lines: ['15.71', '62.85'],
    total: '78.56',
  },
  {
    tariff: 'gb-octopus-agile-midlands',
    from: 'by hand: a kWh at 10, 44, -16, -3 p and one at 133 p, which the cap makes 95.238',
    cycle: ['2025-07-01', '2025-08-01'],
    use: [0, 0.5, 1, 1.5, 2].map((hour) => ['2025-07-01', hour, 1] as const),
    prices: {
      'octopus-agile-e': pricesFrom('Europe/London', '2025-07-01', 1800, ['0.10', '0.44', '-0.16', '-0.03', '1.33']),
    },
    lines: ['14.37', '1.30', '0.78'],
    total: '16.45',
  },
  {
    tariff: 'gb-octopus-agile-midlands',
    from: 'by hand: the same by prices that hold VAT already',
    cycle: ['2025-07-01', '2025-08-01'],
    use: [0, 0.5, 1, 1.5, 2].map((hour) => ['2025-07-01', hour, 1] as const),
    prices: {
      'octopus-agile-e': pricesFrom(
        'Europe/London',
        '2025-07-01',
        1800,
        ['0.105', '0.462', '-0.168', '-0.0315', '1.3965'],
        'included',
      ),
    },
    lines: ['14.37', '1.30', '0.78'],
    total: '16.45',
  },
  {
    tariff: 'us-pge-e-tou-c-x',
    from: "by hand: 120 kWh at peak of 500 in July 2026, 214.32701 before rounding; also by OpenEI's tiers",
    cycle: ['2026-07-01', '2026-08-01'],
    use: [
      ['2026-07-04', 17, 120],
      ['2026-07-05', 3, 380],
    ],
    lines: ['62.69', '151.77', '-24.73', '24.60'],
    total: '214.33',
  },
  {
    tariff: 'us-pge-e-tou-c-x',
    from: 'by hand: the same in September 2025, 230.89804 before rounding; the least bill is far',
    cycle: ['2025-09-01', '2025-10-01'],
    use: [
      ['2025-09-04', 20.5, 120],
      ['2025-09-05', 21, 380],
    ],
    lines: ['30.96', '58.89', '42.79', '127.91', '-29.65'],
    total: '230.90',
  },
  {
    tariff: 'us-pge-e-tou-c-x',
    from: 'by hand: 20 kWh, of which delivery is topped up to 30 × 0.40317 = 12.0951',
    cycle: ['2025-09-01', '2025-10-01'],
    use: [['2025-09-04', 3, 20]],
    lines: ['3.10', '6.73', '-2.02', '7.39'],
    total: '15.20',
  },
  {
    tariff: 'us-pge-e-tou-c-x',
    from: 'by hand: 12 days of winter, 18 of summer, an allowance for each; 183.47958 before rounding',
    cycle: ['2026-05-20', '2026-06-19'],
    use: [
      ['2026-05-21', 17, 30],
      ['2026-05-22', 3, 150],
      ['2026-06-02', 17, 70],
      ['2026-06-03', 3, 200],
    ],
    lines: ['36.57', '79.88', '11.93', '55.14', '-14.36', '-9.47', '23.80'],
    total: '183.49',
  },
  {
    tariff: 'us-pge-e-tou-c-x',
    from: 'by hand: 100 kWh in August 2026, with the climate credit',
    cycle: ['2026-08-01', '2026-09-01'],
    use: [['2026-08-04', 3, 100]],
    lines: ['39.94', '-8.14', '24.60', '-36.18'],
    total: '20.22',
  },
  {
    tariff: 'in-kerala-kseb-2023',
    from: 'by hand: 120 units in a month; 598.70 and the rent of 6, to the rupee',
    cycle: ['2024-01-01', '2024-02-01'],
    use: [['2024-01-10', 12, 120]],
    lines: ['162.50', '202.50', '102.00', '85.00', '46.70', '6.00', '0.30'],
    total: '605.00',
  },
  {
    tariff: 'in-kerala-kseb-2023',
    from: 'by hand: 501 units in two months, all at 6.40; 3827.04 and the rent of 12, to the rupee',
    cycle: ['2024-01-01', '2024-03-01', 2],
    use: [['2024-01-10', 12, 501]],
    lines: ['3206.40', '300.00', '320.64', '12.00', '-0.04'],
    total: '3839.00',
  },
  {
    tariff: 'in-andhra-2020',
    from: 'by hand: 225 units 792.50, duty 13.50',
    cycle: ['2020-05-01', '2020-06-01'],
    use: [['2020-05-10', 12, 225]],
    lines: ['260.00', '360.00', '172.50', '13.50'],
    total: '806.00',
  },
  {
    tariff: 'in-andhra-2020',
    from: 'by hand: one unit more is in another table, 1024.60',
    cycle: ['2020-05-01', '2020-06-01'],
    use: [['2020-05-10', 12, 226]],
    lines: ['132.50', '167.50', '540.00', '184.60', '13.56'],
    total: '1038.16',
  },
  {
    tariff: 'in-telangana-2022',
    from: 'energy as published: 343 units, 2177.00; with 3 kW, 120 for the customer and the duty by hand',
    cycle: ['2023-05-01', '2023-06-01'],
    use: [['2023-05-10', 12, 343]],
    facts: { kW: '3' },
    lines: ['1020.00', '770.00', '387.00', '30.00', '120.00', '20.58'],
    total: '2347.58',
  },
  {
    tariff: 'in-delhi-water-2018',
    from: 'as published: 25 kL, 599.14',
    cycle: ['2018-03-01', '2018-04-01'],
    use: [['2018-03-10', 12, 25]],
    lines: ['219.62', '105.40', '131.80', '142.32'],
    total: '599.14',
  },
  {
    tariff: 'in-delhi-water-2018',
    from: 'as published: 20 kL, 315.05',
    cycle: ['2018-03-01', '2018-04-01'],
    use: [['2018-03-10', 12, 20]],
    lines: ['146.41', '105.40', '63.24'],
    total: '315.05',
  },
  {
    tariff: 'in-delhi-water-free20-2018',
    from: 'the scheme: 20 kL cost nothing',
    cycle: ['2018-03-01', '2018-04-01'],
    use: [['2018-03-10', 12, 20]],
    lines: ['0.00'],
    total: '0.00',
  },
  {
    tariff: 'in-delhi-water-free20-2018',
    from: 'by hand: 21 kL, 430.436 before rounding',
    cycle: ['2018-03-01', '2018-04-01'],
    use: [['2018-03-10', 12, 21]],
    lines: ['219.62', '105.40', '26.36', '79.06'],
    total: '430.44',
  },
  {
    tariff: 'us-santa-monica-water-2018',
    from: 'as published by the city: 24 HCF in two months, 87.14',
    cycle: ['2017-03-01', '2017-05-01', 2],
    use: [['2017-03-10', 12, 24]],
    lines: ['42.14', '45.00'],
    total: '87.14',
  },
  {
    tariff: 'us-san-jose-water-2017',
    from: 'by hand: 25 HCF, 144.146 before rounding',
    cycle: ['2017-03-01', '2017-04-01'],
    use: [['2017-03-10', 12, 25]],
    facts: { meterSize: '5/8 in' },
    lines: ['25.02', '12.66', '70.35', '36.11'],
    total: '144.14',
  },
  {
    tariff: 'us-cucamonga-water-2016',
    from: 'by hand: 12 HCF by a meter of 1 inch, 8.5 and 3.5 of them in its first two tiers',
    cycle: ['2016-08-01', '2016-09-01'],
    use: [['2016-08-10', 12, 12]],
    facts: { meterSize: '1 in' },
    lines: ['29.70', '13.60', '7.46'],
    total: '50.76',
  },
  {
    tariff: 'es-jabalquinto-water-2024',
    from: 'by hand: 40 m³ in a quarter: 37.90 and 10.00 and 34.80, with 10 %',
    cycle: ['2025-01-01', '2025-04-01', 3],
    use: [['2025-02-10', 12, 40]],
    lines: ['8.46', '7.56', '10.08', '11.80', '10.00', '6.00', '7.20', '9.60', '12.00', '8.27'],
    total: '90.97',
  },
  {
    tariff: 'es-catalonia-water-canon-2017',
    from: 'as published: 9 m³, 4.44 without tax',
    cycle: ['2018-03-01', '2018-04-01'],
    use: [['2018-03-10', 12, 9]],
    facts: { persons: 3 },
    lines: ['4.44', '0.44'],
    total: '4.88',
  },
  {
    tariff: 'es-catalonia-water-canon-2017',
    from: 'by hand: 20 m³ for four, 15.0192 without tax',
    cycle: ['2018-03-01', '2018-04-01'],
    use: [['2018-03-10', 12, 20]],
    facts: { persons: 4 },
    lines: ['5.92', '9.10', '1.50'],
    total: '16.52',
  },
  {
    tariff: 'es-catalonia-water-canon-2017',
    from: 'by hand: 4 m³ are billed as 6, 2.9616 without tax',
    cycle: ['2018-03-01', '2018-04-01'],
    use: [['2018-03-10', 12, 4]],
    facts: { persons: 2 },
    lines: ['1.97', '0.99', '0.30'],
    total: '3.26',
  },
];
