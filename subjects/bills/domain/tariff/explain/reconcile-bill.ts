/** Where a utility's bill is not ours: its days, its reading, its prices, and the one mistake that would make it what it is. */
import type { BillingUnit } from '#catalogue/index.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import type { PricedCycle } from '../charges/charge-days.ts';
import { type Exact, exact, minorDigits, sumOf, textOf, zero } from '../exact.ts';
import type { IntervalUse } from '../interval-use.ts';
import type { DecimalText, TariffPlan } from '../plan.ts';
import { type Agreement, termsOf } from '../price-bill.ts';
import { pricingOf } from '../pricing.ts';
import { type Mistake, mistakeKinds, tariffMistakes } from './bill-mistakes.ts';
import {
  asTheirs,
  condensed,
  type Days,
  distanceTo,
  type Ground,
  isToldAs,
  priceAs,
  type Priced,
  priceOnce,
  type ReconcileInput,
  roundingCoins,
  sum,
  useOn,
  type UtilityBill,
} from './price-theirs.ts';

/**
 * `dates`: other days. `estimated-read`, `missing-data`, `use`: other use, as theirs is estimated, ours is not whole, or for no known
 * reason. `tier`: that use comes into other blocks. `rate`, `fixed`, `tax`: other prices. `rounding`: a cent or two. `residual`: what is
 * left. The kind of a mistake: what makes their bill what it is, to the cent.
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
  | 'rounding'
  | 'residual'
  | Mistake['kind'];

interface ReconcilePart extends Omit<Mistake, 'kind'> {
  readonly kind: ReconcileKind;
  /** What theirs is dearer by. */
  readonly amount: DecimalText;
  /** What theirs and ours say: days, use in Wh or mL, or money. */
  readonly theirs?: DecimalText | undefined;
  readonly ours?: DecimalText | undefined;
  /** Other mistakes that would make it the same amount. */
  readonly or?: readonly Mistake[] | undefined;
}

export interface Reconciled {
  readonly currency: string;
  readonly unit: BillingUnit;
  readonly ours: DecimalText;
  readonly theirs: DecimalText;
  /** `theirs` - `ours`; the parts sum to it, exactly. */
  readonly difference: DecimalText;
  /** The largest first. */
  readonly parts: readonly ReconcilePart[];
}

/** Below this much of a period heard, our own use is not whole. */
export const wholeCoverage = 0.98;
/** How near a mistake must come to the total: a coin of those lines that are rounded one by one where theirs are not, or the other way. */
const hitCoins = 0.6;

/** What the bill leaves out and its other amounts say: of use, fixed charges and tax, the third. */
const completed = (theirs: UtilityBill, digits: number): UtilityBill => {
  const parts = ['useAmount', 'fixedAmount', 'taxAmount'] as const;
  const missing = parts.filter((part) => theirs[part] === undefined);
  const [only] = missing;
  if (only === undefined || missing.length > 1) return theirs;
  const told = sumOf(parts.flatMap((part) => (theirs[part] === undefined ? [] : [exact(theirs[part])])));
  return { ...theirs, [only]: textOf(exact(theirs.total).sub(told), digits) };
};

const useKind = ({ theirs, coverage }: ReconcileInput, theirUse: number, ourUse: number): ReconcileKind => {
  if (theirs.isEstimated === true) return 'estimated-read';
  return coverage !== null && coverage < wholeCoverage && theirUse > ourUse ? 'missing-data' : 'use';
};

const isUse = ({ kind }: { readonly kind: ReconcileKind }): boolean =>
  kind === 'estimated-read' || kind === 'missing-data' || kind === 'use';

/** What a tax adds to a part of a bill: theirs is on the whole, in the share that ours has. */
const withTax = (amount: Exact, priced: Priced): Exact => {
  const net = priced.total.sub(priced.tax);
  return net.equals(0) ? amount : amount.mul(net.add(priced.tax)).div(net);
};

