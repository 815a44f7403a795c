/** Walks a Green Button feed (ESPI: Atom with energy inside), telling each part as it ends; never more of it is held than one entry's text. */
import { type SaxesAttributePlain, SaxesParser, type SaxesTagPlain } from 'saxes';
import { FileError, type OpenFile, unpackedChunks } from '../open-file.ts';

/** One entry of the feed: where it stands, and what it belongs to. */
export interface FeedEntry {
  readonly self: string;
  readonly related: readonly string[];
  readonly title: string;
  /** Its one-line members, by name: `uom`, `kind`, … */
  readonly fields: ReadonlyMap<string, string>;
}

/** What the utility says of a billing period; names of members within others are paths: `billingPeriod/start`. */
export interface FeedSummary extends FeedEntry {
  readonly up: string;
  /** Members of each line of the bill. */
  readonly items: readonly ReadonlyMap<string, string>[];
}

export interface FeedReading {
  readonly line: number;
  /** Path of the meter reading that it belongs to. */
  readonly series: string;
  readonly start: number | null;
  readonly duration: number | null;
  readonly value: number | null;
  /** What the utility charges for it, in hundred-thousandths of the series' currency. */
  readonly cost: number | null;
}

export interface FeedVisitor {
  usagePoint?(entry: FeedEntry): void;
  meterReading?(entry: FeedEntry): void;
  readingType?(entry: FeedEntry): void;
  summary?(entry: FeedSummary): void;
  reading?(reading: FeedReading): void;
}

interface OpenEntry {
  self: string;
  up: string;
  related: string[];
  title: string;
  content: string;
  /** Where its content stands in the stack. */
  depth: number;
  readonly fields: Map<string, string>;
  readonly items: Map<string, string>[];
}
type OpenReading = { line: number } & Partial<Record<'start' | 'duration' | 'value' | 'cost', number | null>>;

const maxText = 100_000;
const deepest = 60;
export const maxItems = 40;
/** ESPI 1.1 calls a summary of electricity by a name of its own. */
const summaries = new Set(['UsageSummary', 'ElectricPowerUsageSummary']);
const contents = new Set(['UsagePoint', 'MeterReading', 'ReadingType', 'IntervalBlock', ...summaries]);
const item = 'costAdditionalDetailLastPeriod';
/** Of a summary only these are held, and no more of one than a note needs: a feed may have many. */
const summaryFields: ReadonlySet<string> = new Set([
  ...['start', 'duration'].map((name) => `billingPeriod/${name}`),
  ...['value', 'uom', 'powerOfTenMultiplier'].map((name) => `overallConsumptionLastPeriod/${name}`),
  'billLastPeriod',
  'costAdditionalLastPeriod',
  'currency',
  'commodity',
  'qualityOfReading',
  'statusTimeStamp',
  ...['amount', 'note', 'itemKind', 'unitCost', 'measurement/value'].map((name) => `${item}/${name}`),
]);
const maxField = 300;

/** Without its prefix; ESPI and Atom share no names that matter here. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** `https://host/a/UsagePoint/1` is `a/UsagePoint/1`. */
const pathOf = (href: string): string => href.replace(/^https?:\/\/[^/]*/, '').replace(/^\/+|\/+$/g, '');

export const whole = (text: string): number | null => (/^-?\d{1,15}$/.test(text) ? Number(text) : null);

const newEntry = (): OpenEntry => ({
  self: '',
  up: '',
  related: [],
  title: '',
  content: '',
  depth: 0,
  fields: new Map(),
  items: [],
});

class Walker {
  readonly #parser = new SaxesParser();
  readonly #visit: FeedVisitor;
  readonly #stack: string[] = [];
  #text = '';
  #entry: OpenEntry | null = null;
  #reading: OpenReading | null = null;

