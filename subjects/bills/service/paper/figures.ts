/** What a text says in figures: numbers with their unit, money and dates, as they are written in many lands. */
import type { PaperUnit } from '../../contract/paper-bill.ts';

export interface Figure {
  /** A plain decimal. */
  readonly text: string;
  readonly value: number;
  readonly decimals: number;
  readonly unit?: Unit | undefined;
  /** Money for each of these: a price. */
  readonly per?: Unit | undefined;
  /** ISO 4217; `minor`: its hundredths. */
  readonly currency?: string | undefined;
  readonly isMoney: boolean;
  readonly isMinor: boolean;
  readonly isPercent: boolean;
  /** In the text, with its sign and unit. */
  readonly start: number;
  readonly end: number;
}

export type Unit = PaperUnit;

/** Digits of India become ours, odd spaces and minus signs plain ones; the length stays. */
export const plainText = (text: string): string =>
  text
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .replace(/[\u00a0\u2007\u2009\u202f]/g, ' ')
    .replace(/[−‒]/g, '-')
    .replace(/[’ʼ]/g, "'");

const units: readonly (readonly [RegExp, Unit])[] = [
  [/^k\s?w\s?h(?:rs?)?(?![a-z])/i, 'kWh'],
  [/^(?:units?|unidades|einheiten|यूनिट|इकाई|इकाइयाँ)(?![a-z])/i, 'kWh'],
  [/^(?:kw|kva|किलोवाट|केवी?ए)(?![a-z])/i, 'kW'],
  [/^(?:m³|m3|m\^3|cbm|cu\.? ?m|cubic met(?:er|re)s?|घन मीटर|घ\.? ?मी\.?)(?![a-z])/i, 'm3'],
  [/^(?:kl|kilolit(?:er|re)s?|(?:कि|िक|क)?लोलीटर)(?![a-z])/i, 'kL'],
  [/^(?:kgal|tgal)(?![a-z])/i, 'kgal'],
  [/^(?:gal(?:lons?)?)(?![a-z])/i, 'gal'],
  [/^(?:[ch]cf)(?![a-z])/i, 'HCF'],
  [/^(?:l|lit(?:er|re|ro)s?|लीटर)(?![a-z])/i, 'L'],
  [/^(?:days?|d[ií]as?|tag(?:e|en)?|jours?|giorn[oi]|dias?|dag(?:en)?|दिन(?:ों)?|दिवस)(?![a-z])/i, 'day'],
  [/^(?:months?|mth|mes(?:es)?|monat(?:e|en)?|mois|mes[ei]|m[eê]s|maand(?:en)?|महीन[ाेों]+|माह|मास)(?![a-z])/i, 'month'],
  [/^(?:years?|yr|annum|años?|jahre?n?|ans?|ann[oi]|anos?|jaar|वर्ष|साल)(?![a-zñ])/i, 'year'],
  [/^(?:hours?|hrs?|horas?|stunden?|heures?|or[ae]|uur|घंट[ाेों]+)(?![a-z])/i, 'hour'],
  [/^(?:persons?|people|personas?|personen|personnes?|व्यक्ति)(?![a-z])/i, 'person'],
];

const symbols: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  $: 'USD',
  '₹': 'INR',
  '¥': 'JPY',
  रु: 'INR',
  rs: 'INR',
  रुपये: 'INR',
  रुपए: 'INR',
  euro: 'EUR',
  euros: 'EUR',
  eur: 'EUR',
};
const codes =
  'EUR|GBP|USD|INR|CHF|CAD|AUD|NZD|MXN|BRL|COP|CLP|ARS|PEN|ZAR|SEK|NOK|DKK|PLN|CZK|JPY|SGD|HKD|AED|NPR|LKR|BDT|PKR';
const currency = `(?:(?:${codes})(?![A-Za-z])|US\\$|[€£$₹¥]|Rs\\.?(?![a-z])|रु(?:पये|पए)?\\.?|[Ee]uros?(?![a-z]))`;
const minor =
  /^(?:p(?:ence|enny)?(?![a-z])|¢|cts?(?![a-z])|c(?![a-z€])|c€|cents?(?![a-z])|c[eé]ntimos?|centimes?|centesimi|paise|पैसे)/i;
const isoOf = (written: string): string => {
  const plain = written.replace('.', '').replace('US$', 'USD').trim();
  return symbols[plain] ?? symbols[plain.toLowerCase()] ?? plain.toUpperCase();
};

