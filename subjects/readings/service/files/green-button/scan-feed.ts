/** One pass over a feed: which series it holds, what their numbers mean, and over which time. */
import { FileError, type OpenFile } from '../open-file.ts';
import {
  billOf,
  clipped,
  costSums,
  type FeedBill,
  type FeedPlaces,
  maxBills,
  periodOf,
  periodsApart,
} from './feed-bills.ts';
import { currencyOf, meaningOf, type NumberMeaning } from './reading-type.ts';
import { type FeedEntry, type FeedReading, type FeedSummary, walkFeed } from './walk-feed.ts';

interface FeedCost {
  readonly amount: number;
  /** ISO 4217; null: not said. */
  readonly currency: string | null;
}

export interface FeedSeries {
  /** As the feed's readings name it. */
  readonly path: string;
  /** As people name it; no two are alike. */
  readonly name: string;
  /** Null: neither energy nor water. */
  readonly meaning: NumberMeaning | null;
  readonly readings: number;
  /** What the utility charges for all of it, where the feed says so. */
  readonly cost: FeedCost | null;
  /** The first of its values below zero. */
  readonly firstNegatives: readonly { readonly line: number; readonly value: number }[];
}

export interface FeedScan {
  readonly series: readonly FeedSeries[];
  readonly readings: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  /** The length of most readings, in seconds. */
  readonly stepS: number | null;
  /** The first ones. */
  readonly sample: readonly FeedReading[];
  /** The latest first. */
  readonly bills: readonly FeedBill[];
}

const sampleSize = 10;
const maxSeries = 300;
const maxSteps = 1000;
const maxSummaries = 400;
/** ESPI gives costs in hundred-thousandths. */
const costUnits = 100_000;

/** Throws a FileError for a feed that cannot be read; one without readings has no series. */
export const scanFeed = async (open: OpenFile, onBytes: (read: number) => void): Promise<FeedScan> => {
  const points = new Map<string, FeedEntry>();
  const meters = new Map<string, FeedEntry>();
  const types = new Map<string, FeedEntry>();
  const counts = new Map<string, number>();
  const costs = new Map<string, number>();
  const steps = new Map<number, number>();
  const negatives = new Map<string, { line: number; value: number }[]>();
  const sample: FeedReading[] = [];
  const summaries: FeedSummary[] = [];
  let [readings, firstAt, lastAt]: [number, number | null, number | null] = [0, null, null];

  await walkFeed(open, onBytes, {
    usagePoint: (entry) => points.set(entry.self, entry),
    meterReading: (entry) => meters.set(entry.self, entry),
    readingType: (entry) => types.set(typeKey(entry.self), entry),
    summary: (entry) => summaries.length < maxSummaries && summaries.push(entry),
    reading: (reading) => {
      const { series, start, duration, cost, line, value } = reading;
      readings += 1;
      counts.set(series, (counts.get(series) ?? 0) + 1);
      if (cost !== null) costs.set(series, (costs.get(series) ?? 0) + cost);
      if (value !== null && value < 0)
        negatives.set(series, [...(negatives.get(series) ?? []), { line, value }].slice(0, 5));
      if (counts.size > maxSeries) throw new FileError('too-large');
      if (sample.length < sampleSize) sample.push(reading);
      if (start === null) return;
      firstAt = Math.min(firstAt ?? start, start);
      lastAt = Math.max(lastAt ?? start, start + (duration ?? 0));
      if (duration !== null && (steps.has(duration) || steps.size < maxSteps))
        steps.set(duration, (steps.get(duration) ?? 0) + 1);
    },
  });

  const names = new Set<string>();
  const series = [...counts].map(([path, count]): FeedSeries => {
    const point = pointOf(path, points);
    const type = typeOf(meters.get(path), types);
    const meaning = type ? meaningOf(type.fields, point?.fields.get('kind')) : null;
    const name = nameApart(point?.title || meters.get(path)?.title || 'Green Button', names);
    const charged = costs.get(path);
    const cost = charged ? { amount: charged / costUnits, currency: type ? currencyOf(type.fields) : null } : null;
    return { path, name, meaning, readings: count, cost, firstNegatives: negatives.get(path) ?? [] };
  });
  const usual = [...steps].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
  const utilities = new Map(series.map(({ path, meaning }) => [path, meaning?.utility ?? null]));
  const bills = await billsIn(open, summaries, costs.size > 0, {
    pointOf: (path) => pointOf(path, points),
    isOfOnePoint: points.size <= 1,
    currency: onlyCurrency(types),
    utilityOf: (path) => utilities.get(path) ?? null,
  });
  return { series, readings, firstAt, lastAt, stepS: usual > 0 ? usual : null, sample, bills };
};

/** Where a period has no total and readings have costs, the feed is walked once more: costs may stand before periods. */
const billsIn = async (
  open: OpenFile,
  summaries: readonly FeedSummary[],
  hasCosts: boolean,
  places: FeedPlaces,
): Promise<FeedBill[]> => {
  const told = summaries.flatMap((summary) => periodOf(summary, places) ?? []);
  const periods = periodsApart(told)
    .sort((a, b) => b.startS - a.startS)
    .slice(0, maxBills);
  const sums = costSums(
    periods.filter(({ billed }) => billed === null),
    places,
  );
  if (hasCosts && periods.some(({ billed }) => billed === null)) await walkFeed(open, () => {}, { reading: sums.add });
  return periods.flatMap((period) => {
    const total = period.billed ?? sums.totalOf(period);
    return total === null ? [] : [{ point: period.point, bill: billOf(period, total, places) }];
  });
};

const onlyCurrency = (types: ReadonlyMap<string, FeedEntry>): string | null => {
  const told = new Set([...types.values()].map(({ fields }) => currencyOf(fields)));
  return told.size === 1 ? ([...told][0] ?? null) : null;
};

/** `a/b/ReadingType/07` and `ReadingType/07` are the same. */
const typeKey = (path: string): string => path.slice(Math.max(0, path.indexOf('ReadingType/')));

const pointOf = (path: string, points: ReadonlyMap<string, FeedEntry>): FeedEntry | undefined =>
  points.get(path.split('/MeterReading')[0] ?? '') ?? (points.size === 1 ? [...points.values()][0] : undefined);

/** The one that the meter reading names; where it names none, the only one there is. */
const typeOf = (meter: FeedEntry | undefined, types: ReadonlyMap<string, FeedEntry>): FeedEntry | undefined => {
  const named = meter?.related.map(typeKey).find((key) => types.has(key));
  if (named !== undefined) return types.get(named);
  return types.size === 1 ? [...types.values()][0] : undefined;
};

const nameApart = (wish: string, taken: Set<string>): string => {
  const base = clipped(wish, 70);
  let name = base;
  for (let n = 2; taken.has(name); n += 1) name = `${base} (${n})`;
  taken.add(name);
  return name;
};
