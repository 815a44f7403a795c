/** Figures: numbers in a text that a person would take for one, and those that the household's own data hold. */
import { baseUnits, type Utility, utilityIds } from '#catalogue/index.ts';
import { billingLink, devicesLink, escapeMarkdown } from '../writer.ts';
import { plainNumbers, wordNumbers } from './number-words.ts';
import type { AssistantResult } from '../../contract/assistant.ts';
import type { ToolFacts } from './provider.ts';
import type { Summary } from './system-prompt.ts';
import type { Steps } from './turns.ts';

// Numbers in a text that a person would take for figures, with the unit beside them as people write it.

export interface Unit {
  /** Units of one family are changed into each other. */
  readonly family: string;
  /** How many of the family's smallest one it is. */
  readonly size: number;
}

const sized = (family: string, size = 1): Unit => ({ family, size });
const money = (code: string, size = 1): Unit => sized(`money ${code}`, size);
const anyMoney = 'money *';

/** By how they are written, small letters where nothing else has them. */
const unitsWritten: ReadonlyArray<readonly [Unit, string]> = [
  [sized('energy', 1e9), 'GWh'],
  [sized('energy', 1e6), 'MWh|megawatt[- ]hours?|megavatios?[- ]hora|मेगावाट[- ]घंट[ेा]'],
  [sized('energy', 1e3), 'kWh|KWh|kwh|kilowatt[- ]hours?|kilovatios?[- ]hora|किलोवाट[- ]घंट[ेा]|units?|यूनिट'],
  [sized('energy'), 'Wh|watt[- ]hours?|vatios?[- ]hora|वाट[- ]घंट[ेा]'],
  [sized('power', 1e3), 'kW|kilowatts?|kilovatios?|किलोवाट'],
  [sized('power'), 'W|watts?|vatios?|वाट'],
  [sized('volume'), 'mL|ml|millilit(?:re|er)s?|mililitros?|मिलीलीटर'],
  [sized('volume', 1e3), 'L|l|lit(?:re|er)s?|litros?|लीटर|ली\\.?'],
  [sized('volume', 1e6), 'm³|m3|cubic met(?:re|er)s?|metros? cúbicos?|घन मीटर'],
  [sized('volume', baseUnits.gal), 'gal|gallons?|galones|galón|गैलन'],
  [sized('share', 0.01), '%|per ?cent|por ciento|प्रतिशत|फ़ीसदी|फीसदी'],
  [sized('temperature'), '°\\s?C|ºC|degrees?|grados?|डिग्री'],
  [sized('time', 86_400), 'days?'],
  [sized('time', 3600), 'h|hours?|hrs?|horas?|घंट[ेा]|घण्ट[ेा]'],
  [sized('time', 60), 'min|minutes?|minutos?|मिनट'],
  [sized('mass'), 'kg|g|t|tonn?es?|toneladas?|kilos?|किलो(?:ग्राम)?|टन'],
  [sized('fahrenheit'), '°\\s?F|ºF'],
  [sized('current'), 'A|amps?|amperios?'],
  [sized('tension'), 'V|volts?|voltios?'],
  [sized('factor'), '×|x|times|veces|गुना|गुने'],
  [money('*', 0.01), 'ct|cents?|c€|céntimos?|centavos?|पैसे'],
  [money('EUR'), '€|EUR|euros?|यूरो'],
  [money('INR'), '₹|INR|Rs\\.?|rupees?|rupias?|रुपय[ेा]|रुपए|रु\\.?'],
  [money('GBP'), '£|GBP|pounds?|libras?|पाउंड'],
  [money('$'), '(?:US|MX|A|C)?\\$|USD|MXN|ARS|CLP|COP|UYU|AUD|CAD|dollars?|dólares|pesos?|डॉलर'],
];

const endOfWord = '(?![\\p{L}\\p{M}\\d])';
export const unitPattern = `(?:${unitsWritten.map(([, pattern]) => pattern).join('|')})${endOfWord}`;

