/** Decimals of prices as texts: moved by powers of ten without a float in between. */
import { decimalOf, decimalText } from '@wattershed/domain';

const plain = /^-?\d{1,9}([.]\d{1,9})?$/;

/** `131,04` and `131.04` as a plain decimal; null for what is none. */
export const plainPrice = (text: string): string | null => {
  const price = text.trim().replace(',', '.');
  return plain.test(price) ? price : null;
};

/** A thousandth, or a hundredth, of a decimal, exactly. */
export const dividedByTen = (price: string, times: number): string => {
  const { units, scale } = decimalOf(price);
  return decimalText(units, scale + times).replace(/[.]?0+$/, (zeros) => (scale + times === 0 ? zeros : ''));
};
