/** What a text says in figures: numbers with their unit, money and dates, as they are written in many lands. */
import type { PaperUnit } from '../../contract/paper-bill.ts';
import { currency } from './currencies.ts';
import { fullYear as year, perWords, plainText, type Speech, speechOf } from './languages.ts';

export interface Figure {
  /** A plain decimal. */
  readonly text: string;
  readonly value: number;
  readonly decimals: number;
  readonly unit?: Unit | undefined;
  /** Money for each of these: a price. */
  readonly per?: Unit | undefined;
  /** By how many places its unit, as it is written, is larger than ours. */
  readonly places: number;
  /** As it is written: a code of ISO 4217 or a sign. */
  readonly currency?: string | undefined;
  readonly isMoney: boolean;
  readonly isMinor: boolean;
  readonly isPercent: boolean;
  /** In the text, with its sign and unit. */
  readonly start: number;
  readonly end: number;
}

export type Unit = PaperUnit;

/** Its decimal point so many places further. */
export const shifted = (text: string, places: number): string => {
  const [, sign = '', whole = '0', broken = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  const digits = places < 0 ? `${'0'.repeat(-places)}${whole}${broken}` : `${whole}${broken.padEnd(places, '0')}`;
  const point = (places < 0 ? -places : 0) + whole.length + places;
  const rest = digits.slice(point);
  return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`;
};

/** With how many places its point moves, where a unit is a thousand of ours. */
const units: readonly (readonly [RegExp, Unit, number?])[] = [
  [/^k\s?w\s?h(?:rs?)?(?![a-zà-ž])/iu, 'kWh'],
  [/^(?:квт[·*⋅.]?\s?ч|кВтг|ك\.?\s?و\.?\s?س|كيلو ?واط|קוט"ש|קוו?ט״ש)/iu, 'kWh'],
  [/^m\s?w\s?h(?![a-zà-ž])/iu, 'kWh', 3],
  [/^(?:units?|unidades|einheiten|यूनिट|इकाई|इकाइयाँ)(?![a-z])/i, 'kWh'],
  [/^(?:kw|kva|квт|किलोवाट|केवी?ए)(?!\p{L})/iu, 'kW'],
  [
    /^(?:[ns]?m³|[ns]?m3|m\^3|㎥|cbm|s?mc|cu\.? ?m|cubic met(?:er|re)s?|м³|м3|куб|立方|घन मीटर|घ\.? ?मी\.?)(?![a-z\d])/i,
    'm3',
  ],
  [/^(?:kl|kilolit(?:er|re)s?|(?:कि|िक|क)?लोलीटर|(?:कि|क)\.? ?ली\.?(?!\p{L}))(?![a-z])/iu, 'kL'],
  [/^kgal ?\((?:uk|imp(?:erial)?)\)(?![a-z])/i, 'kgalUK'],
  [/^(?:imp(?:erial)?\.? ?gal(?:lons?)?|igal|gal(?:lons?)? ?\((?:uk|imp(?:erial)?)\))(?![a-z])/i, 'galUK'],
  [/^(?:kgal|tgal)(?![a-z])/i, 'kgal'],
  [/^(?:gal(?:lons?)?)(?![a-z])/i, 'gal'],
  [/^(?:[ch]cf)(?![a-z])/i, 'HCF'],
  [/^(?:l|lit(?:er|re|ro)s?|लीटर)(?![a-z])/i, 'L'],
  [/^mth(?![a-z])/i, 'month'],
  [/^(?:yr|annum|p\.a\.)(?![a-z])/i, 'year'],
  [/^hrs?(?![a-z])/i, 'hour'],
  [/^(?:persons?|people|personas?|personen|personnes?|व्यक्ति)(?![a-z])/i, 'person'],
];

const minor =
  /^(?:p(?:ence|enny)?(?!\p{L})|¢|cts?\.?(?!\p{L})|c(?![\p{L}€])|c€|cents?(?!\p{L})|c[eé]ntimos?|c[eê]ntavos?|centimes?|centesimi|[øö]re(?!\p{L})|groszy|gr(?=\s*\/)|gr(?:osze)?(?!\p{L})|hal[eé]ř|kuruş|krş|λεπτά|rp\.?(?=\s*\/)|paise|पैसे)/iu;

/** Between a number and the unit that it is a price for. */
const perMark = new RegExp(`^\\s*(?:[/·]|(?:${perWords})(?!\\p{L})|प्र(?:ति|ित))\\s*`, 'iu');

/** Whole and broken parts; groups of three, or of two and three (India). */
const numeral = /\d+(?:[.,']\d+)*/g;
/** Spaces group where a comma stands before decimals; before a point only where decimals follow. */
const spacedNumeral = {
  ',': /(?<![\d.,] ?)[1-9]\d{0,2}(?: \d{3})+(?![\d.])(?:,\d+)?|\d+(?:[.,']\d+)*|(?<![\d.,\p{L}])[.,]\d{2,}/gu,
  '.': /(?<![\d.,] ?)[1-9]\d{0,2}(?: \d{3})+\.\d+(?![\d.,])|\d+(?:[.,']\d+)*|(?<![\d.,\p{L}])[.,]\d{2,}/gu,
} as const;
const opening = new RegExp(`(?:(${currency})\\s?)?(\\(-\\)\\s?|[-+(]\\s?)?(?:(${currency})\\s?)?$`, 'u');
const closing = new RegExp(`^\\s?(${currency})`, 'u');
const closesBracket = new RegExp(`^\\s?(?:${currency})?\\s?\\)(?! *[,;]? *\\p{L})`, 'u');
/** `€/kWh 0.1314` */
const pricedBefore = new RegExp(`(?<!\\)\\s?)(${currency})\\s?/\\s?(\\p{L}[\\p{L}\\p{M}³3]*)\\s*$`, 'u');
const endsInCurrency = new RegExp(`${currency}$`, 'u');

/** Scripts that set no space between words and numbers. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]\p{M}*$/u;

type DecimalMark = '.' | ',';
/** How a paper writes its numbers and dates. */
export interface Notation extends Speech {
  readonly mark: DecimalMark;
}

/** Which mark stands before decimals: what numbers of a whole paper can only be read with. */
const decimalMarkOf = (texts: readonly string[], speech: Speech): DecimalMark => {
  const votes = { '.': 0, ',': 0 };
  for (const text of texts)
    for (const [number] of withoutDates(text, speech).matchAll(numeral)) {
      const marks = number.replace(/[\d' ]/g, '');
      const last = marks.at(-1) as DecimalMark | undefined;
      if (last === undefined) continue;
      const other = last === '.' ? ',' : '.';
      const broken = number.slice(number.lastIndexOf(last) + 1);
      if (marks.includes(other)) votes[last] += 3;
      else if (marks.length > 1) votes[other] += 2;
      else if (broken.length !== 3) votes[last] += broken.length === 2 ? 2 : 1;
    }
  return votes[','] > votes['.'] ? ',' : '.';
};
export const notationOf = (written: readonly string[]): Notation => {
  const texts = written.map(plainText);
  const speech = speechOf(texts);
  return { ...speech, mark: decimalMarkOf(texts, speech) };
};

const decimalOf = (written: string, mark: DecimalMark): string | undefined => {
  const group = mark === '.' ? ',' : '.';
  const bare = written.replace(/[' ]/g, '');
  // Groups have three digits, or two before the last three; anything else is the other mark before decimals.
  const [whole = '', broken, ...more] = (bare.startsWith(mark) ? `0${bare}` : bare).split(mark);
  if (more.length > 0) {
    // The mark twice: it groups here.
    return bare.includes(group) || !/^\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/.test(bare)
      ? undefined
      : bare.replaceAll(mark, '');
  }
  const parts = whole.split(group);
  const isGrouped =
    parts.length === 1 ||
    (/^[1-9]\d{0,2}$/.test(parts[0] ?? '') &&
      parts.slice(1, -1).every((part) => /^\d{2,3}$/.test(part)) &&
      /^\d{3}$/.test(parts.at(-1) ?? ''));
  if (isGrouped)
    return `${Number(parts.join('')) > 0 ? parts.join('').replace(/^0+(?=\d)/, '') : '0'}${broken === undefined || broken === '' ? '' : `.${broken}`}`;
  return parts.length === 2 && broken === undefined ? `${Number(parts[0])}.${parts[1]}` : undefined;
};

export const unitAt = (
  rest: string,
  { timeUnitOf }: Speech,
): { unit: Unit; length: number; places: number; isTime?: boolean } | undefined => {
  const space = /^\s*/.exec(rest)?.[0].length ?? 0;
  const own = rest.slice(space);
  for (const [pattern, unit, places = 0] of units) {
    const found = pattern.exec(own);
    if (found) return { unit, length: space + found[0].length, places };
  }
  const [word = ''] = /^[\p{L}\p{M}]+/u.exec(own) ?? [];
  const unit = timeUnitOf(word);
  return unit && { unit, length: space + word.length, places: 0, isTime: true };
};

/** Brackets take an amount away; where the sentence goes on behind them they set it apart. */
const isTakenAway = (sign: string, rest: string): boolean =>
  sign.includes('(') && (sign.includes('-') || closesBracket.test(rest));

/** The numbers of a text, dates left out. */
export const figuresOf = (written: string, notation: Notation): Figure[] => {
  const { mark } = notation;
  const text = withoutDates(written, notation);
  let done = 0;
  return Array.from(text.matchAll(spacedNumeral[mark])).flatMap((found): Figure[] => {
    const number = found[0];
    const begin = found.index;
    const before = text.slice(0, begin);
    // A sign behind a number is not that of the next.
    const since = text.slice(Math.min(done, begin), begin);
    // A part of a name, a code or a time of day is no amount.
    if (
      (/[\p{L}\p{M}_#]$/u.test(before) && !unspaced.test(before) && !endsInCurrency.test(before)) ||
      (/\d[:/]$|[:]\d*$/.test(before.slice(-3)) && /\d:$/.test(before))
    )
      return [];
    const read = decimalOf(number, mark);
    if (read === undefined) return [];
    const [, first, sign = '', second] = opening.exec(since) ?? [];
    const [, told, unitTold = ''] = pricedBefore.exec(since) ?? [];
    const isRange = /[\d\p{L}]-\s?$/u.test(before) || /\d -\s$/.test(before);
    let rest = text.slice(begin + number.length);
    if (/^:\d/.test(rest)) return [];
    let end = begin + number.length;
    const step = (length: number): void => {
      rest = rest.slice(length);
      end += length;
    };
    let money = first ?? second;
    let isNegative = (sign.includes('-') && !(isRange && !sign.includes('('))) || isTakenAway(sign, rest);
    const behind = closing.exec(rest);
    if (behind && money === undefined) {
      money = behind[1];
      step(behind[0].length);
    }
    if (/^\s?-(?![\d\p{L}\s]*\p{L}?\d)/u.test(rest) && /^\s?-(?:\s|$|[€£$₹])/.test(rest)) {
      isNegative = true;
      step(/^\s?-/.exec(rest)?.[0].length ?? 0);
      const after = closing.exec(rest);
      if (after && money === undefined) {
        money = after[1];
        step(after[0].length);
      }
    }
    if (/^\s?(?:cr|haben|जमा)(?!\p{L})/iu.test(rest)) isNegative = true;
    const isPercent =
      /^\s?%/.test(rest) ||
      /(?<!\d\s?)%\s?$/.test(before) ||
      /^\s?(?:per ?cent|por ciento|prozent|procent|प्र ?(?:ति|ित)शत)/iu.test(rest);
    const small = isPercent || money !== undefined ? null : minor.exec(rest.trimStart());
    const isMinor = small !== null && (/^\S/.test(rest) || small[0].length > 1);
    if (isMinor) step(rest.length - rest.trimStart().length + (small?.[0].length ?? 0));
    let unit: Unit | undefined;
    let per: Unit | undefined;
    let places = 0;
    if (!isPercent) {
      const slash = money !== undefined || isMinor ? perMark.exec(rest) : /^\s*\/\s*/.exec(rest);
      const beside = unitAt(rest.slice(slash?.[0].length ?? 0), notation);
      // What has hundredths is money, but for whole counts: `12,00 Monate`.
      const isCount = !/\.\d\d$/.test(read) || read.endsWith('.00');
      const next = beside?.isTime && !slash && !isCount ? undefined : beside;
      if (next && slash) per = next.unit;
      else if (next && money === undefined && !isMinor) unit = next.unit;
      if (next && (slash || unit)) step((slash?.[0].length ?? 0) + next.length);
      if (next && (per || unit)) places = per ? -next.places : next.places;
    }
    const plain = places === 0 ? read : shifted(read, places);
    if (told !== undefined && money === undefined && unit === undefined && !isPercent && !isMinor) {
      money = told;
      per = unitAt(unitTold, notation)?.unit;
    }
    done = end;
    const decimals = plain.split('.')[1]?.length ?? 0;
    const value = isNegative ? -Number(plain) : Number(plain);
    return [
      {
        text: isNegative && value !== 0 ? `-${plain}` : plain,
        value,
        decimals,
        unit,
        per,
        places,
        currency: money,
        isMoney: money !== undefined,
        isMinor,
        isPercent,
        start: begin,
        end,
      },
    ];
  });
};

// Dates.

export interface FoundDate {
  /** `YYYY-MM-DD`; parts that are not said are empty. */
  readonly year: number | null;
  readonly month: number;
  readonly day: number;
  /** Where the day and the month could be changed for each other. */
  readonly isEither: boolean;
  readonly start: number;
  readonly end: number;
}

/** A year of the Buddha is 543 more than ours, two digits are of this century. */
const yearOf = (written: string | undefined): number | null =>
  written === undefined ? null : Number(written) > 2400 ? Number(written) - 543 : (Number(written) % 100) + 2000;
const letters = '(\\p{L}[\\p{L}\\p{M}.]*[\\p{L}\\p{M}]\\.?)';
/** As they are written; the month is a number or a name. */
interface Parts {
  readonly y?: string | undefined;
  readonly m: string | undefined;
  readonly d: string | undefined;
  readonly isEither?: boolean;
}
const datePatterns: readonly (readonly [RegExp, (found: readonly (string | undefined)[]) => Parts])[] = [
  // Without a year, before the date that has it.
  [
    /(?<![\d.,/])(\d{1,2})([./])(\d{1,2})\2?(?=\s*(?:[-–—~]|\p{L}{1,5})\s*\d{1,2}\2\d{1,2}\2)/gu,
    ([, d, , m]) => ({ m, d, isEither: true }),
  ],
  [
    new RegExp(
      `(?<![\\d.,])(${year})(?:[-/.] ?|\\s?[年년]\\s?)(\\d{1,2})(?:[-/.] ?|\\s?[月월]\\s?)(\\d{1,2})(?!\\d)`,
      'gu',
    ),
    ([, y, m, d]) => ({ y, m, d }),
  ],
  // Of the era that began in 2019.
  [/令和\s?(\d{1,2})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})/gu, ([, y, m, d]) => ({ y: String(Number(y) + 2018), m, d })],
  [
    new RegExp(`(?<![\\d.,])(\\d{1,2})([-/.]) ?(\\d{1,2})\\2 ?(${year}|\\d\\d)(?![\\d]|[.,]\\d)`, 'gu'),
    ([, d, , m, y]) => ({ y, m, d, isEither: true }),
  ],
  // The year first, as in Hungary.
  [
    new RegExp(
      `(?<![\\d.,]|\\p{L}\\.? \\d{1,2},? )(${year})(?:\\. ?|[ -])${letters}[ -](\\d{1,2})(?![\\d]|[.,]\\d)`,
      'gu',
    ),
    ([, y, m, d]) => ({ y, m, d }),
  ],
  [
    new RegExp(
      `(?<![\\d.,])(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?(?: +de| +of| )?[ -]*${letters}(?:[ ,/-]*(?:de +|del +)?[ '-]*(${year})(?![.,]\\d|\\d)|[ '/-]'?(\\d\\d)(?![.,]\\d|\\d)|(?![\\p{L}\\p{M}]))`,
      'giu',
    ),
    ([, d, m, y, short]) => ({ y: y ?? short, m, d }),
  ],
  [
    new RegExp(
      `(?<![\\p{L}\\p{M}])${letters}[ /-]+(\\d{1,2})(?:st|nd|rd|th)?(?![\\d.,']\\d|\\d)(?:(?: *,? *|[/-])(${year})(?!\\d))?`,
      'giu',
    ),
    ([, m, d, y]) => ({ y, m, d }),
  ],
  [/(?<!\d)(\d{1,2})\s?[月월]\s?(\d{1,2})(?=\s?[日일])/gu, ([, m, d]) => ({ m, d })],
];