const readers = unitsWritten.map(([unit, pattern]) => [unit, new RegExp(`^(?:${pattern})$`, 'u')] as const);

export const readUnit = (text: string): Unit | null => readers.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** A currency of three letters by the sign it is written with. */
const moneyOf = (code: string): Unit => readUnit(code) ?? money(code);

/** How many of `to` one of `from` is; null where they do not measure the same. */
export const change = (from: Unit, to: Unit): number | null => {
  const isSame =
    from.family === to.family ||
    (from.family.startsWith('money') && to.family.startsWith('money') && [from.family, to.family].includes(anyMoney));
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
const scales: ReadonlyArray<readonly [string, number]> = [
  ['thousand|mil|हज़ार|हजार', 3],
  ['lakhs?|लाख', 5],
  ['million|millón|millones', 6],
  ['crores?|करोड़', 7],
];
const scaleWords = scales.map(([words]) => words).join('|');
const figure = new RegExp(
  `(?<before>(?<![\\p{L}\\p{M}])${sign}${space}?)?(?<![\\p{L}\\p{M}\\d_])(?<number>${number})(?<scale>${space}?(?:${scaleWords})(?![\\p{L}\\p{M}]))?(?<after>${space}?[*_]{0,3}${space}?(?:${unitPattern}))?`,
  'gu',
);
/** Of "10–12 kWh" the unit stands once. */
const sharedUnit = new RegExp(`^${space}?(?:[–—-]|to|a|y|से)${space}?${number}${space}?(?<unit>${unitPattern})`, 'u');
const rough =
  /(?:about|around|approx(?:imately|\.)?|roughly|nearly|almost|some|~|≈|unos|unas|alrededor de|aproximadamente|cerca de|casi|लगभग|करीब|क़रीब)[\s*_€₹£$]*$/iu;

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

const scaleOf = (written: string): number =>
  scales.find(([words]) => new RegExp(`^(?:${words})$`, 'u').test(written.trim()))?.[1] ?? 0;

/** "1.2 million" was rounded to a hundred thousand. */
const scaled = ({ value, decimals }: Reading, scale: number): Reading => ({
  value: value * 10 ** scale,
  decimals: decimals - scale,
});

const unitOf = (written: string): Unit | null => readUnit(written.replace(/^[\s*_]+|\s+$/gu, ''));

const toFigure = (text: string, match: RegExpMatchArray, last: Figure | undefined): Figure => {
  const { before = '', number: digits = '', scale = '', after = '' } = match.groups ?? {};
  const start = (match.index ?? 0) + before.length;
  // Marks of emphasis before the unit stay where they are.
  const end = start + digits.length + scale.length + (/[*_]/.test(after) ? 0 : after.length);
  const from = start - before.length;
  const follows = last !== undefined && /^\s?(?:[–—-]|to|a|y|से)\s?$/u.test(text.slice(last.to, from));
  const shared = sharedUnit.exec(text.slice(end))?.groups?.['unit'];
  return {
    from,
    to: end,
    readings: readNumber(digits).map((reading) => scaled(reading, scaleOf(scale))),
    unit: unitOf(after) ?? unitOf(before) ?? (shared ? unitOf(shared) : null) ?? (follows ? last.unit : null),
    isRough: rough.test(text.slice(Math.max(0, from - 24), from)),
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
const unitBehind = new RegExp(`^${space}?[*_]{0,3}${space}?(?<unit>${unitPattern})`, 'u');

/** "Forty-two kWh"; "one kWh costs" counts nothing. */
const figuresInWords = (text: string, known: readonly Figure[]): readonly Figure[] =>
  wordNumbers(text).flatMap(({ from, to, value, decimals }): Figure[] => {
    const behind = unitBehind.exec(text.slice(to));
    const unit = unitOf(behind?.groups?.['unit'] ?? '');
    if (behind === null || unit === null || !isMeasured(unit) || (value === 1 && !unit.family.startsWith('money')))
      return [];
    if (known.some((one) => one.from < to && from < one.to)) return [];
    const isRough = rough.test(text.slice(Math.max(0, from - 24), from));
    const end = /[*_]/.test(behind[0]) ? to : to + behind[0].length;
    return [{ from, to: end, readings: [{ value, decimals }], unit, isRough }];
  });

// Dates, times and spans of the calendar as they are written in the three languages: numbers in them are no figures.

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|' +
  'ene(?:ro)?|feb(?:rero)?|mar(?:zo)?|abr(?:il)?|mayo|junio|julio|ago(?:sto)?|sept?(?:iembre)?|octubre|nov(?:iembre)?|dic(?:iembre)?|' +
  'जन(?:वरी)?|फ़र(?:वरी)?|फर(?:वरी)?|मार्च|अप्रैल|मई|जून|जुल(?:ाई)?|अग(?:स्त)?|सित(?:ंबर|म्बर)?|अक्तू(?:बर)?|अक्टू(?:बर)?|नव(?:ंबर|म्बर)?|दिस(?:ंबर|म्बर)?';
const month = `(?:${months})(?![\\p{L}\\p{M}])\\.?`;
const day = '(?<!\\d)\\d{1,2}(?:st|nd|rd|th|º|ª)?(?!\\d)';
const year = '(?:19|20)\\d{2}(?!\\d)';
const to = '\\s{0,3}(?:[–—-]|to|and|through|al?|y|से|और)\\s{0,3}';
const ofWords = '\\s{0,3}(?:of\\s|de\\s|del\\s)?\\s{0,3}';
const spans =
  'days?|nights?|weeks?|months?|years?|días?|noches?|semanas?|mes(?:es)?|años?|दिन(?:ों)?|सप्ताह|हफ़्त[ेा]|हफ्त[ेा]|महीन(?:े|ा|ों)|साल|वर्ष';
const counted = 'tips?|steps?|ways?|things?|ideas?|consejos?|pasos?|formas?|cosas?|सुझाव|तरीक[ेा]|बातें|कदम';

const patterns = [
  `(?<!\\d)\\d{4}-\\d{2}(?:-\\d{2})?(?:[T ]\\d{2}:\\d{2}(?::\\d{2})?(?:\\.\\d+)?(?:Z|[+-]\\d{2}:?\\d{2})?)?(?!\\d)`,
  `(?<![\\d.,])\\d{1,2}([/.-])\\d{1,2}\\1(?:\\d{4}|\\d{2})(?![\\d.,]\\d)`,
  `(?<![\\d.,])\\d{1,2}/\\d{1,2}(?![\\d/])`,
  `(?<!\\d)\\d{1,2}[:h]\\d{2}(?::\\d{2})?(?!\\d)(?:\\s?[ap]\\.?m\\b\\.?)?`,
  `(?<!\\d)\\d{1,2}\\s?[ap]\\.?m(?![\\p{L}\\p{M}])\\.?`,
  `${day}(?:${to}${day})?${ofWords}${month}(?:,?${ofWords}${year})?`,
  `(?<![\\p{L}\\p{M}])${month}\\s{0,3}${day}(?:${to}${day})?(?:,?\\s{0,3}${year})?(?![.,]\\d)`,
  `(?<![\\p{L}\\p{M}])${month}${ofWords}${year}`,
  `(?<![\\d.,])\\d{1,3}(?:st|nd|rd|th|º|ª|ᵃ|ᵒ|वां|वीं|वें|वाँ)(?![\\p{L}\\p{M}])`,
  `(?<![\\d.,])\\d{1,3}(?:${to}\\d{1,3})?[\\s-]?(?:${spans}|${counted})(?![\\p{L}\\p{M}])`,
];
const calendar = new RegExp(patterns.map((one) => `(?:${one.replaceAll('\\1', '[/.-]')})`).join('|'), 'giu');

/** Years by themselves: nothing is counted in them. */
const isYear = (digits: string): boolean => /^20\d{2}$/.test(digits);

const calendarSpans = (text: string): ReadonlyArray<readonly [number, number]> =>
  [...text.matchAll(calendar)].map(({ index, 0: found }) => [index, index + found.length]);

// The figures that an answer may tell: what tools returned, and what the summary says.

export interface KnownFigure {
  readonly value: number;
  readonly unit: Unit | null;
  /** The page of ours that shows it. */
  readonly link: string | null;
  /** What it is of; none where it is a price, a count or a moment. */
  readonly about?: About;
}

export interface About {
  /** The room or device, as it is called; none: the home. */
  readonly names: readonly string[];
  /** Its days, both included; null: not told. `isLoose`: of a bill, or not over yet. */
  readonly days: { readonly from: string; readonly until: string; readonly isLoose?: boolean } | null;
  readonly utility: Utility | null;
}

export interface Known {
  readonly figures: readonly KnownFigure[];
  /** Names of the household with numbers in them: no figures. */
  readonly words: readonly string[];
  /** What the person asked with: nobody has told it, and it may be spoken of as theirs alone. */
  readonly asked: readonly KnownFigure[];
}

export interface Told {
  readonly facts: readonly ToolFacts[];
  readonly summary: Summary;
  readonly question: string;
}

/** At these keys stand words of the household. What they hold is no figure, whatever they say. */
const nameKey = /^(?:name|named|of|household|room|device|label|title|author|source|period|serie)s?$/i;
const currencyCode = /^[A-Z]{3}$/;

const lastWord = (key: string): string => key.split(/_|(?<=[a-z])(?=[A-Z][a-z])/).at(-1) ?? key;

const readPart = (part: string): Unit | null => {
  if (part === 'C') return readUnit('°C');
  // A word of prices, not the "unit" that stands for a kWh.
  if (/^units?$/.test(part)) return null;
  return currencyCode.test(part) ? moneyOf(part) : readUnit(part);
};

/** `electricity_kWh`, `EUR`, `share_percent`: the unit is in the name; `min` can mean the least. */
const unitOfKey = (key: string): Unit | null => {
  const units = key.split(/[_ ]/).flatMap((part) => readPart(part) ?? []);
  return units.find(({ family }) => family !== 'time') ?? units[0] ?? null;
};

interface Place {
  readonly key: string;
  /** Of the amounts below, where it is named beside them. */
  readonly currency: Unit | null;
  /** Named beside a number as `unit`. */
  readonly unit: Unit | null;
  readonly link: string | null;
  readonly about: About;
}

/** What holds for all of the home, or is no amount of anything. */
const isOfNothing = (key: string, unit: Unit | null): boolean =>
  /rate|price|above|limit|budget/i.test(key) || unit === null || ['temperature', 'time'].includes(unit.family);

const textsAt = (value: object, keys: RegExp): string[] =>
  Object.entries(value).flatMap(([key, one]) => (keys.test(key) && typeof one === 'string' ? [one] : []));

/** What the numbers of an object are of: its own names and days go before those around it. */
const aboutOf = (value: object, { key, about }: Place): About => {
  const [devices, rooms] = [textsAt(value, /^(?:name|named|of|device)$/), textsAt(value, /^room$/)];
  const { period, cycle, day: one, against }: Partial<Record<'period' | 'cycle' | 'day' | 'against', unknown>> = value;
  const days = typeof one === 'string' ? { from: one, until: one } : (daysOf(period) ?? daysOf(cycle, true));
  return {
    names: [devices, rooms, about.names].find((names) => names.length > 0) ?? [],
    days: against === undefined ? (days ?? about.days) : null,
    utility: utilityIds.find((utility) => utility === key) ?? about.utility,
  };
};

const daysOf = (period: unknown, isCycle = false): About['days'] => {
  const { from, until, note } = (period ?? {}) as { from?: unknown; until?: unknown; note?: unknown };
  if (typeof from !== 'string' || typeof until !== 'string') return null;
  return { from, until, isLoose: isCycle || note !== undefined };
};

const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** The tip of C9.5. */
const tip: KnownFigure = { value: 24, unit: readUnit('°C'), link: null };

const figuresOf = (text: string, { link, key, about }: Pick<Place, 'link' | 'key' | 'about'>): KnownFigure[] =>
  readFigures(text).flatMap(({ readings, unit }) =>
    readings.map(({ value }) => ({ value, unit, link, ...(!isOfNothing(key, unit) && { about }) })),
  );

const createCollector = () => {
  const figures: KnownFigure[] = [tip];
  const words: string[] = [];
  const texts: (readonly [string, Place])[] = [];
  /** Amounts of money are decimal texts; a whole number that is none counts something. */
  const addNumber = (value: number, isAmount: boolean, place: Place): void => {
    const { key, link, about } = place;
    const unit = unitOfKey(key) ?? place.unit ?? (isAmount ? place.currency : null);
    figures.push({ value: Math.abs(value), unit, link, ...(!isOfNothing(key, unit) && { about }) });
  };
  const addText = (text: string, place: Place): void => {
    if (nameKey.test(lastWord(place.key))) {
      if (/\d|[०-९]/.test(text)) words.push(text);
    } else if (plainNumber.test(text)) addNumber(Number(text), true, place);
    else texts.push([text, place]);
  };
  /** Sentences of ours hold words of the household too: those are cut out, once all are known. */
  function* addTexts(results: readonly AssistantResult[]): Steps<void> {
    const cut = words.filter((word) => /\p{L}{2}/u.test(word)).flatMap((word) => [word, escapeMarkdown(word)]);
    const ours = (text: string): string => cut.reduce((rest, word) => rest.replaceAll(word, ' '), text);
    for (const [text, place] of texts) {
      yield;
      figures.push(...figuresOf(ours(text), place));
    }
    // What facts do not say by themselves: they say of what it is.
    const told = new Set(figures.map(figureKey));
    for (const { table, series, link } of results) {
      const cells = table?.rows.flatMap((row) => row.filter((_, at) => table.columns[at]?.isNumber)) ?? [];
      for (const text of [...cells, ...(series?.points.map((point) => point.text) ?? [])]) {
        yield;
        const shown = figuresOf(ours(text), { link, key: '', about: ofHome });
        figures.push(...shown.filter((one) => !told.has(figureKey(one))));
      }
    }
  }
  const addAll = (value: unknown, place: Place): void => {
    if (typeof value === 'number') addNumber(value, !Number.isInteger(value), place);
    else if (typeof value === 'string') addText(value, place);
    else if (Array.isArray(value)) {
      // How many there are may be told.
      figures.push({ value: value.length, unit: null, link: place.link });
      for (const item of value) addAll(item, place);
    } else if (typeof value === 'object' && value !== null) {
      const { currency: code, unit: of }: { currency?: unknown; unit?: unknown } = value;
      const currency = typeof code === 'string' ? moneyOf(code) : place.currency;
      const unit = typeof of === 'string' ? readUnit(of) : null;
      const about = aboutOf(value, place);
      for (const [key, item] of Object.entries(value)) addAll(item, { ...place, key, currency, unit, about });
    }
  };
  return { figures, words, addAll, addTexts };
};

const figureKey = ({ value, unit }: KnownFigure): string => `${value} ${unit?.family} ${unit?.size}`;

const ofHome: About = { names: [], days: null, utility: null };

export function* collectKnown({ facts, summary, question }: Told): Steps<Known> {
  const known = createCollector();
  const placed = (link: string | null): Place => ({ key: '', currency: null, unit: null, link, about: ofHome });
  for (const one of facts) {
    yield;
    known.addAll(one.facts, placed(one.result.link));
  }
  const { usage, billing, devices, ...rest } = summary;
  known.addAll(usage, placed('/analytics'));
  known.addAll(billing, placed(billingLink));
  known.addAll(devices, placed(devicesLink));
  known.addAll(rest, placed(null));
  yield* known.addTexts(facts.map(({ result }) => result));
  const asked = figuresOf(plainNumbers(question), { link: null, key: '', about: ofHome });
  return { figures: known.figures, words: known.words, asked };
}
