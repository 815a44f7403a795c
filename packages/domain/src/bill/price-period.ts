/** What a period costs: use by local day against the tariffs in force, every line exact and rounded once. */
import { type BillLine, type BillUtility, billUtilities } from './bill-line.ts';
import { decimalOf, decimalText, minorDigits, powerOfTen, roundHalfUp } from './exact-amount.ts';
import { daysBetween, type LocalDay } from './local-day.ts';

/** Decimal texts: per kWh or m³, per month, percent. */
export interface UtilityPrice {
  readonly rate: string;
  readonly standing: string;
  readonly taxPercent: string;
}

export interface Tariff extends Record<BillUtility, UtilityPrice> {
  readonly validFrom: LocalDay;
  readonly currency: string;
}

/** Use of one utility on one local day, in Wh or mL. */
export interface DayUse {
  readonly day: LocalDay;
  readonly utility: BillUtility;
  readonly used: number;
  readonly estimated: number;
}

export interface PricedPeriod {
  readonly currency: string;
  readonly lines: readonly BillLine[];
  readonly electricityCost: string;
  readonly waterCost: string;
  /** `electricityCost` + `waterCost`, exactly. */
  readonly totalAmount: string;
  /** Days without a tariff, or with one in another currency than the last. */
  readonly unpricedDays: number;
}

export interface PeriodToPrice {
  readonly start: LocalDay;
  readonly end: LocalDay;
  /** Days that a monthly charge is divided by. */
  readonly monthDays: number;
}

interface Segment {
  readonly from: LocalDay;
  readonly to: LocalDay;
  readonly tariff: Tariff;
}

const pricesOf = ({ electricity, water }: Tariff): string => JSON.stringify([electricity, water]);

/** The tariff in force on each part of the period; parts with the same prices are one. */
const segmentsOf = ({ start, end }: PeriodToPrice, tariffs: readonly Tariff[]): Segment[] => {
  const sorted = [...tariffs].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const segments: Segment[] = [];
  sorted.forEach((tariff, i) => {
    const next = sorted[i + 1]?.validFrom ?? end;
    const from = tariff.validFrom > start ? tariff.validFrom : start;
    const to = next < end ? next : end;
    if (from >= to) return;
    const before = segments.at(-1);
    if (
      before &&
      before.to === from &&
      before.tariff.currency === tariff.currency &&
      pricesOf(before.tariff) === pricesOf(tariff)
    )
      segments[segments.length - 1] = { ...before, to };
    else segments.push({ from, to, tariff });
  });
  const currency = segments.at(-1)?.tariff.currency;
  return segments.filter((segment) => segment.tariff.currency === currency);
};

/** `quantity × rate / divisor`, in minor units of the currency. */
const amountOf = (quantity: bigint, rate: string, divisor: bigint, digits: number): bigint => {
  const { units, scale } = decimalOf(rate);
  return roundHalfUp(quantity * units * powerOfTen(digits), divisor * powerOfTen(scale));
};

const perBillingUnit: Record<BillUtility, bigint> = { electricity: 1_000n, water: 1_000_000n };

/** The lines of one utility in one segment, and their sum in minor units. */
const linesOf = (utility: BillUtility, segment: Segment, used: bigint, monthDays: number, digits: number) => {
  const { rate, standing, taxPercent } = segment.tariff[utility];
  const days = daysBetween(segment.from, segment.to);
  const priced: { kind: BillLine['kind']; quantity: string; rate: string; minor: bigint }[] = [];
  if (used !== 0n)
    priced.push({
      kind: 'use',
      quantity: String(used),
      rate,
      minor: amountOf(used, rate, perBillingUnit[utility], digits),
    });
  if (decimalOf(standing).units !== 0n)
    priced.push({
      kind: 'standing',
      quantity: String(days),
      rate: standing,
      minor: amountOf(BigInt(days), standing, BigInt(monthDays), digits),
    });
  const net = priced.reduce((sum, { minor }) => sum + minor, 0n);
  if (decimalOf(taxPercent).units !== 0n && net !== 0n)
    priced.push({
      kind: 'tax',
      quantity: decimalText(net, digits),
      rate: taxPercent,
      minor: amountOf(net, taxPercent, 100n * powerOfTen(digits), digits),
    });
  return {
    lines: priced.map(({ minor, ...line }) => ({
      utility,
      from: segment.from,
      to: segment.to,
      ...line,
      amount: decimalText(minor, digits),
    })),
    sum: priced.reduce((sum, { minor }) => sum + minor, 0n),
  };
};

/**
 * Prices `[start, end)`. Each line is rounded half up to the currency's minor unit, tax on the rounded lines of its utility; costs and
 * total are sums of lines. Null when no tariff is in force on any of its days.
 */
export const pricePeriod = (
  period: PeriodToPrice,
  tariffs: readonly Tariff[],
  use: readonly DayUse[],
): PricedPeriod | null => {
  const segments = segmentsOf(period, tariffs);
  const currency = segments[0]?.tariff.currency;
  if (currency === undefined) return null;
  const digits = minorDigits(currency);
  const lines: BillLine[] = [];
  const cost: Record<BillUtility, bigint> = { electricity: 0n, water: 0n };
  for (const utility of billUtilities) {
    for (const segment of segments) {
      const used = use
        .filter((one) => one.utility === utility && one.day >= segment.from && one.day < segment.to)
        .reduce((sum, one) => sum + BigInt(one.used), 0n);
      const priced = linesOf(utility, segment, used, period.monthDays, digits);
      lines.push(...priced.lines);
      cost[utility] += priced.sum;
    }
  }
  const priced = segments.reduce((days, { from, to }) => days + daysBetween(from, to), 0);
  return {
    currency,
    lines,
    electricityCost: decimalText(cost.electricity, digits),
    waterCost: decimalText(cost.water, digits),
    totalAmount: decimalText(cost.electricity + cost.water, digits),
    unpricedDays: daysBetween(period.start, period.end) - priced,
  };
};
