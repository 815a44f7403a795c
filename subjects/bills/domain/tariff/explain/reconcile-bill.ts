/** Where and why a utility's bill is not ours: its dates, its readings, its prices, its taxes, and what nobody can explain. */
import { type BillingUnit, byUtility } from '#catalogue/index.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { BillLine } from '../../bill/bill.ts';
import type { PricedCycle } from '../charges/charge-days.ts';
import { type Exact, exact, minorDigits, sumOf, textOf, zero } from '../exact.ts';
import { type IntervalUse, spreadDays } from '../interval-use.ts';
import type { DecimalText } from '../plan.ts';
import { type Agreement, priceTerms, termsOf } from '../price-bill.ts';
import type { PriceSeries } from '../price-series.ts';
import { pricingOf } from '../pricing.ts';
import type { DayColours } from '../schedule-periods.ts';

/** What a utility's bill says; parts of it that it does not tell apart are left out. Money in the tariff's currency. */
export interface UtilityBill {
  readonly start: LocalDay;
  /** The first day after it. */
  readonly end: LocalDay;
  readonly total: DecimalText;
  /** In the tariff's billing units. */
  readonly used?: DecimalText | undefined;
  readonly isEstimated?: boolean | undefined;
  readonly useAmount?: DecimalText | undefined;
  readonly fixedAmount?: DecimalText | undefined;
  readonly taxAmount?: DecimalText | undefined;
}

export interface ReconcileInput {
  readonly theirs: UtilityBill;
  readonly agreements: readonly Agreement[];
  readonly timeZone: string;
  /** The regular cycle that `theirs` is, for charges by the month. */
  readonly cycle: PricedCycle;
  /** Our own bill's, of which theirs is another view. */
  readonly ours: { readonly cycle: PricedCycle; readonly total: DecimalText };
  /** Of one utility, over both periods. */
  readonly use: IntervalUse;
  /** The share of their period in which meters were heard; null: nobody can tell. */
  readonly coverage: number | null;
  readonly prices?: Readonly<Record<string, PriceSeries>> | undefined;
  readonly colours?: DayColours | undefined;
}

/**
 * `dates`: other days. `estimated-read`, `missing-data`, `use`: other use, as theirs is estimated, ours is not whole, or for no known
 * reason. `tier`: that use comes into other blocks. `rate`, `fixed`, `tax`: other prices. `residual`: what is left.
 */
type ReconcileKind =
  | 'dates'
  | 'estimated-read'
  | 'missing-data'
  | 'use'
  | 'tier'
  | 'rate'
  | 'fixed'
  | 'tax'
  | 'residual';

interface ReconcilePart {
  readonly kind: ReconcileKind;
  /** What theirs is dearer by. */
  readonly amount: DecimalText;
  /** What theirs and ours say: days, use in Wh or mL, or money. */
  readonly theirs?: DecimalText | undefined;
  readonly ours?: DecimalText | undefined;
}

export interface Reconciled {
  readonly currency: string;
  readonly unit: BillingUnit;
  readonly ours: DecimalText;
  readonly theirs: DecimalText;
  /** `theirs` - `ours`; the parts sum to it, exactly. */
  readonly difference: DecimalText;
  readonly parts: readonly ReconcilePart[];
}

/** Below this much of a period heard, our own use is not whole. */
const wholeCoverage = 0.98;

interface Priced {
  readonly total: Exact;
  readonly use: Exact;
  readonly tax: Exact;
  /** What goes by time: all that is neither use nor tax. */
  readonly fixed: Exact;
}

const sumOfKind = (lines: readonly BillLine[], isOf: (line: BillLine) => boolean): Exact =>
  sumOf(lines.filter(isOf).map(({ amount }) => exact(amount)));

const pricedAs = (
  input: ReconcileInput,
  cycle: PricedCycle,
  use: IntervalUse,
  utility: Agreement['utility'],
): Priced => {
  const { agreements, timeZone, prices, colours } = input;
  const none = { spanS: 900, startS: [], used: [] };
  const only = byUtility((one) => (one === utility ? use : none));
  const own = agreements.filter((one) => one.utility === utility);
  const bills = priceTerms({ cycle, timeZone, agreements: own, use: only, prices, colours }).map(({ bill }) => bill);
  const lines = bills.flatMap((bill) => bill.lines);
  const total = sumOf(bills.map((bill) => exact(bill.total)));
  const ofUse = sumOfKind(lines, ({ kind }) => kind === 'use');
  const tax = sumOfKind(lines, ({ kind }) => kind === 'tax');
  return { total, use: ofUse, tax, fixed: total.sub(ofUse).sub(tax) };
};

const within = ({ startS, used, spanS }: IntervalUse, keep: (index: number) => boolean): IntervalUse => {
  const kept = Array.from(startS, (_, i) => i).filter(keep);
  return { spanS, startS: kept.map((i) => startS[i] ?? 0), used: kept.map((i) => used[i] ?? 0) };
};

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((all, one) => all + one, 0);

/** Our hours with their amount: every interval by the same factor, whole units, with their sum exact. */
const scaled = (use: IntervalUse, to: number): IntervalUse => {
  const whole = sum(use.used);
  let [seen, given] = [0, 0];
  return {
    ...use,
    used: Array.from(use.used, (used) => {
      seen += used;
      const until = Math.round((to * seen) / whole);
      const own = until - given;
      given = until;
      return own;
    }),
  };
};

