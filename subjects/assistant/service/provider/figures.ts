/** Numbers in a text that a person would take for figures, with the unit beside them as people write it. */
import { baseUnits, languageIds } from '#catalogue/index.ts';
import { dataOf } from '../understand/lexicon.ts';
import { powerWords, wordNumbers } from './number-words.ts';

type Listed = keyof (typeof dataOf)['en']['figures'];

const escaped = (word: string): string => word.replace(/[.]/g, '\\.').replaceAll(' ', '[\\s-]');
const alternatives = (words: readonly string[]): string =>
  `(?:${words
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})`;

/** Words of all languages at once, as a pattern: a model may mix them. */
export const anyOf = (...keys: readonly Listed[]): string =>
  alternatives(
    keys.flatMap((key) =>
      languageIds.flatMap((language) => dataOf[language].figures[key].split(', ').filter((word) => word !== '-')),
    ),
  );

export interface Unit {
  /** Units of one family are changed into each other. */
  readonly family: string;
  /** How many of the family's smallest one it is. */
  readonly size: number;
}

/** By how they are written in any language, small letters where nothing else has them, and by the words for them. */
const unitsWritten: ReadonlyArray<readonly [family: string, size: number, signs: string, words?: Listed]> = [
  ['energy', 1e9, 'GWh'],
  ['energy', 1e6, 'MWh', 'MWh'],
  ['energy', 1e3, 'kWh|KWh|kwh', 'kWh'],
  ['energy', 1, 'Wh', 'Wh'],
  ['power', 1e3, 'kW', 'kW'],
  ['power', 1, 'W', 'W'],
  ['volume', 1, 'mL|ml', 'mL'],
  ['volume', 1e3, 'L|l', 'L'],
  ['volume', 1e6, 'm³|m3', 'm3'],
  ['volume', baseUnits.gal, 'gal', 'gal'],
  ['share', 0.01, '%', 'percent'],
  ['temperature', 1, '°\\s?C|ºC', 'celsius'],
  ['time', 86_400, '', 'day'],
  ['time', 3600, 'h', 'hour'],
  ['time', 60, 'min', 'minute'],
  ['mass', 1, 'kg|g|t', 'mass'],
  ['fahrenheit', 1, '°\\s?F|ºF'],
  ['current', 1, 'A', 'current'],
  ['tension', 1, 'V', 'tension'],
  ['factor', 1, '×|x', 'times'],
  ['money *', 0.01, 'ct|c€', 'cent'],
  ['money EUR', 1, '€|EUR', 'EUR'],
  ['money INR', 1, '₹|INR|Rs\\.?', 'INR'],
  ['money GBP', 1, '£|GBP', 'GBP'],
  ['money $', 1, '(?:US|MX|A|C)?\\$|USD|MXN|ARS|CLP|COP|UYU|AUD|CAD', 'dollar'],
];
const units = unitsWritten.map(([family, size, signs, words]) => ({
  unit: { family, size },
  pattern: [signs, words && anyOf(words)].filter(Boolean).join('|'),
}));

const endOfWord = '(?![\\p{L}\\p{M}\\d])';
export const unitPattern = `(?:${units.map(({ pattern }) => pattern).join('|')})${endOfWord}`;

const readers = units.map(({ unit, pattern }) => [unit, new RegExp(`^(?:${pattern})$`, 'u')] as const);

export const readUnit = (text: string): Unit | null => readers.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** A currency of three letters by the sign it is written with. */
export const moneyOf = (code: string): Unit => readUnit(code) ?? { family: `money ${code}`, size: 1 };

export const isMoney = ({ family }: Unit): boolean => family.startsWith('money');

/** How many of `to` one of `from` is; null where they do not measure the same. */
export const change = (from: Unit, to: Unit): number | null => {
  const isSame =
    from.family === to.family || (isMoney(from) && isMoney(to) && [from.family, to.family].includes('money *'));
  return isSame ? from.size / to.size : null;
};

/** A number as it may be meant, and to how many digits it was rounded. */
export interface Reading {
  readonly value: number;
  readonly decimals: number;
}

export interface Figure {
  readonly from: number;
  readonly to: number;
  /** More than one where a point or comma can stand for tenths or for thousands. */
  readonly readings: readonly Reading[];
  readonly unit: Unit | null;
  /** "About", "unos", "लगभग". */
  readonly isRough: boolean;
}