/** Our taxes on their amounts. */
const taxOnTheirs = ({ useAmount = '0', fixedAmount = '0' }: UtilityBill, priced: Priced): Exact => {
  const net = priced.total.sub(priced.tax);
  return net.equals(0) ? zero : exact(useAmount).add(fixedAmount).mul(priced.tax).div(net);
};

/** A mistake that would make the bill what it is. */
interface Hit {
  readonly mistake: Mistake;
  readonly distance: number;
  /** It is one in days or readings: what they say was used is then no difference of its own. */
  readonly isOfUse: boolean;
}

const mistakesInUse: ReadonlySet<Mistake['kind']> = new Set(['day-more', 'day-less', 'whole-units', 'estimated-use']);

/** Without what holds neither on these days nor on the days beside them. */
const heldAround = (plan: TariffPlan, { start, end }: Days): TariffPlan => ({
  ...plan,
  charges: plan.charges.filter(
    ({ from = '', until = '9999' }) => from <= addDays(end, 1) && addDays(start, -1) < until,
  ),
});

/** Mistakes in days and readings: each has a use of its own, which theirs must not contradict. */
const mistakesOfUse = (ground: Ground, own: IntervalUse, size: Exact) => {
  const { cycle, timeZone, use, usedBefore, usedYearBefore } = ground;
  const { start, end } = cycle;
  const shifted = (days: Days): PricedCycle => ({ ...cycle, ...days, cycleDays: daysBetween(days.start, days.end) });
  // A day of which nothing is known is as the others were.
  const onDays = (days: Days): IntervalUse => {
    const measured = useOn(use, days, timeZone);
    const [length, known] = [daysBetween(days.start, days.end), daysBetween(start, end)];
    return length > known && measured.startS.length === own.startS.length
      ? asTheirs(own, Math.round((sum(own.used) * length) / known), ground)
      : measured;
  };
  const otherDays = [
    { kind: 'day-more' as const, days: { start, end: addDays(end, 1) } },
    { kind: 'day-more' as const, days: { start: addDays(start, -1), end } },
    { kind: 'day-less' as const, days: { start, end: addDays(end, -1) } },
    { kind: 'day-less' as const, days: { start: addDays(start, 1), end } },
  ]
    .filter(({ days }) => days.start < days.end)
    .flatMap(({ kind, days }) => [
      { mistake: { kind }, cycle: shifted(days), use: onDays(days) },
      // The reading is right, and what goes by the day is not.
      { mistake: { kind }, cycle: shifted(days), use: own },
    ]);
  const units = exact(sum(own.used)).div(size);
  const wholes = [
    ...new Set([units.floor(), units.round(), units.ceil()].map((one) => one.mul(size).round().valueOf())),
  ];
  const estimates = [
    { basis: 'before' as const, used: usedBefore },
    { basis: 'year' as const, used: usedYearBefore },
  ];
  return [
    ...otherDays,
    ...wholes.map((used) => ({ mistake: { kind: 'whole-units' as const }, cycle, use: asTheirs(own, used, ground) })),
    ...estimates.flatMap(({ basis, used }) =>
      used === undefined || used <= 0
        ? []
        : [{ mistake: { kind: 'estimated-use' as const, basis }, cycle, use: asTheirs(own, used, ground) }],
    ),
  ];
};

/** A small total alone is hit by chance: there are a hundred mistakes to try, and few coins to tell them apart. */
const minCoins = 1000;
const isTelling = ({ used, useAmount, fixedAmount, taxAmount, total }: UtilityBill, coin: Exact): boolean =>
  [used, useAmount, fixedAmount, taxAmount].some((told) => told !== undefined) ||
  exact(total).div(coin).compare(minCoins) >= 0;