/** Theirs where ours has nothing to scale: evenly over their days. */
const asTheirs = (use: IntervalUse, to: number, { theirs, timeZone }: ReconcileInput): IntervalUse => {
  if (sum(use.used) > 0) return scaled(use, to);
  const days = daysBetween(theirs.start, theirs.end);
  const perDay = Array.from({ length: days }, (_, i) => ({
    day: new Date(Date.parse(theirs.start) + i * 86_400_000).toISOString().slice(0, 10),
    used: Math.round((to * (i + 1)) / days) - Math.round((to * i) / days),
  }));
  return spreadDays(perDay, { spanS: 900, startS: [], used: [] }, timeZone);
};

const useKind = ({ theirs, coverage }: ReconcileInput, theirUse: number, ourUse: number): ReconcileKind => {
  if (theirs.isEstimated === true) return 'estimated-read';
  return coverage !== null && coverage < wholeCoverage && theirUse > ourUse ? 'missing-data' : 'use';
};

/** What a tax adds to a part of a bill: theirs is on the whole, in the share that ours has. */
const withTax = (amount: Exact, priced: Priced): Exact => {
  const net = priced.total.sub(priced.tax);
  return net.equals(0) ? amount : amount.mul(net.add(priced.tax)).div(net);
};

/** Null where no tariff is in force in their period. `inPeriod`: whether an interval, by its start, lies in it. */
export const reconcileBill = (
  input: ReconcileInput,
  utility: Agreement['utility'],
  inPeriod: (startS: number) => boolean,
): Reconciled | null => {
  const { theirs, ours, use, agreements } = input;
  const cycle: PricedCycle = { ...input.cycle, start: theirs.start, end: theirs.end };
  const term = termsOf(utility, cycle, agreements).at(-1);
  if (!term) return null;
  const { plan } = term;
  const own = within(use, (i) => inPeriod(use.startS[i] ?? 0));
  const size = pricingOf({ ...term, cycle, timeZone: input.timeZone, use: own }).unitOn(addDays(theirs.end, -1));
  const ourUse = sum(own.used);
  const onTheirDays = pricedAs(input, cycle, own, utility);
  const theirUse = theirs.used === undefined || size === null ? ourUse : exact(theirs.used).mul(size).round().valueOf();
  const atTheirUse =
    theirUse === ourUse ? onTheirDays : pricedAs(input, cycle, asTheirs(own, theirUse, input), utility);
  const linear = ourUse === 0 ? zero : onTheirDays.use.mul(theirUse - ourUse).div(ourUse);
  const byUse = withTax(linear, onTheirDays);
  const digits = minorDigits(plan.currency);
  const part = (kind: ReconcileKind, amount: Exact, theirText?: string, ourText?: string) => ({
    kind,
    amount: amount.round(digits),
    theirs: theirText,
    ours: ourText,
  });
  const compare = (kind: 'rate' | 'fixed', theirAmount: string | undefined, ourAmount: Exact) =>
    theirAmount === undefined
      ? []
      : [part(kind, withTax(exact(theirAmount).sub(ourAmount), atTheirUse), theirAmount, textOf(ourAmount, digits))];
  const days = (one: { start: LocalDay; end: LocalDay }): string => String(daysBetween(one.start, one.end));
  const priced = [
    part('dates', onTheirDays.total.sub(exact(ours.total)), days(theirs), days(ours.cycle)),
    ...(theirs.used === undefined
      ? []
      : [
          part(
            useKind(input, theirUse, ourUse),
            ourUse === 0 ? atTheirUse.total.sub(onTheirDays.total) : byUse,
            String(theirUse),
            String(ourUse),
          ),
          part('tier', ourUse === 0 ? zero : atTheirUse.total.sub(onTheirDays.total).sub(byUse)),
        ]),
    ...compare('rate', theirs.useAmount, atTheirUse.use),
    ...compare('fixed', theirs.fixedAmount, atTheirUse.fixed),
  ];
  const explained = sumOf(priced.map(({ amount }) => amount)).add(exact(ours.total));
  const net = [theirs.useAmount, theirs.fixedAmount].every((amount) => amount !== undefined);
  const taxed =
    theirs.taxAmount !== undefined && net
      ? [
          part(
            'tax',
            exact(theirs.taxAmount).sub(taxOnTheirs(theirs, atTheirUse)),
            theirs.taxAmount,
            textOf(taxOnTheirs(theirs, atTheirUse), digits),
          ),
        ]
      : [];
  const residual = exact(theirs.total)
    .sub(explained)
    .sub(sumOf(taxed.map(({ amount }) => amount)));
  const difference = exact(theirs.total).sub(exact(ours.total));
  return {
    currency: plan.currency,
    unit: plan.unit,
    ours: textOf(exact(ours.total), digits),
    theirs: textOf(exact(theirs.total), digits),
    difference: textOf(difference, digits),
    parts: [...priced, ...taxed, { kind: 'residual' as const, amount: residual, theirs: undefined, ours: undefined }]
      .filter(({ amount }) => !amount.equals(0))
      .map(({ amount, ...rest }) => ({ ...rest, amount: textOf(amount, digits) })),
  };
};

/** Our taxes on their amounts. */
const taxOnTheirs = ({ useAmount = '0', fixedAmount = '0' }: UtilityBill, priced: Priced): Exact => {
  const net = priced.total.sub(priced.tax);
  return net.equals(0) ? zero : exact(useAmount).add(fixedAmount).mul(priced.tax).div(net);
};