/** `12/09 - 11/10`, `01.10. - 31.10.` */
const spanWithoutYear =
  /(?<![\d.,/])(\d\d\/\d\d|\d\d\.\d\d\.)(\s?(?:[-–—~]|\p{L}{1,5})\s?)(\d\d\/\d\d|\d\d\.\d\d\.)(?![\d/])/gu;

/** What stands between the two days of a span. */
export const spanGap = /^[日일]?\s*(?:[-–—~〜～]|\p{L}{1,7})\s*$/u;

type Dated = FoundDate & { readonly isSure: boolean };
/** A name without a year may be another word: it is a date where the paper speaks so and the name is whole, or beside a second date. */
const dateOf = (
  { y, m = '', d, isEither = false }: Parts,
  { monthOf }: Speech,
): Omit<Dated, 'start' | 'end'> | undefined => {
  const name = /^\d/.test(m) ? { month: Number(m), isWhole: true, isOwn: true } : monthOf(m);
  const day = Number(d);
  if (!name || day < 1 || day > 31 || name.month < 1 || (name.month > 12 && !(isEither && day <= 12))) return undefined;
  const { month, isWhole, isOwn } = name;
  const isNamed = y === undefined ? isWhole && isOwn : isWhole || isOwn || y.length > 2;
  return isNamed || (y === undefined && (isWhole || isOwn))
    ? { year: yearOf(y), month, day, isEither, isSure: isNamed }
    : undefined;
};

