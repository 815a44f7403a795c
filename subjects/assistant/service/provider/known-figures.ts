/** The figures that an answer may tell: what tools returned, what the summary says, and what the person asked with. */
import { billingLink, devicesLink } from '../links.ts';
import type { ToolFacts } from './provider-event.ts';
import { moneyOf, readFigures, readUnit, type Unit } from './read-figures.ts';
import type { Summary } from './system-prompt.ts';

export interface KnownFigure {
  readonly value: number;
  readonly unit: Unit | null;
  /** The page of ours that shows it. */
  readonly link: string | null;
}

export interface Known {
  readonly figures: readonly KnownFigure[];
  /** Names of the household with numbers in them: no figures. */
  readonly words: readonly string[];
}

export interface Told {
  readonly facts: readonly ToolFacts[];
  readonly summary: Summary;
  readonly question: string;
}

/** At these keys stand words of the household. What they hold is no figure, whatever they say. */
const nameKey = /^(?:name|named|of|household|room|device|label|title|author)s?$/i;
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
}

const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** The tip of C9.5. */
const tip: KnownFigure = { value: 24, unit: readUnit('°C'), link: null };

const figuresOf = (text: string, link: string | null): KnownFigure[] =>
  readFigures(text).flatMap(({ readings, unit }) => readings.map(({ value }) => ({ value, unit, link })));

const createCollector = () => {
  const figures: KnownFigure[] = [tip];
  const words: string[] = [];
  /** Amounts of money are decimal texts; a whole number that is none counts something. */
  const addNumber = (value: number, isAmount: boolean, { key, currency, unit, link }: Place): void => {
    figures.push({ value: Math.abs(value), unit: unitOfKey(key) ?? unit ?? (isAmount ? currency : null), link });
  };
  const addText = (text: string, place: Place): void => {
    if (nameKey.test(lastWord(place.key))) {
      if (/\d|[०-९]/.test(text)) words.push(text);
    } else if (plainNumber.test(text)) addNumber(Number(text), true, place);
    else figures.push(...figuresOf(text, place.link));
  };
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
      for (const [key, item] of Object.entries(value)) addAll(item, { ...place, key, currency, unit });
    }
  };
  return { figures, words, addAll };
};

const addResult = ({ figures }: { figures: KnownFigure[] }, { result }: ToolFacts): void => {
  const { table, series, link } = result;
  const cells = table?.rows.flatMap((row) => row.filter((_, at) => table.columns[at]?.isNumber)) ?? [];
  for (const text of cells) figures.push(...figuresOf(text, link));
  for (const { text } of series?.points ?? []) figures.push(...figuresOf(text, link));
};

export const knownFigures = ({ facts, summary, question }: Told): Known => {
  const known = createCollector();
  const add = (value: unknown, link: string | null): void =>
    known.addAll(value, { key: '', currency: null, unit: null, link });
  for (const one of facts) {
    add(one.facts, one.result.link);
    addResult(known, one);
  }
  const { usage, billing, devices, ...rest } = summary;
  add(usage, '/analytics');
  add(billing, billingLink);
  add(devices, devicesLink);
  add(rest, null);
  known.figures.push(...figuresOf(question, null));
  return { figures: known.figures, words: known.words };
};