/** Between a number and the unit that it is a price for. */
const perMark = /^\s*(?:\/|per|pro|je|por|al|par|prix|a|an|each|प्रति|·|y)(?=[\s\p{L}\p{M}³])\s*|^\s*\/\s*/iu;

/** Whole and broken parts; groups of three, or of two and three (India). */
const numeral = /\d+(?:[.,']\d+)*/g;
/** Spaces group where a comma stands before decimals. */
const numeralWithSpaces = /(?<![\d.,] ?)[1-9]\d{0,2}(?: \d{3})+(?![\d.])(?:,\d+)?|\d+(?:[.,']\d+)*/g;
const opening = new RegExp(`(?:(${currency})\\s?)?([-+(]\\s?)?(?:(${currency})\\s?)?$`);
const closing = new RegExp(`^\\s?(${currency})`);

export type DecimalMark = '.' | ',';

/** Which mark stands before decimals: what numbers of a whole paper can only be read with. */
export const decimalMarkOf = (texts: readonly string[]): DecimalMark => {
  const votes = { '.': 0, ',': 0 };
  for (const text of texts)
    for (const [number] of withoutDates(plainText(text)).matchAll(numeral)) {
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

const decimalOf = (written: string, mark: DecimalMark): string | undefined => {
  const group = mark === '.' ? ',' : '.';
  const bare = written.replace(/[' ]/g, '');
  // Groups have three digits, or two before the last three; anything else is the other mark before decimals.
  const [whole = '', broken, ...more] = bare.split(mark);
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

const unitAt = (rest: string): { unit: Unit; length: number } | undefined => {
  const space = /^\s*/.exec(rest)?.[0].length ?? 0;
  for (const [pattern, unit] of units) {
    const found = pattern.exec(rest.slice(space));
    if (found) return { unit, length: space + found[0].length };
  }
  return undefined;
};

/** Brackets take an amount away; where the sentence goes on behind them they set it apart. */
const isTakenAway = (sign: string, rest: string): boolean =>
  sign.includes('(') && /^\s?[^()]{0,4}\)(?!\s*[,;]?[ ]*\p{L})/u.test(rest);

/** The numbers of a text, dates left out. */
export const figuresOf = (written: string, mark: DecimalMark): Figure[] => {
  const text = withoutDates(plainText(written));
  return Array.from(text.matchAll(mark === ',' ? numeralWithSpaces : numeral)).flatMap((found): Figure[] => {
    const number = found[0];
    const begin = found.index;
    const before = text.slice(0, begin);
    // A part of a name, a code or a time of day is no amount.
    if (
      (/[\p{L}\p{M}_#]$/u.test(before) && !new RegExp(`${currency}$`).test(before)) ||
      (/\d[:/]$|[:]\d*$/.test(before.slice(-3)) && /\d:$/.test(before))
    )
      return [];
    const plain = decimalOf(number, mark);
    if (plain === undefined) return [];
    const [, first, sign = '', second] = opening.exec(before) ?? [];
    const isRange = /[\d\p{L}]-\s?$/u.test(before) || /\d -\s$/.test(before);
    let rest = text.slice(begin + number.length);
    if (/^:\d/.test(rest)) return [];
    let end = begin + number.length;
    const step = (length: number): void => {
      rest = rest.slice(length);
      end += length;
    };
    let money = first ?? second;
    let isNegative = (sign.includes('-') && !isRange) || isTakenAway(sign, rest);
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
    if (/^\s?(?:cr|haben|जमा)\b/i.test(rest)) isNegative = true;
    const isPercent = /^\s?%/.test(rest) || /^\s?(?:percent|por ciento|prozent|प्रतिशत)/i.test(rest);
    const small = isPercent || money !== undefined ? null : minor.exec(rest.trimStart());
    const isMinor = small !== null && (/^\S/.test(rest) || small[0].length > 1);
    if (isMinor) step(rest.length - rest.trimStart().length + (small?.[0].length ?? 0));
    let unit: Unit | undefined;
    let per: Unit | undefined;
    if (!isPercent) {
      const slash = money !== undefined || isMinor ? perMark.exec(rest) : /^\s*\/\s*/.exec(rest);
      const next = unitAt(rest.slice(slash?.[0].length ?? 0));
      if (next && slash) per = next.unit;
      else if (next && money === undefined && !isMinor) unit = next.unit;
      if (next && (slash || unit)) step((slash?.[0].length ?? 0) + next.length);
    }
    const decimals = plain.split('.')[1]?.length ?? 0;
    const value = isNegative ? -Number(plain) : Number(plain);
    return [
      {
        text: isNegative && value !== 0 ? `-${plain}` : plain,
        value,
        decimals,
        unit,
        per,
        currency: money === undefined ? undefined : isoOf(money),
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
  readonly month: number | null;
  readonly day: number;
  /** Where the day and the month could be changed for each other. */
  readonly isEither: boolean;
  readonly start: number;
  readonly end: number;
}

/** Beginnings of the months' names, as far as they tell them apart, in the languages of the lands whose bills we know. */
const monthNames: readonly string[] = [
  'jan|ene|gen|जन|janv|jän',
  'feb|fév|fev|fév|फ़?र|फर|febr',
  'mar|mär|maa|mrt|मार्च',
  'apr|abr|avr|अप्रै',
  'may|mai|mag|mei|मई',
  'jun|juin|giu|जून',
  'jul|juil|lug|जुला',
  'aug|ago|août|aou|अग',
  'sep|set|सित',
  'oct|okt|ott|out|अक्[टत]',
  'nov|नव',
  'dec|dic|dez|déc|des|दिस',
];
const monthOf = (name: string): number | null => {
  const found = monthNames.findIndex((names) => new RegExp(`^(?:${names})`, 'i').test(name));
  return found === -1 ? null : found + 1;
};
const monthWord = `(?:(?:${monthNames.join('|')})[\\p{L}\\p{M}]*\\.?)`;
const datePatterns: readonly (readonly [
  RegExp,
  (found: readonly string[]) => Omit<FoundDate, 'start' | 'end'> | null,
])[] = [
  [
    /(?<![\d.,])((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/gu,
    ([, y, m, d]) => ({ year: Number(y), month: Number(m), day: Number(d), isEither: false }),
  ],
  [
    /(?<![\d.,])(\d{1,2})([-/.]) ?(\d{1,2})\2 ?((?:20)?\d\d)(?![\d]|[.,]\d)/gu,
    ([, d, , m, y]) => ({ year: (Number(y) % 100) + 2000, month: Number(m), day: Number(d), isEither: true }),
  ],
  [
    new RegExp(
      `(?<![\\d.,])(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?(?:\\s+de|\\s+of|\\s)?[\\s-]*(${monthWord})(?:[\\s,-]*(?:de\\s+|del\\s+)?[\\s'-]*((?:20\\d\\d|\\d\\d)(?![\\d.,]\\d|\\d))|(?![\\p{L}\\p{M}]))`,
      'giu',
    ),
    ([, d, m = '', y]) => ({
      year: y === undefined ? null : (Number(y) % 100) + 2000,
      month: monthOf(m),
      day: Number(d),
      isEither: false,
    }),
  ],
  [
    new RegExp(
      `(?<![\\p{L}\\p{M}])(${monthWord})[\\s-]+(\\d{1,2})(?:st|nd|rd|th)?(?![\\d.,']\\d|\\d)(?:\\s*,?\\s*(20\\d\\d)(?!\\d))?`,
      'giu',
    ),
    ([, m = '', d, y]) => ({
      year: y === undefined ? null : Number(y),
      month: monthOf(m),
      day: Number(d),
      isEither: false,
    }),
  ],
  // Without a year, before the date that has it.
  [
    /(?<![\d.,])(\d{1,2})([./])(\d{1,2})\2?(?=\s*[-–—]\s*\d{1,2}\2\d{1,2}\2)/gu,
    ([, d, , m]) => ({ year: null, month: Number(m), day: Number(d), isEither: true }),
  ],
];

/** The dates of a text, in its order. */
export const datesOf = (written: string): FoundDate[] => {
  const found: FoundDate[] = [];
  let text = plainText(written);
  for (const [pattern, read] of datePatterns)
    text = text.replace(pattern, (...groups) => {
      const start = groups.findLast((one): one is number => typeof one === 'number') ?? 0;
      const date = read(groups);
      const whole = groups[0];
      if (
        date === null ||
        date.month === null ||
        date.day < 1 ||
        date.day > 31 ||
        date.month < 1 ||
        (date.month > 12 && !(date.isEither && date.day <= 12))
      )
        return whole;
      found.push({ ...date, start, end: start + whole.length });
      return ' '.repeat(whole.length);
    });
  return found.sort((a, b) => a.start - b.start);
};

/** The same text with blanks where its dates are. */
const withoutDates = (text: string): string =>
  datesOf(text).reduce((all, { start, end }) => all.slice(0, start) + ' '.repeat(end - start) + all.slice(end), text);
