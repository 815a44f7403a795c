import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays } from '#shell/text/local-day.ts';
import type { BillSoFar } from '../../contract/billing.ts';

/** What the sample has used in its month, in base units. */
export interface SampleUse {
  today: string;
  timeZone: string;
  used: Readonly<Record<Utility, number>>;
}

/** Example prices per Wh and mL, and a month's standing charge. */
const examplePrices: Partial<Record<Utility, { unit: number; month: number }>> = {
  electricity: { unit: 0.000_22, month: 11 },
  water: { unit: 0.000_001_9, month: 6 },
};

/** What a bill of the sample's use would be. */
export function sampleBill({ today, timeZone, used }: SampleUse): BillSoFar {
  const start = `${today.slice(0, 7)}-01`;
  const end = `${addDays(start, 31).slice(0, 7)}-01`;
  const days = Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000);
  const gone = Number(today.slice(8));
  const costs = byUtility((utility) => {
    const price = examplePrices[utility];
    return price === undefined ? 0 : used[utility] * price.unit + (price.month * gone) / days;
  });
  const total = utilityIds.reduce((sum, utility) => sum + costs[utility], 0);
  const expected = (total / gone) * days;
  const text = (amount: number) => amount.toFixed(2);
  return {
    household: '',
    timeZone,
    origin: 'none',
    today,
    start,
    end,
    daysGone: gone - 1,
    daysLeft: days - gone + 1,
    currency: 'EUR',
    cost: { total: text(total), lines: [], unpricedDays: 0, faults: [] },
    amounts: byUtility((utility) => ({ used: used[utility], estimated: 0, cost: text(costs[utility]) })),
    priceNow: {},
    coverage: 1,
    likely: {
      low: text(expected * 0.97),
      expected: text(expected),
      high: text(expected * 1.03),
      basedOnDays: 28,
      use: {},
    },
    likelyMissing: null,
    waiting: [],
    compared: null,
  };
}
