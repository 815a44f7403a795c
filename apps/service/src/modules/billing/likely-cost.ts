/** What the open cycle may come to: its days so far as measured, the rest as forecast, priced as every bill is. */
import type { BillSoFar } from '@wattershed/contracts';
import {
  addDays,
  type BillingCycle,
  type BillUtility,
  billUtilities,
  type CycleForecast,
  forecastCycle,
  type IntervalUse,
  type LocalDay,
  minorDigits,
  nextBlocks,
  type NoForecast,
  type PricedBill,
  spreadDays,
  termsOf,
} from '@wattershed/domain';
import type { Books, HeardUse } from './books.ts';
import type { CyclePricer } from './price-cycles.ts';
import type { UtilityUse } from './read-priced.ts';
import { hasReadings } from './use-figures.ts';

/** Days whose shape those to come are given. */
export const shapeDays = 28;

type Likely = BillSoFar['likely'];
type Side = 'low' | 'expected' | 'high';
const sides = ['low', 'expected', 'high'] as const;

const historyOf = (utility: BillUtility, use: readonly HeardUse[], today: LocalDay) =>
  use
    .filter((one) => one.utility === utility && one.day < today)
    .map(({ day, used, coveredS, expectedS }) => ({
      day,
      used,
      coverage: expectedS === 0 ? 0 : Math.min(1, coveredS / expectedS),
    }));

const join = (a: IntervalUse, b: IntervalUse): IntervalUse => ({
  spanS: 900,
  startS: [...Array.from(a.startS), ...Array.from(b.startS)],
  used: [...Array.from(a.used), ...Array.from(b.used)],
});

/** The cycle's use if its rest comes out on that side; today is at least what it has used. */
const wholeCycle = (
  forecast: CycleForecast,
  side: Side,
  measured: IntervalUse,
  shape: IntervalUse,
  usedToday: number,
  { today, timeZone }: Books,
): IntervalUse => {
  const days = forecast.perDay.map((one) => ({
    day: one.day,
    used: Math.round(one.day === today ? Math.max(usedToday, one[side]) : one[side]),
  }));
  return join(measured, spreadDays(days, shape, timeZone));
};

const amountOf = (bill: PricedBill, utility: BillUtility): number =>
  Number(utility === 'electricity' ? bill.electricityCost : bill.waterCost);

type Range = Record<Side, number>;

/** Both utilities seldom come out high together: their distances from what is expected add up as independent ones do. */
const addRanges = (ranges: readonly Range[]): Range => {
  const expected = ranges.reduce((sum, range) => sum + range.expected, 0);
  const distance = (side: Side) => Math.hypot(...ranges.map((range) => range[side] - range.expected));
  return { expected, low: expected - distance('low'), high: expected + distance('high') };
};

export interface LikelyCost {
  readonly likely: Likely;
  readonly why: BillSoFar['likelyMissing'];
}

const none = (why: NonNullable<BillSoFar['likelyMissing']>): LikelyCost => ({ likely: null, why });

export const likelyCost = async (
  open: BillingCycle,
  books: Books,
  use: readonly HeardUse[],
  pricer: CyclePricer,
): Promise<LikelyCost> => {
  const { today, tariffs } = books;
  const priced = billUtilities.filter(
    (utility) =>
      tariffs.some((tariff) => tariff.utility === utility) && hasReadings(use.filter((one) => one.utility === utility)),
  );
  if (priced.length === 0) return none('history-short');
  const forecasts = new Map<BillUtility, CycleForecast | NoForecast>(
    priced.map((utility) => [
      utility,
      forecastCycle({ days: historyOf(utility, use, today), start: open.start, end: open.end, today }),
    ]),
  );
  const refused = [...forecasts.values()].find((forecast): forecast is NoForecast => !forecast.ok);
  if (refused) return none(refused.code);
  const measured = await pricer.useOf(open.start, today);
  const todays = await pricer.useOf(today, addDays(today, 1));
  const shape = await pricer.useOf(addDays(today, -shapeDays), today);
  const usedToday = (utility: BillUtility): number =>
    use.find((one) => one.utility === utility && one.day === today)?.used ?? 0;
  const bills = new Map<Side, PricedBill | null>();
  for (const side of sides) {
    const of = (utility: BillUtility): IntervalUse => {
      const forecast = forecasts.get(utility);
      return forecast?.ok
        ? wholeCycle(forecast, side, measured[utility], shape[utility], usedToday(utility), books)
        : measured[utility];
    };
    const whole: UtilityUse = { electricity: of('electricity'), water: of('water') };
    bills.set(side, await pricer.priceExpected(open, whole));
  }
  const [low, expected, high] = sides.map((side) => bills.get(side));
  if (!low || !expected || !high) return none('price-missing');
  if (expected.faults.some(({ code }) => code !== 'day-unpriced')) return none('price-missing');
  const range = (utility: BillUtility): Range => {
    const of = (bill: PricedBill) => amountOf(bill, utility);
    return { low: Math.min(of(low), of(expected)), expected: of(expected), high: Math.max(of(high), of(expected)) };
  };
  const blocksAhead = (utility: BillUtility, forecast: CycleForecast) => {
    const term = termsOf(utility, open, tariffs).find(({ start, end }) => start <= today && today < end);
    if (!term) return [];
    const { plan, facts, start, end } = term;
    const cycle = { ...open, start, end };
    const soFar = join(measured[utility], todays[utility]);
    const input = { plan, facts, cycle, timeZone: books.timeZone, today, usedToday: usedToday(utility) };
    return nextBlocks({ ...input, use: soFar, perDay: forecast.perDay }).map((block) => ({
      ...block,
      unit: plan.unit,
    }));
  };
  const digits = minorDigits(expected.currency);
  const text = ({ low: a, expected: b, high: c }: Range) => ({
    low: a.toFixed(digits),
    expected: b.toFixed(digits),
    high: c.toFixed(digits),
  });
  const basedOnDays = Math.min(...[...forecasts.values()].map((one) => (one.ok ? one.basedOnDays : 0)));
  const total = addRanges(priced.map(range));
  return {
    why: null,
    likely: {
      ...text({ ...total, expected: Number(expected.totalAmount) }),
      basedOnDays,
      use: Object.fromEntries(
        priced.map((utility) => {
          const forecast = forecasts.get(utility) as CycleForecast;
          const round = (value: number) => Math.round(value);
          return [
            utility,
            {
              low: round(forecast.low),
              expected: round(forecast.expected),
              high: round(forecast.high),
              cost: text(range(utility)),
              nextBlocks: blocksAhead(utility, forecast),
            },
          ];
        }),
      ),
    },
  };
};
