/** The bills that a Green Button feed tells: one for each billing period that it gives a total for. */
import type { Utility } from '#catalogue/index.ts';
import type { BillPart, FileBill } from '../../../contract/imports.ts';
import { amountOf, currencyOf, isForeign, serviceOf, utilityOfService } from './reading-type.ts';
import { type FeedEntry, type FeedReading, type FeedSummary, maxItems, whole } from './walk-feed.ts';

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
  /** Of a series of readings; null: neither. */
  utilityOf(series: string): Utility | null;
}

/** A billing period, as yet without a total that is known to be one. */
interface FeedPeriod {
  readonly summary: FeedSummary;
  readonly point: string;
  readonly utility: Utility;
  readonly startS: number;
  readonly endS: number;
  readonly used: number | null;
  /** What was billed for it; null: the feed does not say. */
  readonly billed: number | null;
}

export const maxBills = 120;
const maxName = 70;
const minStartS = Date.UTC(2000, 0, 1) / 1000;
const latestS = Date.UTC(2100, 0, 1) / 1000;
/** In hundred-thousandths, as in the table of bills. */
const maxMoney = 100_000_000 * 100_000;
/** ESPI 1.1, QualityOfReading: estimated by a day like it, or by interpolation; projected. */
const estimatedQualities = new Set(['8', '9', '12']);

const moneyOf = (text: string | undefined): number | null => {
  const amount = whole(text ?? '');
  return amount !== null && Math.abs(amount) < maxMoney ? amount : null;
};

const pathOfPoint = ({ self, up }: FeedSummary): string =>
  (self || up).split(/\/(?:ElectricPower)?UsageSummary(?:\/|$)/)[0] ?? '';

/** Null: gas, or no period at all. */
export const periodOf = (summary: FeedSummary, places: FeedPlaces): FeedPeriod | null => {
  const { fields } = summary;
  const point = places.isOfOnePoint ? '' : pathOfPoint(summary);
  const service = serviceOf(places.pointOf(point)?.fields.get('kind'), fields.get('commodity'));
  if (isForeign(service)) return null;
  const consumption = (name: string) => fields.get(`overallConsumptionLastPeriod/${name}`);
  const [uom, power] = [consumption('uom'), consumption('powerOfTenMultiplier')];
  const amount = amountOf(uom, power, whole(consumption('value') ?? ''), service);
  const utility = amount?.utility ?? utilityOfService(service);
  const startS = whole(fields.get('billingPeriod/start') ?? '');
  const duration = whole(fields.get('billingPeriod/duration') ?? '');
  if (utility === null || startS === null || duration === null || duration <= 0) return null;
  const endS = startS + duration;
  if (startS < minStartS || endS > latestS) return null;
  const used = amount?.used ?? null;
  const billed = moneyOf(fields.get('billLastPeriod'));
  return { summary, point, utility, startS, endS, used, billed };
};

/** What is charged besides the use; null: not said. The sum of its lines is enough where the total is a sum, too. */
const additionalOf = ({ summary, billed }: FeedPeriod): number | null => {
  const said = moneyOf(summary.fields.get('costAdditionalLastPeriod'));
  return said ?? (billed === null ? chargedBesides(summary.items) : null);
};

/** How much is said of its money: a total, what is charged besides the use, or nothing. */
const saidOf = ({ billed, summary: { fields, items } }: FeedPeriod): number => {
  if (billed !== null) return 2;
  return fields.has('costAdditionalLastPeriod') || items.length > 0 ? 1 : 0;
};

/** What is said of the same days of a utility is one: the last that says as much of its money holds. */
export const periodsApart = (told: readonly FeedPeriod[]): FeedPeriod[] => {
  const apart = new Map<string, FeedPeriod>();
  for (const period of told) {
    const key = `${period.startS} ${period.endS} ${period.utility} ${period.point}`;
    const earlier = apart.get(key);
    const holds = earlier !== undefined && saidOf(earlier) > saidOf(period) ? earlier : period;
    apart.set(key, { ...holds, used: holds.used ?? period.used ?? earlier?.used ?? null });
  }
  return [...apart.values()];
};

/** `total`: what was billed, or what its readings cost. */
export const billOf = (period: FeedPeriod, total: number, places: FeedPlaces): FileBill => {
  const { summary, point, utility, startS, endS, used, billed } = period;
  const { fields, items } = summary;
  const toldAt = whole(fields.get('statusTimeStamp') ?? '');
  const title = places.pointOf(point)?.title || 'Green Button';
  return {
    column: clipped(title, maxName),
    utility,
    start: new Date(startS * 1000).toISOString(),
    end: new Date(endS * 1000).toISOString(),
    total,
    currency: currencyOf(fields) ?? places.currency,
    used,
    isEstimated: estimatedQualities.has(fields.get('qualityOfReading') ?? ''),
    isEarly: toldAt !== null && toldAt > startS && toldAt < endS,
    isSummed: billed === null,
    lines: billLines(items, additionalOf(period), total),
  };
};

interface CostSums {
  readonly add: (reading: FeedReading) => void;
  /** What its readings cost, with what is charged besides; null where they do not fill it, or where either is not said. */
  totalOf(period: FeedPeriod): number | null;
}