/** The dates of a text, in its order. */
export const datesOf = (written: string, speech: Speech): FoundDate[] => {
  const found: Dated[] = [];
  let text = plainText(written);
  for (const { 1: first = '', 2: gap = '', 3: last = '', index } of text.matchAll(spanWithoutYear)) {
    const dates = [first, last].map((date, i): Dated => {
      const [day = 0, month = 0] = date.split(/[./]/).map(Number);
      const start = i === 0 ? index : index + first.length + gap.length;
      return { year: null, month, day, isEither: true, isSure: true, start, end: start + date.length };
    });
    if (dates.some(({ day, month }) => Math.min(day, month) > 12 || Math.max(day, month) > 31)) continue;
    found.push(...dates);
    text = blanked(text, dates);
  }
  for (const [pattern, read] of datePatterns)
    text = text.replace(pattern, (...groups) => {
      const start = groups.findLast((one): one is number => typeof one === 'number') ?? 0;
      const [whole] = groups;
      const end = start + whole.length;
      const parts = read(groups);
      const date = dateOf(parts, speech);
      // A number with its unit is no day of a month that is named.
      const isCount = parts.y === undefined && /^\p{L}.*\d$/u.test(whole) && unitAt(text.slice(end), speech);
      if (!date || isCount) return whole;
      found.push({ ...date, start, end });
      return ' '.repeat(whole.length);
    });
  const dates = found.sort((a, b) => a.start - b.start);
  const isBeside = (a: Dated | undefined, b: Dated | undefined): boolean =>
    a !== undefined && b !== undefined && spanGap.test(written.slice(a.end, b.start));
  return dates.filter((date, i) => date.isSure || isBeside(dates[i - 1], date) || isBeside(date, dates[i + 1]));
};

/** The middles of the months that a text names with their year. */
export const monthsOf = (written: string, { monthOf }: Speech): string[] =>
  Array.from(
    plainText(written).matchAll(
      new RegExp(
        `(${year})\\s?[年년](?:[（(].*?[）)])?\\s?(\\d{1,2})\\s?[月월]|${letters}[ -]+(?:de +|del +)?(${year})(?!\\d)`,
        'gu',
      ),
    ),
  ).flatMap(([, y, number, name = '', own]) => {
    const month = number === undefined ? (monthOf(name)?.month ?? 0) : Number(number);
    return month >= 1 && month <= 12 ? [`${yearOf(y ?? own)}-${String(month).padStart(2, '0')}-15`] : [];
  });

/** The same text with blanks where something stands. */
export const blanked = (text: string, places: readonly { readonly start: number; readonly end: number }[]): string =>
  places.reduce(
    (all, { start, end }) => all.slice(0, start) + ' '.repeat(Math.max(0, end - start)) + all.slice(end),
    text,
  );
/** In plain digits. */
export const withoutDates = (written: string, speech: Speech): string =>
  blanked(plainText(written), datesOf(written, speech));