  constructor(visit: FeedVisitor) {
    this.#visit = visit;
    this.#parser.on('error', () => {
      throw new FileError('xml-malformed');
    });
    this.#parser.on('opentag', (tag) => this.#open(tag));
    this.#parser.on('text', (text) => this.#addText(text));
    this.#parser.on('cdata', (text) => this.#addText(text));
    this.#parser.on('closetag', () => this.#close());
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  end(): void {
    this.#parser.close();
  }

  #addText(text: string): void {
    this.#text += text;
    if (this.#text.length > maxText) throw new FileError('line-too-long');
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    const tag = local(name);
    if (this.#stack.push(tag) > deepest) throw new FileError('xml-malformed');
    this.#text = '';
    if (tag === 'entry') this.#entry = newEntry();
    else if (this.#entry) this.#openIn(this.#entry, tag, attributes);
  }

  #openIn(entry: OpenEntry, tag: string, { rel, href }: Record<string, SaxesAttributePlain | string>): void {
    if (tag === 'link' && href !== undefined) {
      const path = pathOf(typeof href === 'string' ? href : href.value);
      if (rel === 'self') entry.self = path;
      if (rel === 'up') entry.up = path;
      if (rel === 'related') entry.related.push(path);
    }
    if (contents.has(tag)) {
      entry.content = tag;
      entry.depth = this.#stack.length;
    }
    // What is more than a bill's lines goes into one place that nobody reads.
    if (tag === item && summaries.has(entry.content)) entry.items[Math.min(entry.items.length, maxItems)] = new Map();
    if (tag === 'IntervalReading') this.#reading = { line: this.#parser.line };
  }

  #close(): void {
    const tag = this.#stack.pop() ?? '';
    const text = this.#text.trim();
    this.#text = '';
    const entry = this.#entry;
    if (!entry) return;
    if (this.#reading) this.#closeInReading(entry, this.#reading, tag, text);
    else if (tag === 'entry') this.#closeEntry(entry);
    else if (tag === 'title' && this.#stack.at(-1) === 'entry') entry.title = text;
    else if (entry.content !== '' && text !== '') this.#closeField(entry, tag, text);
  }

  #closeField(entry: OpenEntry, tag: string, text: string): void {
    if (!summaries.has(entry.content)) {
      entry.fields.set(tag, text);
      return;
    }
    const path = [...this.#stack.slice(entry.depth), tag].join('/');
    if (!summaryFields.has(path)) return;
    const isOfItem = path.startsWith(`${item}/`);
    const fields = isOfItem ? entry.items.at(-1) : entry.fields;
    fields?.set(isOfItem ? path.slice(item.length + 1) : path, text.slice(0, maxField));
  }

  #closeInReading(entry: OpenEntry, reading: OpenReading, tag: string, text: string): void {
    const above = this.#stack.at(-1);
    const isTime = (tag === 'start' || tag === 'duration') && above === 'timePeriod';
    const isFigure = (tag === 'value' || tag === 'cost') && above === 'IntervalReading';
    if (isTime || isFigure) reading[tag as 'start'] = whole(text);
    if (tag !== 'IntervalReading') return;
    this.#reading = null;
    const { line, start = null, duration = null, value = null, cost = null } = reading;
    this.#visit.reading?.({ line, series: seriesOf(entry), start, duration, value, cost });
  }

  #closeEntry(entry: OpenEntry): void {
    this.#entry = null;
    if (entry.content === 'UsagePoint') this.#visit.usagePoint?.(entry);
    if (entry.content === 'MeterReading') this.#visit.meterReading?.(entry);
    if (entry.content === 'ReadingType') this.#visit.readingType?.(entry);
    if (summaries.has(entry.content)) this.#visit.summary?.(entry);
  }
}

/** A block stands below the meter reading that it belongs to, by its own place or by its collection's. */
const seriesOf = ({ self, up }: OpenEntry): string =>
  (self.includes('/IntervalBlock') ? self : up).split('/IntervalBlock')[0] ?? '';

/** `between`: after each piece of the file, so that whoever takes the readings can slow the reading down. */
export const walkFeed = async (
  open: OpenFile,
  onBytes: (read: number) => void,
  visit: FeedVisitor,
  between: () => Promise<void> = async () => undefined,
): Promise<void> => {
  const walker = new Walker(visit);
  const decoder = new TextDecoder();
  for await (const chunk of unpackedChunks(open, onBytes)) {
    walker.write(decoder.decode(chunk, { stream: true }));
    await between();
  }
  walker.write(decoder.decode());
  walker.end();
};
