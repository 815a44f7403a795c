/** The bills that a Green Button feed tells: one for each billing period that it gives a total for. */
import type { FileBill, Utility } from '@wattershed/contracts';
import { billLines, clipped } from './bill-lines.ts';
import { amountOf, currencyOf, isGas, utilityOfService } from './reading-type.ts';
import { type FeedEntry, type FeedReading, type FeedSummary, whole } from './walk-feed.ts';

export interface FeedBill {
  /** Path of the usage point that it is the bill of; empty: of the only one. */
  readonly point: string;
  readonly bill: FileBill;
}

/** What a feed says beside its summaries. */
export interface FeedPlaces {
  pointOf(path: string): FeedEntry | undefined;
  /** All that it tells is of one usage point. */
  readonly isOfOnePoint: boolean;
  /** Of the costs of all its readings; null: not said, or several. */
  readonly currency: string | null;
}

/** A billing period, as yet without a total that is known to be one. */
export interface FeedPeriod {
  readonly summary: FeedSummary;
  readonly point: string;
  readonly utility: Utility;
  readonly startS: number;
  readonly endS: number;
  readonly used: number | null;
  /** What was billed for it; null: the feed does not say. */
  readonly billed: number | null;
}

export const mostBills = 120;
const longestName = 70;
const earliestS = Date.UTC(2000, 0, 1) / 1000;
const latestS = Date.UTC(2100, 0, 1) / 1000;
/** In hundred-thousandths, as in the table of bills. */
const mostMoney = 100_000_000 * 100_000;
/** ESPI 1.1, QualityOfReading: estimated by a day like it, or by interpolation; projected. */
const estimatedQualities = new Set(['8', '9', '12']);

const moneyOf = (text: string | undefined): number | null => {
  const amount = whole(text ?? '');
  return amount !== null && Math.abs(amount) < mostMoney ? amount : null;
};

const pathOfPoint = ({ self, up }: FeedSummary): string =>
  (self || up).split(/\/(?:ElectricPower)?UsageSummary(?:\/|$)/)[0] ?? '';

/** Null: gas, or no period at all. */
export const periodOf = (summary: FeedSummary, places: FeedPlaces): FeedPeriod | null => {
  const { fields } = summary;
  const point = places.isOfOnePoint ? '' : pathOfPoint(summary);
  const service = places.pointOf(point)?.fields.get('kind');
  if (isGas(service, fields.get('commodity'))) return null;
  const consumption = (name: string) => fields.get(`overallConsumptionLastPeriod/${name}`);
  const amount = amountOf(consumption('uom'), consumption('powerOfTenMultiplier'), whole(consumption('value') ?? ''));
  const utility = amount?.utility ?? utilityOfService(service);
  const startS = whole(fields.get('billingPeriod/start') ?? '');
  const duration = whole(fields.get('billingPeriod/duration') ?? '');
  if (utility === null || startS === null || duration === null || duration <= 0) return null;
  const endS = startS + duration;
  if (startS < earliestS || endS > latestS) return null;
  const used = amount?.used ?? null;
  const billed = moneyOf(fields.get('billLastPeriod'));
  return { summary, point, utility, startS, endS, used, billed };
};

/** `total`: what was billed, or what its readings cost. */
export const billOf = (period: FeedPeriod, total: number, places: FeedPlaces): FileBill => {
  const { summary, point, utility, startS, endS, used, billed } = period;
  const { fields, items } = summary;
  const additional = moneyOf(fields.get('costAdditionalLastPeriod'));
  const toldAt = whole(fields.get('statusTimeStamp') ?? '');
  const title = places.pointOf(point)?.title || 'Green Button';
  return {
    column: clipped(title, longestName),
    utility,
    start: new Date(startS * 1000).toISOString(),
    end: new Date(endS * 1000).toISOString(),
    total,
    currency: currencyOf(fields) ?? places.currency,
    used,
    isEstimated: estimatedQualities.has(fields.get('qualityOfReading') ?? ''),
    isEarly: toldAt !== null && toldAt > startS && toldAt < endS,
    isSummed: billed === null,
    lines: billLines(items, additional, total),
  };
};

export interface CostSums {
  readonly add: (reading: FeedReading) => void;
  /** What its readings cost, with what is charged besides; null where they do not fill the period, or cost nothing. */
  totalOf(period: FeedPeriod): number | null;
}

/** Adds up the costs of readings by billing period, for periods that have no total. */
export const costSums = (periods: readonly FeedPeriod[]): CostSums => {
  const sums = new Map(periods.map((period) => [period, { cost: 0, seconds: 0 }]));
  return {
    add: ({ series, start, duration, cost }) => {
      if (start === null || duration === null || cost === null) return;
      for (const [{ point, startS, endS }, sum] of sums) {
        if (start < startS || start + duration > endS || !isBelow(series, point)) continue;
        sum.cost += cost;
        sum.seconds += duration;
      }
    },
    totalOf: (period) => {
      const { cost, seconds } = sums.get(period) ?? { cost: 0, seconds: 0 };
      if (cost === 0 || seconds !== period.endS - period.startS) return null;
      return cost + (moneyOf(period.summary.fields.get('costAdditionalLastPeriod')) ?? 0);
    },
  };
};

/** Whether a series is of a usage point. */
export const isBelow = (series: string, point: string): boolean => point === '' || series.startsWith(`${point}/`);