/** The mistakes that hit what theirs says, the nearest first; of each kind one. */
const hitsOf = (ground: Ground, ours: IntervalUse, atTheirs: IntervalUse, size: Exact | null, coin: Exact): Hit[] => {
  const { theirs, cycle, library = [] } = ground;
  const hits: Hit[] = [];
  const look = (mistake: Mistake, when: PricedCycle, use: IntervalUse, agreements: readonly Agreement[]): void => {
    const { total, lines } = priceOnce(ground, when, use, agreements);
    // Most are far off: what theirs would be by other ways of rounding is asked of those that are near.
    if (
      exact(theirs.total)
        .sub(total)
        .abs()
        .compare(coin.mul(lines.length + 1)) > 0
    )
      return;
    const distance = distanceTo(theirs, priceAs(ground, when, use, agreements), coin, hitCoins);
    if (distance !== null) hits.push({ mistake, distance, isOfUse: mistakesInUse.has(mistake.kind) });
  };
  const own = ground.own.map((one) => ({ ...one, plan: heldAround(one.plan, cycle) }));
  for (const one of size === null ? [] : mistakesOfUse(ground, ours, size))
    if (size !== null && isToldAs(theirs.used, sum(one.use.used), size)) look(one.mistake, one.cycle, one.use, own);
  const short = condensed(atTheirs, ground);
  for (const { mistake, apply } of tariffMistakes(ground.own, cycle.end, library))
    look(mistake, cycle, mistake.kind === 'other-plan' ? atTheirs : short, own.map(apply));
  const rank = ({ mistake }: Hit): number => mistakeKinds.indexOf(mistake.kind);
  const nearest = hits.toSorted((a, b) => a.distance - b.distance || rank(a) - rank(b));
  return nearest.filter(({ mistake }, i) => nearest.findIndex((one) => one.mistake.kind === mistake.kind) === i);
};

type ExactPart = Omit<ReconcilePart, 'amount'> & { readonly amount: Exact };

/** What can be told without guessing: what each side says of days, use, prices and taxes, and what is left. */
interface Told {
  readonly dates: ExactPart;
  readonly use: readonly ExactPart[];
  readonly prices: readonly ExactPart[];
}

const toldParts = (
  input: Ground,
  [onTheirDays, atTheirUse]: readonly [Priced, Priced],
  [ourUse, theirUse]: readonly [number, number],
  digits: number,
): Told => {
  const { theirs, ours } = input;
  const part = (kind: ReconcileKind, amount: Exact, theirText?: string, ourText?: string): ExactPart => ({
    kind,
    amount: amount.round(digits),
    theirs: theirText,
    ours: ourText,
  });
  const days = (one: Days): string => String(daysBetween(one.start, one.end));
  const linear = ourUse === 0 ? zero : onTheirDays.use.mul(theirUse - ourUse).div(ourUse);
  const byUse = withTax(linear, onTheirDays);
  const more = atTheirUse.total.sub(onTheirDays.total);
  const compare = (kind: 'rate' | 'fixed', theirAmount: string | undefined, ourAmount: Exact) =>
    theirAmount === undefined
      ? []
      : [part(kind, withTax(exact(theirAmount).sub(ourAmount), atTheirUse), theirAmount, textOf(ourAmount, digits))];
  const taxDue = taxOnTheirs(theirs, atTheirUse);
  const isNetTold = theirs.useAmount !== undefined && theirs.fixedAmount !== undefined;
  return {
    dates: part('dates', onTheirDays.total.sub(exact(ours.total)), days(theirs), days(ours.cycle)),
    use: [
      part(useKind(input, theirUse, ourUse), ourUse === 0 ? more : byUse, String(theirUse), String(ourUse)),
      part('tier', ourUse === 0 ? zero : more.sub(byUse)),
    ],
    prices: [
      ...compare('rate', theirs.useAmount, atTheirUse.use),
      ...compare('fixed', theirs.fixedAmount, atTheirUse.fixed),
      ...(theirs.taxAmount !== undefined && isNetTold
        ? [part('tax', exact(theirs.taxAmount).sub(taxDue), theirs.taxAmount, textOf(taxDue, digits))]
        : []),
    ],
  };
};