const space = '[ \\u00a0\\u202f\\u2009]';
const number = `(?:\\d{1,3}(?:[ \\u00a0\\u202f\\u2009'’]\\d{3})+(?:[.,]\\d+)?(?!\\d)|\\d+(?:[.,]\\d+)*)`;
const sign = '(?:(?:US|MX|A|C)?\\$|[€₹£]|EUR|USD|INR|GBP|Rs\\.?)';
const emphasis = `${space}?[*_]{0,3}${space}?`;
const powers = alternatives(powerWords.map(([word]) => word));
const figure = new RegExp(
  `(?<before>(?<![\\p{L}\\p{M}])${sign}${space}?)?(?<![\\p{L}\\p{M}\\d_])(?<number>${number})(?<scale>${space}?${powers}(?![\\p{L}\\p{M}]))?(?<after>${emphasis}${unitPattern})?`,
  'gu',
);
const joint = `${space}?(?:[–—-]|${anyOf('to')})${space}?`;
/** Of "10–12 kWh" the unit stands once. */
const sharedUnit = new RegExp(`^${joint}${number}${space}?(?<unit>${unitPattern})`, 'u');
const onlyJoint = new RegExp(`^${joint}$`, 'u');
const rough = new RegExp(`(?:${anyOf('about')}|[~≈])[\\s*_€₹£$]*$`, 'iu');
const isRough = (text: string, from: number): boolean => rough.test(text.slice(Math.max(0, from - 24), from));

/** Digits of Hindi, one for one. */
const plainDigits = (text: string): string =>
  text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - '०'.charCodeAt(0)));

const wholeNumber = (digits: string): Reading => ({ value: Number(digits.replace(/\D/g, '')), decimals: 0 });

const decimalNumber = (whole: string, rest: string): Reading => ({
  value: Number(`${whole.replace(/\D/g, '') || '0'}.${rest}`),
  decimals: rest.length,
});

const isGrouped = (text: string): boolean => /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(text);

/** `1.234` is read both ways, `1.234,5` and `12.40` one way, `1.2.3` no way. */
const readNumber = (written: string): readonly Reading[] => {
  const text = written.replace(/[^\d.,]/g, '');
  const marks = text.replace(/\d/g, '');
  const last = marks.at(-1);
  if (last === undefined) return [wholeNumber(text)];
  const at = text.lastIndexOf(last);
  const whole = text.slice(0, at);
  const isTenths = !whole.includes(last) && (marks.length === 1 || isGrouped(whole));
  const isThousands = isGrouped(text) && new Set(marks).size === 1 && !text.startsWith('0');
  return [...(isTenths ? [decimalNumber(whole, text.slice(at + 1))] : []), ...(isThousands ? [wholeNumber(text)] : [])];
};

const powerOf = (written: string): number => Math.log10(powerWords.find(([word]) => word === written.trim())?.[1] ?? 1);

/** "1.2 million" was rounded to a hundred thousand. */
const scaled = ({ value, decimals }: Reading, scale: number): Reading => ({
  value: value * 10 ** scale,
  decimals: decimals - scale,
});

const unitOf = (written: string): Unit | null => readUnit(written.replace(/^[\s*_]+|\s+$/gu, ''));

/** The unit beside the number, or beside the other end of "10–12 kWh". */
const unitAt = (text: string, match: RegExpMatchArray, [from, to]: Span, last: Figure | undefined): Unit | null => {
  const { before = '', after = '' } = match.groups ?? {};
  const shared = sharedUnit.exec(text.slice(to))?.groups?.['unit'] ?? '';
  const follows = last !== undefined && onlyJoint.test(text.slice(last.to, from));
  return unitOf(after) ?? unitOf(before) ?? unitOf(shared) ?? (follows ? last.unit : null);
};

const toFigure = (text: string, match: RegExpMatchArray, last: Figure | undefined): Figure => {
  const { before = '', number: digits = '', scale = '', after = '' } = match.groups ?? {};
  const from = match.index ?? 0;
  // Marks of emphasis before the unit stay where they are.
  const to = from + (before + digits + scale).length + (/[*_]/.test(after) ? 0 : after.length);
  return {
    from,
    to,
    readings: readNumber(digits).map((reading) => scaled(reading, powerOf(scale))),
    unit: unitAt(text, match, [from, to], last),
    isRough: isRough(text, from),
  };
};

