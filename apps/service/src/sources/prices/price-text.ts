/** Decimals of prices as texts: moved by powers of ten without a float in between. */
import { decimalOf, decimalText, powerOfTen } from '@wattershed/domain';

/** What a price may have at most: of any more nothing could be kept. */
const maxDecimals = 30;
const maxPrice = 1_000_000n;

/** `1.234,5` and `1,234.5`: of two marks the last is the decimal one, and one that stands several times is none. */
const withPoint = (text: string): string => {
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
  const mark = text[last] ?? '';
  const isGrouped = mark !== '' && text.indexOf(mark) !== last;
  const [whole, fraction] = last < 0 || isGrouped ? [text, ''] : [text.slice(0, last), text.slice(last + 1)];
  return `${whole.replaceAll(/[.,]/g, '')}${fraction === '' ? '' : `.${fraction}`}`;
};

/**
 * `131,04`, `1 310.4` (with spaces of any width), `−0.5` and `1.2e-7` as a plain decimal, times `10^-moved`; null for what is none, or is
 * more than can be kept.
 */
export const plainPrice = (text: string, moved = 0): string | null => {
  const spelt = text.replaceAll(/[\s\u200b\ufeff'’]/gu, '').replace(/^[−–]/, '-');
  const [, sign = '', digits = '', exponent = '0'] =
    /^([+-]?)(\d[\d.,]*|[.,]\d+)(?:e([+-]?\d{1,3}))?$/i.exec(spelt) ?? [];
  const price = withPoint(digits.replace(/^[.,]/, '0.'));
  if (!/^\d{1,40}([.]\d{1,60})?$/.test(price)) return null;
  const { units, scale } = decimalOf(price);
  const places = scale + moved - Number(exponent);
  const [whole, decimals] = places < 0 ? [units * powerOfTen(-places), 0] : [units, places];
  const plain = decimalText(whole, decimals);
  // As it was written, where it was not moved.
  const short = places !== scale && plain.includes('.') ? plain.replace(/[.]?0+$/, '') : plain;
  const isKept = (short.split('.')[1] ?? '').length <= maxDecimals && whole < maxPrice * powerOfTen(decimals);
  return isKept ? `${sign === '-' && whole !== 0n ? '-' : ''}${short}` : null;
};