/** Whichever way they go; blocks behind the use that came into them. */
const largestFirst = (parts: readonly ExactPart[]): ExactPart[] => {
  const tiers = parts.filter(({ kind }) => kind === 'tier');
  return parts
    .filter(({ kind }) => kind !== 'tier')
    .toSorted((a, b) => b.amount.abs().compare(a.amount.abs()))
    .flatMap((part) => (isUse(part) ? [part, ...tiers] : [part]));
};

/** Null where no tariff is in force in their period. */
export const reconcileBill = (input: ReconcileInput, utility: Agreement['utility']): Reconciled | null => {
  const { ours, agreements, timeZone } = input;
  const cycle: PricedCycle = { ...input.cycle, start: input.theirs.start, end: input.theirs.end };
  const term = termsOf(utility, cycle, agreements).at(-1);
  if (!term) return null;
  const { plan } = term;
  const digits = minorDigits(plan.currency);
  const coin = exact(1n, 10n ** BigInt(digits));
  const theirs = completed(input.theirs, digits);
  const byDay = agreements
    .filter((one) => one.utility === utility)
    .sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const ground: Ground = { ...input, theirs, cycle, own: byDay, utility };
  const own = useOn(input.use, theirs, timeZone);
  const size = pricingOf({ ...term, cycle, timeZone, use: own }).unitOn(addDays(theirs.end, -1));
  const ourUse = sum(own.used);
  const onTheirDays = priceAs(ground, cycle, own);
  const isAsOurs =
    distanceTo(theirs, onTheirDays, coin, roundingCoins) !== null &&
    size !== null &&
    isToldAs(theirs.used, ourUse, size);
  const theirUse =
    theirs.used === undefined || size === null || isAsOurs ? ourUse : exact(theirs.used).mul(size).round().valueOf();
  const atTheirs = asTheirs(own, theirUse, ground);
  const atTheirUse = theirUse === ourUse ? onTheirDays : priceAs(ground, cycle, atTheirs);
  const told = toldParts(ground, [onTheirDays, atTheirUse], [ourUse, theirUse], digits);
  const isExplained = isAsOurs || distanceTo(theirs, atTheirUse, coin, roundingCoins) !== null;
  const hits =
    isAsOurs || !isTelling(theirs, coin)
      ? []
      : hitsOf(ground, own, atTheirs, size, coin).filter(({ isOfUse }) => !isExplained || isOfUse);
  const [hit, ...others] = hits;
  const before = [told.dates, ...(hit?.isOfUse === true ? [] : told.use)];
  const restAfter = (parts: readonly ExactPart[]): Exact =>
    exact(theirs.total)
      .sub(ours.total)
      .sub(sumOf(parts.map(({ amount }) => amount)));
  const found: ExactPart[] =
    hit !== undefined
      ? [
          ...before,
          {
            ...hit.mistake,
            amount: restAfter(before),
            ...(others.length > 0 && { or: others.slice(0, 2).map(({ mistake }) => mistake) }),
          },
        ]
      : [...before, ...(isExplained ? [] : told.prices)];
  const rest = restAfter(found);
  const isCoins = rest.abs().compare(coin.mul(roundingCoins)) <= 0;
  return {
    currency: plan.currency,
    unit: plan.unit,
    ours: textOf(exact(ours.total), digits),
    theirs: textOf(exact(theirs.total), digits),
    difference: textOf(exact(theirs.total).sub(exact(ours.total)), digits),
    parts: largestFirst([...found, { kind: isCoins ? ('rounding' as const) : ('residual' as const), amount: rest }])
      .filter(({ amount }) => !amount.equals(0))
      .map(({ amount, ...part }) => ({ ...part, amount: textOf(amount, digits) })),
  };
};
