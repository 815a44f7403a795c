/** The figures that an answer may tell: what tools returned, and what the summary says. */
import { type Utility, utilityIds } from '#catalogue/index.ts';
import type { AssistantResult } from '../../contract/assistant.ts';
import { billingLink, devicesLink, escapeMarkdown } from '../writer.ts';
import { moneyOf, readFigures, readUnit, type Unit } from './figures.ts';
import { plainNumbers } from './number-words.ts';
import type { ToolFacts } from './provider.ts';
import type { Summary } from './system-prompt.ts';
import type { Steps } from './turns.ts';

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
