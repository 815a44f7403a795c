/** What a cycle costs: one utility under one tariff, and a household under all that were in force. */
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import { daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { type BillLine, bySupplier } from '../bill/bill.ts';
import { type Exact, exact, minorDigits, roundTo, sumOf, textOf } from './exact.ts';
import { type PricedCycle, yearOf } from './charges/charge-days.ts';
import { chargeCapacity, chargeShare, chargeTime } from './charges/beside-use.ts';
import { chargeBound } from './charges/bounds.ts';
import { type Carried, lookBackFor, planAfter, rememberUse, underAnother, waitingFor } from './charges/carried.ts';
import { chargeReturned, chargeUse, unmeasured } from './charges/charge-use.ts';
import { chargeDemand } from './charges/demand.ts';
import { exchanged } from './charges/exchange.ts';
import { planOfSize } from './charges/meter-size.ts';
import { type IntervalUse, usedIn, within } from './interval-use.ts';
import { meterName } from './meter-use.ts';
import { allMeters, type DecimalText, isYearly, type TariffCharge, type TariffPlan, type UseCharge } from './plan.ts';
import type { PriceSeries } from './price-series.ts';
import { isWaitedFor, type PricingFault, unpricedDays } from './tariff-faults.ts';
import {
  type DraftLine,
  type PlanFacts,
  type PlanInput,
  type PricedCharge,
  type Pricing,
  pricingFor,
  pricingOf,
  roundLine,
  unpricedUse,
} from './pricing.ts';
import type { DayColours } from './schedule-periods.ts';
import { supplierOf } from './suppliers.ts';

// One utility under one tariff: every line exact, rounded once, and their sum.

export interface PricedPlan {
  /** They sum to `total`, exactly. */
  readonly lines: readonly BillLine[];
  readonly total: DecimalText;
  /** What has no price, by name; the lines and the total are without it. */
  readonly faults: readonly PricingFault[];
  /** What the next cycle has to know of this one; none where this one did not know of the one before. */
  readonly carried: Carried | undefined;
}

const price = (charge: TariffCharge, whole: Pricing): PricedCharge => {
  const pricing = pricingFor(charge, whole);
  switch (charge.kind) {
    case 'fixed':
      return exchanged(charge, chargeTime(charge, pricing), pricing);
    case 'use':
      return isUnmeasured(charge, pricing) ? unmeasured(charge, pricing) : chargeUse(charge, pricing);
    case 'returned':
      return chargeReturned(charge, pricing);
    case 'capacity':
      return exchanged(charge, chargeCapacity(charge, pricing), pricing);
    case 'demand':
      return exchanged(charge, chargeDemand(charge, pricing), pricing);
    case 'minimum':
    case 'maximum':
      return chargeBound(charge, pricing);
    case 'derived':
    case 'discount':
    case 'tax':
      return chargeShare(charge, pricing);
  }
};

/** Of a meter that nobody has said which it is. */
const isUnmeasured = ({ meter }: UseCharge, { byMeter }: Pricing): boolean =>
  byMeter !== undefined && meter !== undefined && meter !== allMeters && !byMeter.named.has(meter);

/** What the next cycle has to know; none where nobody knew of the one before. */
const carriedOn = (pricing: Pricing, plan: TariffPlan, faults: readonly PricingFault[]): Carried | undefined => {
  const { carried, cycle, use, unit } = pricing;
  if (carried === undefined) return undefined;
  rememberUse(carried, plan, cycle, exact(usedIn(use, within(use, cycle))).div(unit));
  return waitingFor(carried, faults.filter(isWaitedFor));
};

/** Prices `[cycle.start, cycle.end)`. Throws for a plan that `checkPlan` finds fault with. */
export const pricePlan = (input: PlanInput): PricedPlan => {
  const { cycle } = input;
  const plan = planAfter(planOfSize(input.plan, input.facts?.meterSize), input.carried, cycle.start);
  const drafts: (DraftLine & { readonly amount: Exact })[] = [];
  const pricing = pricingOf({ ...input, plan }, drafts);
  const digits = minorDigits(plan.currency);
  const minor = exact(1n, 10n ** BigInt(digits));
  const faults: PricingFault[] = [];
  for (const charge of plan.charges) {
    const priced = price(charge, pricing);
    faults.push(...priced.faults);
    const meter = meterName(charge, plan);
    const supplier = supplierOf(charge, plan);
    drafts.push(
      ...priced.lines.map((line) => ({
        ...line,
        ...(meter !== undefined && { meter }),
        ...(supplier && { supplier }),
        amount: roundLine(line.exactAmount, charge, plan, minor),
      })),
    );
  }
  // Each supplier rounds a bill of its own.
  const step = plan.rounding?.total === undefined ? minor : exact(plan.rounding.total);
  const bills = bySupplier(drafts).map(({ supplier, lines: own }) => {
    const sum = sumOf(own.map(({ amount }) => amount));
    return { supplier, sum, total: roundTo(sum, step, plan.rounding?.mode ?? 'half-up') };
  });
  const roundings = bills.flatMap(({ supplier, sum, total: rounded }): BillLine[] =>
    rounded.equals(sum)
      ? []
      : [
          {
            utility: plan.utility,
            kind: 'rounding',
            ...(supplier && { supplier }),
            from: cycle.start,
            to: cycle.end,
            quantity: textOf(sum, digits),
            rate: textOf(step),
            amount: textOf(rounded.sub(sum), digits),
          },
        ],
  );
  const total = sumOf(bills.map((one) => one.total));
  const lines: BillLine[] = drafts.map(({ exactAmount: _exact, amount, ...line }) => ({
    utility: plan.utility,
    ...line,
    amount: textOf(amount, digits),
  }));
  lines.push(...roundings);
  const told = [...faults, ...(pricing.byMeter?.faults ?? []), ...unpricedUse(pricing)];
  return { lines, total: textOf(total, digits), faults: told, carried: carriedOn(pricing, input.plan, told) };
};

// A household: each utility at the tariffs in force on its days.

/** A tariff that a household has from a day on, until its next one for the same utility. */
export interface Agreement {
  readonly utility: Utility;
  readonly validFrom: LocalDay;
  readonly plan: TariffPlan;
  readonly facts?: PlanFacts | undefined;
}

export interface BillInput {
  readonly cycle: PricedCycle;
  readonly timeZone: string;
  readonly agreements: readonly Agreement[];
  /** At least the cycle's own. */
  readonly use: Readonly<Record<Utility, IntervalUse>>;
  readonly prices?: Readonly<Record<string, PriceSeries>> | undefined;
  readonly colours?: DayColours | undefined;
  /** As in `PlanInput`: of days that are not over yet. */
  readonly holdsRates?: boolean | undefined;
  /** From the cycles before (`carryOver`). None: nobody knows them, and no year is settled. */
  readonly carried?: CarriedOver | undefined;
}

/** By utility, with the plan under which it was come by: another plan begins anew. */
export type CarriedOver = Readonly<Partial<Record<Utility, { readonly plan: TariffPlan; readonly charges: Carried }>>>;

export interface PricedBill {
  readonly currency: string;
  readonly lines: readonly BillLine[];
  readonly costs: Readonly<Record<Utility, DecimalText>>;
  /** All of `costs`, exactly. */
  readonly totalAmount: DecimalText;
  /** Days before the first tariff of a utility that has one, or with one in another currency than the last. */
  readonly unpricedDays: number;
  /** Use that its tariff could not price, by name. */
  readonly faults: readonly (PricingFault & { readonly utility: Utility })[];
}

export interface Term extends Agreement {
  readonly start: LocalDay;
  readonly end: LocalDay;
}

/** A plan is told from others again and again: what it says is written once. */
const writtenPlans = new WeakMap<TariffPlan, string>();

const planText = (plan: TariffPlan): string => {
  const text = writtenPlans.get(plan) ?? JSON.stringify(plan);
  writtenPlans.set(plan, text);
  return text;
};

const saysOf = ({ plan, facts }: Agreement): string => planText(plan) + JSON.stringify(facts);

/** The agreements in force in `[start, end)`, each with its days; neighbours that say the same are one. */
export const termsOf = (
  utility: Utility,
  { start, end }: Pick<PricedCycle, 'start' | 'end'>,
  agreements: readonly Agreement[],
): Term[] => {
  const own = agreements.filter((one) => one.utility === utility).sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const terms: Term[] = [];
  own.forEach((agreement, i) => {
    const next = own[i + 1]?.validFrom ?? end;
    const term = {
      ...agreement,
      start: agreement.validFrom > start ? agreement.validFrom : start,
      end: next < end ? next : end,
    };
    const before = terms.at(-1);
    if (term.start >= term.end) return;
    if (before && saysOf(before) === saysOf(term)) terms[terms.length - 1] = { ...before, end: term.end };
    else terms.push(term);
  });
  return terms;
};

const nobodyPrices = (utility: Utility, agreements: readonly Agreement[]): boolean =>
  agreements.every((one) => one.utility !== utility);

/** One tariff on the days of the cycle on which it is in force, and what they come to. */
export interface PricedTerm {
  readonly term: Term;
  readonly input: PlanInput;
  readonly bill: PricedPlan;
}

const isSamePlan = (one: TariffPlan, other: TariffPlan): boolean => one === other || planText(one) === planText(other);

/** The first day on which another tariff follows; facts of the household may change under the same. */
const followedOn = ({ utility, plan, end }: Term, agreements: readonly Agreement[]): LocalDay | undefined =>
  agreements
    .filter((one) => one.utility === utility && one.validFrom >= end && !isSamePlan(one.plan, plan))
    .map(({ validFrom }) => validFrom)
    .sort()[0];

/** What a plan takes over: from another one only what its charges go on with. */
const carriedTo = (plan: TariffPlan, before: CarriedOver[Utility]): Carried => {
  if (before === undefined) return new Map();
  return isSamePlan(before.plan, plan) ? before.charges : underAnother(before.charges);
};

/** In the currency of the latest of them; those in another are left out. */
export const priceTerms = (asked: BillInput): PricedTerm[] => {
  const { cycle, timeZone, agreements, use, prices, colours, carried, holdsRates } = asked;
  const terms = utilityIds.flatMap((utility) => termsOf(utility, cycle, agreements));
  const latest = terms.reduce<Term | undefined>((last, one) => (last && last.end >= one.end ? last : one), undefined);
  const before: Partial<Record<Utility, CarriedOver[Utility]>> = { ...carried };
  return terms
    .filter(({ plan }) => plan.currency === latest?.plan.currency)
    .map((term) => {
      const { utility, plan } = term;
      const own = before[utility];
      const input: PlanInput = {
        plan,
        cycle: { ...cycle, start: term.start, end: term.end },
        timeZone,
        use: use[utility],
        facts: term.facts,
        prices,
        colours,
        carried: carried && carriedTo(plan, own),
        until: followedOn(term, agreements),
        holdsRates,
      };
      const bill = pricePlan(input);
      if (bill.carried) before[utility] = { plan, charges: bill.carried };
      return { term, input, bill };
    });
};

// What was before a cycle: a year is settled where it ends, from the same days, priced as they were.

/** The first of the year that is settled in a term, but not before its plan began; its own first day where none is. */
const settledFrom = (term: Term, agreements: readonly Agreement[]): LocalDay => {
  const { utility, plan, start, end } = term;
  const year = yearOf(start, plan);
  const isOver = end >= year.end || followedOn(term, agreements) === end;
  const isSettled = plan.charges.some(
    (one) => isYearly(one) && (isOver || one.months !== undefined || (one.until ?? '9999') <= end),
  );
  if (!isSettled) return start;
  const own = agreements.filter((one) => one.utility === utility && isSamePlan(one.plan, plan));
  const [first = start] = own.map(({ validFrom }) => validFrom).sort();
  return first > year.start ? first : year.start;
};

/** The first day that pricing `[start, end)` has to know of: its own, the first of a year that ends in it, or as far back as its charges go. */
export const lookBackOf = (days: Pick<PricedCycle, 'start' | 'end'>, agreements: readonly Agreement[]): LocalDay =>
  utilityIds
    .flatMap((utility) => termsOf(utility, days, agreements))
    .flatMap((term) => {
      const { utility, plan, start } = term;
      const [first = start] = agreements.flatMap((one) => (one.utility === utility ? [one.validFrom] : [])).sort();
      const back = plan.charges.map((charge) => lookBackFor(charge, plan, start, first));
      return [settledFrom(term, agreements), ...back.map((day) => (day < first ? first : day))];
    })
    .reduce((first, day) => (day < first ? day : first), days.start);

/** What these cycles, in their order, leave to the next one. */
export const carryOver = (cycles: readonly PricedCycle[], input: Omit<BillInput, 'cycle' | 'carried'>): CarriedOver =>
  cycles.reduce<CarriedOver>((carried, cycle) => {
    const left = priceTerms({ ...input, cycle, carried }).map(
      ({ term: { utility, plan }, bill }) => [utility, { plan, charges: bill.carried ?? new Map() }] as const,
    );
    return { ...carried, ...Object.fromEntries(left) };
  }, {});

/** Null when no tariff is in force on any of its days. */
export const priceBill = (input: BillInput): PricedBill | null => {
  const { cycle, agreements } = input;
  const priced = priceTerms(input);
  const currency = priced[0]?.term.plan.currency;
  if (currency === undefined) return null;
  const ofUtility = (utility: Utility) => priced.filter(({ term }) => term.utility === utility);
  const costs = byUtility((utility) => sumOf(ofUtility(utility).map(({ bill }) => exact(bill.total))));
  const unpriced = utilityIds
    .filter((utility) => !nobodyPrices(utility, agreements))
    .map((utility) =>
      ofUtility(utility).reduce(
        (days, { term, bill }) => days - daysBetween(term.start, term.end) + unpricedDays(bill.faults).size,
        daysBetween(cycle.start, cycle.end),
      ),
    );
  const digits = minorDigits(currency);
  return {
    currency,
    lines: priced.flatMap(({ bill }) => bill.lines),
    costs: byUtility((utility) => textOf(costs[utility], digits)),
    totalAmount: textOf(sumOf(Object.values(costs)), digits),
    unpricedDays: Math.max(...unpriced),
    faults: priced.flatMap(({ term, bill }) => bill.faults.map((fault) => ({ ...fault, utility: term.utility }))),
  };
};