export const readFigures = (written: string): readonly Figure[] => {
  const text = plainDigits(written);
  const outside = calendarSpans(text);
  const figures: Figure[] = [];
  for (const match of text.matchAll(figure)) {
    const { index, 0: found, groups } = match;
    const next = text.slice(index + found.length);
    const isWord = groups?.['after'] === undefined && /^[\p{L}\p{M}_]/u.test(next);
    const isCalendar = outside.some(([from, to]) => index < to && from < index + found.length);
    const one = toFigure(text, match, figures.at(-1));
    if (isWord || isCalendar || (one.unit === null && isYear(groups?.['number'] ?? ''))) continue;
    figures.push(one);
  }
  return [...figures, ...figuresInWords(text, figures)].sort((a, b) => a.from - b.from);
};

/** What people count in words too: of hours and times it is a way of speaking. */
const isMeasured = ({ family }: Unit): boolean =>
  !['time', 'factor', 'temperature', 'current', 'tension'].includes(family);
const unitBehind = new RegExp(`^${emphasis}${unitPattern}`, 'u');

/** "Forty-two kWh"; "one kWh costs" counts nothing. */
const figuresInWords = (text: string, known: readonly Figure[]): readonly Figure[] =>
  wordNumbers(text).flatMap(({ from, to, value, decimals }): Figure[] => {
    const [behind = ''] = unitBehind.exec(text.slice(to)) ?? [];
    const unit = unitOf(behind);
    if (unit === null || !isMeasured(unit) || (value === 1 && !isMoney(unit))) return [];
    if (known.some((one) => one.from < to && from < one.to)) return [];
    const end = /[*_]/.test(behind) ? to : to + behind.length;
    return [{ from, to: end, readings: [{ value, decimals }], unit, isRough: isRough(text, from) }];
  });

// Dates, times and spans of the calendar as they are written in any language: numbers in them are no figures.

const month = `${anyOf('months')}(?![\\p{L}\\p{M}])\\.?`;
const ordinal = anyOf('ordinals');
const day = `(?<!\\d)\\d{1,2}${ordinal}?(?!\\d)`;
const year = '(?:19|20)\\d{2}(?!\\d)';
const to = `\\s{0,3}(?:[–—-]|${anyOf('to')})\\s{0,3}`;
const ofWords = `\\s{0,3}(?:${anyOf('ofDate')}\\s)?\\s{0,3}`;

const patterns = [
  `(?<!\\d)\\d{4}-\\d{2}(?:-\\d{2})?(?:[T ]\\d{2}:\\d{2}(?::\\d{2})?(?:\\.\\d+)?(?:Z|[+-]\\d{2}:?\\d{2})?)?(?!\\d)`,
  `(?<![\\d.,])\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{4}|\\d{2})(?![\\d.,]\\d)`,
  `(?<![\\d.,])\\d{1,2}/\\d{1,2}(?![\\d/])`,
  `(?<!\\d)\\d{1,2}[:h]\\d{2}(?::\\d{2})?(?!\\d)(?:\\s?[ap]\\.?m\\b\\.?)?`,
  `(?<!\\d)\\d{1,2}\\s?[ap]\\.?m(?![\\p{L}\\p{M}])\\.?`,
  `${day}(?:${to}${day})?${ofWords}${month}(?:,?${ofWords}${year})?`,
  `(?<![\\p{L}\\p{M}])${month}\\s{0,3}${day}(?:${to}${day})?(?:,?\\s{0,3}${year})?(?![.,]\\d)`,
  `(?<![\\p{L}\\p{M}])${month}${ofWords}${year}`,
  `(?<![\\d.,])\\d{1,3}${ordinal}(?![\\p{L}\\p{M}])`,
  `(?<![\\d.,])\\d{1,3}(?:${to}\\d{1,3})?[\\s-]?${anyOf('spans', 'listed')}(?![\\p{L}\\p{M}])`,
];
const calendar = new RegExp(patterns.map((one) => `(?:${one})`).join('|'), 'giu');

/** Years by themselves: nothing is counted in them. */
const isYear = (digits: string): boolean => /^20\d{2}$/.test(digits);

type Span = readonly [from: number, to: number];

const calendarSpans = (text: string): readonly Span[] =>
  [...text.matchAll(calendar)].map(({ index, 0: found }) => [index, index + found.length]);
