/** What use cost over time: each cycle is priced as a whole, and its cost shared among the hours, days, weeks or months of its devices. */
import { type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { Transaction } from '#kernel/db.ts';
import type { CostBucket, UsageCostRow, UsageCosts } from '../contract/bill-costs.ts';
import type { BillingCycle } from '../domain/bill/billing-cycle.ts';
import { type Exact, exact, minorDigits, sumOf, textOf, zero } from '../domain/tariff/exact.ts';
import { type IntervalUse, knownOffsets, placeUse, withAmounts } from '../domain/tariff/interval-use.ts';
import { drawnAlone } from '../domain/tariff/meter-use.ts';
import type { PricedTerm } from '../domain/tariff/price-bill.ts';
import { localDayOf } from '../domain/tariff/schedule-periods.ts';
import { type BillingSnapshot, metersOf } from './billing-snapshot.ts';
import { createCyclePricer, type CyclePricer, readDeviceQuarters } from './price-cycles.ts';
import type { LocalDays } from './read-market.ts';
import { shareTerms, usedIn } from './read-costs.ts';
import { begunCycles, daysIn, missingOn, outside, overlap } from './read-period-costs.ts';

export interface CostQuestion extends LocalDays {
  /** `hour-of-day`: each hour of the clock, over all of the days. */
  readonly bucket: CostBucket | 'year' | 'hour-of-day';
  readonly by: 'utility' | 'device';
}

/** Beyond those of the currency: a lamp's hour is less than a cent, and many of them are not nothing. */
const finerDigits = 4;

/** The use of one utility, or of one device. */
interface Source {
  readonly utility: Utility;
  readonly deviceId?: string;
  readonly use: IntervalUse;
}

interface Part extends Omit<Source, 'use'> {
  readonly key: string;
  readonly start: string;
  readonly use: IntervalUse;
}

/** What of a cycle lies in the period. */
interface Span {
  readonly currency: string | null;
  readonly terms: readonly PricedTerm[];
  readonly days: LocalDays;
  readonly parts: readonly Part[];
}

const mondayOf = (day: LocalDay): LocalDay => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

const startOfDay: Record<Exclude<CostQuestion['bucket'], 'hour' | 'hour-of-day'>, (day: LocalDay) => string> = {
  day: (day) => day,
  week: mondayOf,
  month: (day) => `${day.slice(0, 7)}-01`,
  year: (day) => `${day.slice(0, 4)}-01-01`,
};

/** The start of the bucket that each interval lies in, as use is answered. */
const bucketsOf = (use: IntervalUse, { bucket }: CostQuestion, timeZone: string): string[] => {
  const offsetAt = knownOffsets(timeZone);
  const starts = Array.from(use.startS);
  if (bucket === 'hour-of-day')
    return starts.map((at) =>
      String(Math.floor(((((at + offsetAt(at)) % 86_400) + 86_400) % 86_400) / 3600)).padStart(2, '0'),
    );
  if (bucket === 'hour')
    return starts.map((at) => {
      const local = at + offsetAt(at);
      return new Date((at - (((local % 3600) + 3600) % 3600)) * 1000).toISOString().replace('.000Z', 'Z');
    });
  const { day } = placeUse(use, timeZone);
  const known = new Map<number, string>();
  return starts.map((_, i) => {
    const number = day[i] ?? 0;
    const first = known.get(number) ?? startOfDay[bucket](localDayOf(number));
    known.set(number, first);
    return first;
  });
};

/** A source's use, bucket by bucket. */
const splitUse = ({ use, ...source }: Source, question: CostQuestion, timeZone: string): Part[] => {
  const starts = bucketsOf(use, question, timeZone);
  const parts = new Map<string, number[]>();
  starts.forEach((start, i) => {
    const part = parts.get(start) ?? [];
    part.push(i);
    parts.set(start, part);
  });
  const drawn = drawnAlone(use);
  return [...parts].map(([start, places]) => {
    const pick = (values: ArrayLike<number>): number[] => places.map((i) => values[i] ?? 0);
    return {
      ...source,
      start,
      key: `${start} ${source.utility} ${source.deviceId ?? ''}`,
      use: { spanS: use.spanS, startS: pick(use.startS), ...withAmounts(drawn, pick) },
    };
  });
};

/** What was used on these days and under none of the terms. */
const beyondTerms = ({ use }: Part, terms: readonly PricedTerm[], timeZone: string): number => {
  const rest = terms.reduce((left, { term }) => outside(left, term, timeZone), use);
  return usedIn(rest);
};

interface SharedSpan {
  readonly rows: readonly (UsageCostRow & { readonly exactCost: Exact })[];
  readonly fixed: ReadonlyMap<Utility, Exact>;
  readonly missing: readonly string[];
}

/** No bucket of the period has it. */
const restKey = '';

const shareSpan = ({ terms: all, days, parts }: Span, digits: number, timeZone: string): SharedSpan => {
  const fixed = new Map<Utility, Exact>();
  const rows = utilityIds.flatMap((utility) => {
    const own = parts.filter((part) => part.utility === utility);
    const terms = all.filter(({ term }) => term.utility === utility);
    const shared = terms.map((one) => {
      const rest = outside(one.input.use, days, timeZone);
      const cost = shareTerms([one], [...own, { key: restKey, use: rest }], digits);
      // What goes by time falls to each day of its term alike.
      const share = exact(daysIn(one.term, days), daysIn(one.term, one.term));
      fixed.set(utility, (fixed.get(utility) ?? zero).add(exact(cost.fixed).mul(share)));
      return cost;
    });
    return own.map(({ start, utility: of, deviceId, key, ...part }) => ({
      start,
      utility: of,
      ...(deviceId !== undefined && { deviceId }),
      cost: '0',
      exactCost: sumOf(shared.map(({ costOf }) => exact(costOf(key)))),
      unpriced:
        beyondTerms({ start, utility: of, key, ...part }, terms, timeZone) +
        shared.reduce((sum, { unpricedOf }) => sum + unpricedOf(key), 0),
    }));
  });
  return { rows, fixed, missing: missingOn(all, days) };
};

/** Of a cycle in another currency, or under no tariff: all of it is without a price. */
const unpricedSpan = ({ parts }: Span): SharedSpan => ({
  fixed: new Map(),
  missing: [],
  rows: parts.map(({ start, utility, deviceId, use }) => ({
    start,
    utility,
    ...(deviceId !== undefined && { deviceId }),
    cost: '0',
    exactCost: zero,
    unpriced: usedIn(use),
  })),
});

/** A week or a month may lie in two cycles. */
const sumRows = (rows: SharedSpan['rows'], digits: number): UsageCostRow[] => {
  const sums = new Map<string, SharedSpan['rows'][number]>();
  for (const row of rows) {
    const key = `${row.start} ${row.utility} ${row.deviceId ?? ''}`;
    const sum = sums.get(key);
    sums.set(
      key,
      sum ? { ...row, exactCost: sum.exactCost.add(row.exactCost), unpriced: sum.unpriced + row.unpriced } : row,
    );
  }
  return [...sums.values()].map(({ exactCost, ...row }) => ({ ...row, cost: textOf(exactCost, 0, digits) }));
};

const sumFixed = (spans: readonly SharedSpan[], digits: number): UsageCosts['fixed'] =>
  utilityIds.flatMap((utility) => {
    const own = spans.flatMap(({ fixed }) => fixed.get(utility) ?? []);
    return own.length === 0 ? [] : [{ utility, amount: textOf(sumOf(own), 0, digits) }];
  });

/** Several questions about one home: each cycle is priced once for all of them. The days after today have used nothing yet. */
export const readCostsOverTime = async (
  tx: Transaction,
  snapshot: BillingSnapshot,
  questions: readonly CostQuestion[],
): Promise<UsageCosts[]> => {
  const pricer = createCyclePricer(tx, snapshot);
  const priced = new Map<string, Promise<PricedTerm[]>>();
  const termsOf = (cycle: BillingCycle): Promise<PricedTerm[]> => {
    const key = `${cycle.start} ${cycle.end}`;
    const terms = priced.get(key) ?? pricer.terms(cycle);
    priced.set(key, terms);
    return terms;
  };
  const answers: UsageCosts[] = [];
  for (const question of questions) answers.push(await answerOne(tx, snapshot, question, pricer, termsOf));
  return answers;
};

const answerOne = async (
  tx: Transaction,
  snapshot: BillingSnapshot,
  question: CostQuestion,
  pricer: CyclePricer,
  termsOf: (cycle: BillingCycle) => Promise<PricedTerm[]>,
): Promise<UsageCosts> => {
  const { household, timeZone } = snapshot;
  const { by, start, end } = question;
  const spans: Span[] = [];
  for (const cycle of begunCycles(snapshot, question)) {
    const days = overlap(cycle, { start, end });
    const terms = (await termsOf(cycle)).filter(({ term }) => daysIn(term, days) > 0);
    const sources =
      by === 'device'
        ? await readDeviceQuarters(tx, household, days, timeZone, metersOf(snapshot.tariffs))
        : await pricer
            .useOf(days.start, days.end)
            .then((use) => utilityIds.map((utility) => ({ utility, use: use[utility] })));
    const parts = sources.flatMap(({ utility, use, ...source }) =>
      splitUse({ utility, use, ...('deviceId' in source && { deviceId: source.deviceId }) }, question, timeZone),
    );
    spans.push({ currency: terms[0]?.term.plan.currency ?? null, terms, days, parts });
  }
  const currency = spans.findLast((span) => span.currency !== null)?.currency ?? null;
  if (currency === null) return { household, currency, fixed: [], rows: [], missing: [] };
  const digits = minorDigits(currency) + finerDigits;
  const shared = spans.map((span) =>
    span.currency === currency ? shareSpan(span, digits, timeZone) : unpricedSpan(span),
  );
  return {
    household,
    currency,
    fixed: sumFixed(shared, digits),
    rows: sumRows(
      shared.flatMap(({ rows }) => rows),
      digits,
    ),
    missing: [...new Set(shared.flatMap(({ missing }) => missing))],
  };
};
