/** Exact fractions for money: nothing is rounded but by a tariff's own rule. */
import Fraction from 'fraction.js';
import type { DecimalText, RoundingMode } from './plan.ts';

export type Exact = Fraction;

export const zero = new Fraction(0);

/** Prices are read again for every line: reading one takes as long as pricing with it. */
const maxRead = 4096;
const read = new Map<DecimalText, Exact>();

const readDecimal = (text: DecimalText): Exact => {
  const before = read.get(text);
  if (before) return before;
  const value = new Fraction(text);
  if (read.size >= maxRead) read.clear();
  read.set(text, value);
  return value;
};

/** Of a decimal text, a whole number, or a ratio of two. */
export const exact = (value: DecimalText | number | bigint, divisor: number | bigint = 1): Exact =>
  typeof value === 'string' ? readDecimal(value) : new Fraction(value, divisor);

export const sumOf = (values: readonly Exact[]): Exact => values.reduce((sum, value) => sum.add(value), zero);

export const leastOf = (a: Exact, b: Exact): Exact => (a.compare(b) <= 0 ? a : b);

export const greatestOf = (a: Exact, b: Exact): Exact => (a.compare(b) >= 0 ? a : b);

/** The size of a quotient as a whole number. */
const wholeOf = (n: bigint, d: bigint, mode: RoundingMode): bigint => {
  const down = n / d;
  const rest = n - down * d;
  if (rest === 0n || mode === 'down') return down;
  if (mode === 'up') return down + 1n;
  const isAbove = 2n * rest > d || (2n * rest === d && (mode === 'half-up' || down % 2n === 1n));
  return isAbove ? down + 1n : down;
};

/** To a multiple of `step`; halves and `up` go away from zero, `down` towards it. */
export const roundTo = (value: Exact, step: Exact, mode: RoundingMode): Exact => {
  const { s, n, d } = value;
  return new Fraction(s * wholeOf(n * step.d, d * step.n, mode) * step.n, step.d);
};

/** Written with at least, or exactly, so many decimals; exact where they suffice, else to the nearest. */
export const textOf = (value: Exact, atLeast = 0, atMost = 12): DecimalText => {
  const whole = wholeOf(value.n * powerOfTen(atMost), value.d, 'half-up');
  const digits = String(whole).padStart(atMost + 1, '0');
  const fraction = digits
    .slice(digits.length - atMost)
    .replace(/0+$/, '')
    .padEnd(atLeast, '0');
  const sign = value.s < 0n && whole !== 0n ? '-' : '';
  return `${sign}${digits.slice(0, digits.length - atMost)}${fraction === '' ? '' : `.${fraction}`}`;
};

// Money without floating point: decimals as whole numbers of a known scale, rounded once, at the end of a line.

interface Decimal {
  /** The value times 10^scale. */
  readonly units: bigint;
  readonly scale: number;
}

/** `"0.1650"` → 1650 at scale 4. Throws on anything that is not a plain decimal. */
export const decimalOf = (text: string): Decimal => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '') throw new RangeError(`not a decimal: ${text}`);
  return { units: BigInt(sign + whole + fraction), scale: fraction.length };
};

/** A quotient to the nearest whole number; a half goes away from zero (what bills call rounding half up). */
export const roundHalfUp = (numerator: bigint, denominator: bigint): bigint => {
  const isNegative = numerator < 0n !== denominator < 0n;
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const size = (2n * n + d) / (2n * d);
  return isNegative ? -size : size;
};

export const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

/** Whole minor units (cents) as a decimal text: 6140 with 2 digits → `"61.40"`. */
export const decimalText = (minor: bigint, digits: number): string => {
  if (digits === 0) return String(minor);
  const text = String(minor < 0n ? -minor : minor).padStart(digits + 1, '0');
  return `${minor < 0n ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
};

/** Asking the platform takes as long as pricing a line; there are no more than some hundred currencies. */
const knownDigits = new Map<string, number>();

/** How many decimals amounts of a currency are written with (ISO 4217 as the platform knows it): EUR 2, JPY 0, KWD 3. */
export const minorDigits = (currency: string): number => {
  const digits =
    knownDigits.get(currency) ??
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2;
  knownDigits.set(currency, digits);
  return digits;
};
