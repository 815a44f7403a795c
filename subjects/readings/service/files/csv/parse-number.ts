/** Numbers as people and programs write them: 1234.5, 1,234.5, 1234,5, 1.234,5, 1 234,5, 1.2e3. */

export type DecimalMark = '.' | ',';

const simple = /^-?\d{1,15}(?:\.\d*)?$/;
const withPoint = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d*)?(?:e[+-]?\d+)?$/i;
const withComma = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d*)(?:,\d*)?(?:e[+-]?\d+)?$/i;
const blanks = new Set(['', '-', 'null', 'nan', 'n/a', 'na', 'none', 'unknown', 'unavailable']);

/** A cell without a reading: empty, or what loggers write for "nothing". */
export const isBlank = (text: string): boolean => text === '' || (text.length < 12 && blanks.has(text.toLowerCase()));

/** Null: not a number, or one too large to be kept exactly. */
export const parseNumber = (text: string, mark: DecimalMark): number | null => {
  if (mark === '.' && simple.test(text)) return Number(text);
  let plain = text;
  if (mark === ',') {
    plain = text.replace(/(\d)[ \u00a0\u202f'](?=\d{3})/g, '$1');
    if (!withComma.test(plain)) return null;
    plain = plain.replaceAll('.', '').replace(',', '.');
  } else {
    if (!withPoint.test(text)) return null;
    if (text.includes(',')) plain = text.replaceAll(',', '');
  }
  if (!/\d/.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : null;
};

/** Which mark this cell proves to be the decimal one, if it does. */
export const provenMark = (text: string): DecimalMark | null => {
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  if (comma < 0 && point < 0) return null;
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  if (/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return null;
  return comma >= 0 ? ',' : '.';
};