/** What the readings of a series cost within a period. */
interface SeriesCost {
  cost: number;
  seconds: number;
  firstS: number;
  lastS: number;
  /** Not all of them cost nothing. */
  isCharged: boolean;
}

const addCost = (of: Map<string, SeriesCost>, series: string, startS: number, seconds: number, cost: number): void => {
  const sum = of.get(series) ?? { cost: 0, seconds: 0, firstS: startS, lastS: startS, isCharged: false };
  sum.cost += cost;
  sum.seconds += seconds;
  sum.firstS = Math.min(sum.firstS, startS);
  sum.lastS = Math.max(sum.lastS, startS + seconds);
  sum.isCharged ||= cost !== 0;
  of.set(series, sum);
};

/** Of the series that cost something, one after another; null: not all the time, two at a time, or nothing. */
const costOver = (of: ReadonlyMap<string, SeriesCost>, seconds: number): number | null => {
  const charged = [...of.values()].filter(({ isCharged }) => isCharged).sort((a, b) => a.firstS - b.firstS);
  if (charged.some(({ firstS }, i) => firstS < (charged[i - 1]?.lastS ?? firstS))) return null;
  if (charged.reduce((sum, one) => sum + one.seconds, 0) !== seconds) return null;
  return charged.reduce((sum, one) => sum + one.cost, 0) || null;
};

/** Adds up the costs of readings by billing period and series, for periods that have no total. */
export const costSums = (periods: readonly FeedPeriod[], places: FeedPlaces): CostSums => {
  const sums = new Map(periods.map((period) => [period, new Map<string, SeriesCost>()]));
  return {
    add: ({ series, start, duration, cost }) => {
      if (start === null || duration === null || cost === null) return;
      const utility = places.utilityOf(series);
      for (const [period, bySeries] of sums) {
        if (utility !== period.utility || !isBelow(series, period.point)) continue;
        if (start >= period.startS && start + duration <= period.endS) addCost(bySeries, series, start, duration, cost);
      }
    },
    totalOf: (period) => {
      const cost = costOver(sums.get(period) ?? new Map(), period.endS - period.startS);
      const additional = additionalOf(period);
      return cost === null || additional === null ? null : cost + additional;
    },
  };
};

/** Whether a series is of a usage point. */
export const isBelow = (series: string, point: string): boolean => point === '' || series.startsWith(`${point}/`);

// The lines of a utility's bill as a Green Button feed gives them, sorted by what they are for; they sum to its total, exactly.

type Line = FileBill['lines'][number];

/**
 * ESPI 3.3, ItemKind: fees and credits for generation and use, administration, tax. A fee for delivery is by the kilowatt-hour, by the
 * day or both: its measurement tells.
 */
const partOfKind: Readonly<Record<string, BillPart>> = {
  '1': 'use',
  '3': 'use',
  '4': 'fixed',
  '5': 'tax',
  '6': 'use',
  '8': 'fixed',
};
const delivery = new Set(['2', '7']);
/** What was paid before, and what is said for information, are no part of what is charged. */
const notCharged = new Set(['9', '10']);
const maxNote = 120;
/** Utilities round each line to a cent: of so few hundred-thousandths nobody asks what they are for. */
const roundedAway = 2000;

/** Whole characters: half of one cannot be kept. */
export const clipped = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

const partOf = (item: ReadonlyMap<string, string>): BillPart => {
  const kind = item.get('itemKind') ?? '';
  if (!delivery.has(kind)) return partOfKind[kind] ?? 'other';
  return item.has('measurement/value') || item.has('unitCost') ? 'use' : 'other';
};

const lineOf = (item: ReadonlyMap<string, string>): Line[] => {
  const amount = whole(item.get('amount') ?? '');
  if (amount === null || amount === 0 || notCharged.has(item.get('itemKind') ?? '')) return [];
  return [{ part: partOf(item), note: clipped(item.get('note') ?? '', maxNote), amount }];
};

/**
 * What the items charge besides the use, in hundred-thousandths; null: they do not say. ESPI calls them additional charges, but
 * utilities also list the use there: an item that is for the use, or for nobody says what, may be in the costs of the readings too.
 */
const chargedBesides = (items: FeedSummary['items']): number | null => {
  if (items.length > maxItems) return null;
  let sum = 0;
  for (const item of items) {
    const kind = item.get('itemKind') ?? '';
    const amount = whole(item.get('amount') ?? '');
    if (amount === 0 || notCharged.has(kind)) continue;
    const isSaid = delivery.has(kind) || Object.hasOwn(partOfKind, kind);
    if (amount === null || !isSaid || partOf(item) === 'use') return null;
    sum += amount;
  }
  return sum;
};

const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** `additional`: what the feed says that is charged besides the use; null: it does not say. */
export const billLines = (items: FeedSummary['items'], additional: number | null, total: number): Line[] => {
  const told = items.slice(0, maxItems).flatMap(lineOf);
  const lines: Line[] = told.length === 0 && additional ? [{ part: 'other', note: '', amount: additional }] : told;
  if (lines.length === 0) return [];
  const rest = total - sumOf(lines);
  if (rest === 0) return lines;
  // Where they are all that is charged besides the use, what is left is for the use.
  const isForUse = (additional !== null && sumOf(lines) === additional) || Math.abs(rest) <= roundedAway;
  return [...lines, { part: isForUse ? 'use' : 'other', note: '', amount: rest }];
};
