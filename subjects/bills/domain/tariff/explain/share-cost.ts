/** What of a bill each device or room has caused: use at the price of its hour, with the taxes on it; what goes by time stays apart. */
import type { BillLine } from '../../bill/bill.ts';
import { type Exact, exact, minorDigits, roundTo, sumOf, textOf, zero } from '../exact.ts';
import { planAfter } from '../charges/carried.ts';
import { goesBySize, planOfSize } from '../charges/meter-size.ts';
import type { IntervalUse } from '../interval-use.ts';
import { meterOf } from '../meter-use.ts';
import { type PricedPlan, pricePlan } from '../price-bill.ts';
import type { PlanInput } from '../pricing.ts';
import { faultFacts } from '../tariff-faults.ts';
import {
  allMeters,
  type BoundCharge,
  type DecimalText,
  isBound,
  isYearly,
  type ShareCharge,
  type TariffCharge,
  type TariffPlan,
  type UnitPrice,
  type UseCharge,
} from '../plan.ts';

export interface CostPart {
  readonly key: string;
  readonly use: IntervalUse;
}

export interface SharedCost {
  /** By key; with `fixed` they sum to the bill's total, exactly. */
  readonly parts: Readonly<Record<string, DecimalText>>;
  /** Standing charges, contracted power and minima, with the taxes on them. */
  readonly fixed: DecimalText;
  /** By key: how much of its use has no price, in Wh or mL; those of which all has one are left out. */
  readonly unpriced: Readonly<Record<string, number>>;
}

const groupOf = ({ charge, from, period }: BillLine): string => `${charge} ${from} ${period ?? ''}`;

const add = (sums: Map<string, Exact>, key: string, amount: Exact): void => {
  sums.set(key, (sums.get(key) ?? zero).add(amount));
};

const sumsByGroup = (lines: readonly BillLine[], valueOf: (line: BillLine) => Exact): Map<string, Exact> => {
  const sums = new Map<string, Exact>();
  for (const line of lines) if (line.kind === 'use') add(sums, groupOf(line), valueOf(line));
  return sums;
};

/** A step's price is nobody's own: within the blocks of one period all use has the same, the mean. */
const flat = (price: UnitPrice): string => (typeof price === 'string' && exact(price).compare(0) !== 0 ? price : '1');

const linear = ({
  blocks,
  rates,
  rate,
  sharePercent: _share,
  atMost: _most,
  wholeUnits: _whole,
  ...charge
}: UseCharge): UseCharge => ({
  ...charge,
  ...(rate !== undefined && { rate: flat(rate) }),
  ...(blocks && { rate: '1' }),
  ...(rates && { rates: Object.fromEntries(Object.entries(rates).map(([period, price]) => [period, flat(price)])) }),
});

/** Costs nothing, and cuts what it rests on into the same days. */
const asCut = (charge: ShareCharge | BoundCharge): TariffCharge => {
  if (isYearly(charge)) return charge;
  const { id, from, until, months, of } = charge;
  return { id, from, until, months, of, kind: 'tax', percent: '0' };
};

const isUse = (charge: TariffCharge): charge is UseCharge => charge.kind === 'use';

/** Each part by itself at the price of its hours. */
const priceParts = (input: PlanInput, parts: readonly CostPart[]): Map<string, PricedPlan> => {
  const step = '0.000000001';
  const plan = {
    ...input.plan,
    charges: input.plan.charges.flatMap((one) =>
      isUse(one) ? (goesBySize(one) ? one : linear(one)) : 'of' in one ? [asCut(one)] : [],
    ),
    rounding: { lines: step, total: step },
  };
  return new Map(parts.map(({ key, use }) => [key, pricePlan({ ...input, plan, use, carried: undefined })]));
};

/** How much of each group's cost falls to each part. */
const weightsOf = (priced: ReadonlyMap<string, PricedPlan>): Map<string, Map<string, Exact>> =>
  new Map([...priced].map(([key, { lines }]) => [key, sumsByGroup(lines, ({ amount }) => exact(amount))]));

