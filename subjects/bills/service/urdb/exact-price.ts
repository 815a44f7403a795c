/** Prices as whole billionths: JSON's numbers by their shortest text, added exactly, with the nine decimals that a plan may have. */
import { decimalOf, decimalText, powerOfTen, roundHalfUp } from '../../domain/bill/exact-amount.ts';

const places = 9;

export interface ExactPrice {
  /** Billionths. */
  readonly nanos: bigint;
  /** It had more decimals than that. */
  readonly isRounded: boolean;
}

/** `1e-7` → `0.0000001`. */
const plainText = (value: number): string => {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const { units, scale } = decimalOf(digits);
  const moved = scale - Number(exponent);
  return moved >= 0 ? decimalText(units, moved) : String(units * powerOfTen(-moved));
};

export const sumOf = (values: readonly (number | undefined)[]): ExactPrice => {
  const decimals = values.map((value) => decimalOf(plainText(value ?? 0)));
  const scale = Math.max(places, ...decimals.map((one) => one.scale));
  const sum = decimals.reduce((all, one) => all + one.units * powerOfTen(scale - one.scale), 0n);
  const finer = powerOfTen(scale - places);
  const nanos = roundHalfUp(sum, finer);
  return { nanos, isRounded: nanos * finer !== sum };
};

/** Without zeros at its end. */
export const textOfNanos = (nanos: bigint): string => decimalText(nanos, places).replace(/[.]?0+$/, '');
