/** Money without floating point: decimals as whole numbers of a known scale, rounded once, at the end of a line. */

export interface Decimal {
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