/** Use that lacks the price of one charge may lack another's too; what meters apart lack is none of the rest's, but some of all. */
const unpricedIn = ({ faults }: PricedPlan, { charges }: TariffPlan): number => {
  const byMeter = new Map<string | undefined, Map<string, number>>();
  for (const { code, charge, used } of faults) {
    if (!faultFacts(code).hidesUse) continue;
    const [own] = charges.filter(({ id }) => id === charge).map(meterOf);
    const byCharge = byMeter.get(own?.meter) ?? new Map<string, number>();
    byCharge.set(charge, (byCharge.get(charge) ?? 0) + used);
    byMeter.set(own?.meter, byCharge);
  }
  const most = [...byMeter].map(([meter, byCharge]) => ({ meter, used: Math.max(...byCharge.values()) }));
  const sumIn = (isIn: (meter: string | undefined) => boolean) =>
    most.reduce((sum, { meter, used }) => sum + (isIn(meter) ? used : 0), 0);
  return Math.max(
    sumIn((meter) => meter === allMeters),
    sumIn((meter) => meter !== allMeters),
  );
};

/** The charges that a line of a share rests on; none for a line of another kind. */
const restsOn = (line: BillLine, charges: readonly TariffCharge[]): readonly string[] | 'all' | null => {
  const charge = charges.find(
    (one) => one.id === line.charge && (one.from ?? '') <= line.from && line.from < (one.until ?? '9999'),
  );
  return charge && 'of' in charge && !isBound(charge.kind) ? charge.of : null;
};

/** For each line what of it falls to each part. */
const sharesOfLines = (
  input: PlanInput,
  { lines }: PricedPlan,
  parts: readonly CostPart[],
  weights: ReadonlyMap<string, ReadonlyMap<string, Exact>>,
): Map<string, Exact>[] => {
  const wholes = new Map<string, Exact>();
  for (const own of weights.values()) for (const [group, weight] of own) add(wholes, group, weight);
  const shares: Map<string, Exact>[] = [];
  for (const [i, line] of lines.entries()) {
    const of = restsOn(line, input.plan.charges);
    const base = lines.flatMap((other, at) =>
      at < i &&
      of !== null &&
      (of === 'all' || of.includes(other.charge ?? '')) &&
      other.from >= line.from &&
      other.to <= line.to
        ? [at]
        : [],
    );
    const whole =
      of === null ? (wholes.get(groupOf(line)) ?? zero) : sumOf(base.map((at) => exact(lines[at]?.amount ?? '0')));
    const shareOf = (key: string): Exact => {
      if (whole.equals(0) || (of === null && line.kind !== 'use')) return zero;
      const own =
        of === null
          ? (weights.get(key)?.get(groupOf(line)) ?? zero)
          : sumOf(base.map((at) => shares[at]?.get(key) ?? zero));
      return exact(line.amount).mul(own).div(whole);
    };
    shares.push(new Map(parts.map(({ key }) => [key, shareOf(key)])));
  }
  return shares;
};

/**
 * Shares `priced` (of `input`) among parts whose uses sum to the input's; what no part used stays with what is fixed. The smallest
 * units that rounding leaves go to the largest part: of money, unless more decimals are wanted.
 */
export const shareCost = (
  { plan, ...asked }: PlanInput,
  priced: PricedPlan,
  parts: readonly CostPart[],
  digits = minorDigits(plan.currency),
): SharedCost => {
  const input: PlanInput = {
    ...asked,
    plan: planAfter(planOfSize(plan, asked.facts?.meterSize), asked.carried, asked.cycle.start),
  };
  const alone = priceParts(input, parts);
  const shares = sharesOfLines(input, priced, parts, weightsOf(alone));
  const minor = exact(1n, 10n ** BigInt(digits));
  const round = (value: Exact): Exact => roundTo(value, minor, 'half-up');
  const exactParts = parts.map(({ key }) => sumOf(shares.map((line) => line.get(key) ?? zero)));
  const total = exact(priced.total);
  const fixed = round(total.sub(sumOf(exactParts)));
  const rounded = exactParts.map(round);
  const rest = total.sub(fixed).sub(sumOf(rounded));
  const largest = exactParts.reduce((best, part, i) => (part.compare(exactParts[best] ?? zero) > 0 ? i : best), 0);
  const amounts = rounded.map((amount, i) => (i === largest ? amount.add(rest) : amount));
  return {
    parts: Object.fromEntries(parts.map(({ key }, i) => [key, textOf(amounts[i] ?? zero, digits)])),
    fixed: textOf(parts.length === 0 ? total : fixed, digits),
    unpriced: Object.fromEntries(
      [...alone].map(([key, one]) => [key, unpricedIn(one, input.plan)] as const).filter(([, used]) => used !== 0),
    ),
  };
};
