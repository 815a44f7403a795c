/** What lines say about use: a counter's value for each field of energy or volume whose meter is named. */
import { type CounterUnit, toBaseUnits } from '#catalogue/index.ts';
import {
  type LinePrecision,
  type RejectionCode,
  rejectionCodes,
  writeLines,
} from '#subjects/readings/contract/readings.ts';
import { counterUnitOf, isReturned, meterKeyOf } from '#subjects/readings/domain/device-words.ts';
import { defineSource, PushFault, type PushRead, type PushRequest, type UnreadReason } from './source.ts';

/** Parts of a second; a time in nanoseconds is more than a number holds. */
const partsOfSecond: Record<LinePrecision, bigint> = { ns: 1_000_000_000n, us: 1_000_000n, ms: 1000n, s: 1n };

interface LineCounter {
  /** Of the body, from 1. */
  readonly line: number;
  readonly meter: string;
  /** Seconds since 1970. */
  readonly at: number;
  /** Whole Wh or mL since the counter's beginning. */
  readonly value: number;
}

interface LinesRead {
  readonly counters: LineCounter[];
  readonly faults: { readonly line: number; readonly words: string }[];
  /** Lines with figures of energy or volume of which none is a counter of a meter: no meter is named, or they tell what goes back. */
  readonly missed: { readonly line: number; readonly reason: UnreadReason }[];
}

/** Tags that name the meter, the most telling first: ours, Home Assistant's, Telegraf's. */
const namingTags = ['meter', 'entity_id', 'device', 'sensor', 'host'];
const unitTags = ['unit', 'unit_of_measurement'];

/** Whether the household has a meter of this key. */
type IsMeter = (key: string) => boolean;

/** A line without a time holds for `now`, in seconds since 1970. Other figures than counters are passed over: senders tell much more. */
export function readCounters(body: string, precision: LinePrecision, now: number, isMeter: IsMeter): LinesRead {
  const { points, faults } = parseLines(body);
  const read = points.map((point) => ({ point, counters: countersOf(point, precision, now, isMeter) }));
  return {
    counters: read.flatMap(({ counters }) => counters),
    missed: read.flatMap(({ point, counters }) => (counters.length === 0 ? missedOf(point) : [])),
    faults: faults.map(({ line, code }) => ({ line, words: lineFaults[code] })),
  };
}

function countersOf(point: Point, precision: LinePrecision, now: number, isMeter: IsMeter): LineCounter[] {
  const name = namingTags.map((tag) => point.tags.get(tag)).find((value) => value !== undefined);
  if (name === undefined) return [];
  const at = point.time === null ? now : Number(BigInt(point.time) / partsOfSecond[precision]);
  const { line } = point;
  return [...point.fields].flatMap(([field, value]) => {
    const unit = unitOf(point, field);
    if (unit === null || typeof value !== 'number') return [];
    // What goes back to the grid is no use of the meter that the line names; it may have one of its own.
    const meter = meterKeyOf(isReturned(field) ? `${name}-${field}` : name);
    if (isReturned(field) && !isMeter(meter)) return [];
    return [{ line, meter, at, value: Math.round(toBaseUnits(value, unit)) }];
  });
}

/** From a tag, from the end of the field's name (`total_kwh`), or from the measurement: Home Assistant calls it by the unit. */
function unitOf({ measurement, tags }: Point, field: string): CounterUnit | null {
  const tagged = unitTags.map((tag) => tags.get(tag)).find((unit) => unit !== undefined);
  return counterUnitOf(tagged ?? '') ?? counterUnitOf(field.split('_').at(-1) ?? '') ?? counterUnitOf(measurement);
}

function missedOf(point: Point): LinesRead['missed'] {
  const figures = [...point.fields].filter(
    ([field, value]) => typeof value === 'number' && unitOf(point, field) !== null,
  );
  if (figures.length === 0) return [];
  const { line } = point;
  return [{ line, reason: figures.every(([field]) => isReturned(field)) ? 'returned' : 'not-understood' }];
}

/** An answer names so many lines; the sender's log is no place for all. */
const maxNamed = 10;
/** Senders tell of much that is no meter of ours; what is quarantined waits under Devices. */
const passedOver = new Set<RejectionCode>(['unknown-meter', 'implausible-jump']);
const missedWords: Record<UnreadReason, string> = {
  'not-understood': 'No tag names a meter: meter, entity_id, device, sensor or host.',
  returned:
    'What goes back to the grid needs a meter of its own: its key is that of the line, a hyphen and the name of the field.',
};
const wordsOf = (code: RejectionCode): string =>
  code === 'invalid-reading'
    ? 'The time lies before the year 2000 (is the precision right?), or the value is below zero or too large.'
    : rejectionCodes[code];

function readPush({ id: requestId, query, body, now }: PushRequest, isMeter: IsMeter): PushRead {
  const parsed = writeLines.query.safeParse(query);
  if (!parsed.success) throw new PushFault('query-invalid', 'precision: ns, us, ms or s');
  const text = body.toString();
  const { counters, faults, missed } = readCounters(text, parsed.data.precision ?? 'ns', now, isMeter);
  const lines = text.split('\n');
  return {
    readings: counters,
    unread: missed.slice(0, maxNamed).map(({ line, reason }) => {
      const payload = lines[line - 1] ?? '';
      return { place: payload.split(' ', 1)[0] ?? '', reason, payload };
    }),
    answer: (rejected) => {
      const refused = rejected.filter(({ code }) => !passedOver.has(code));
      const named = [
        ...faults,
        // Others may tell of much beside it; of a body that has nothing else, the sender is told.
        ...(counters.length === 0 ? missed.map(({ line, reason }) => ({ line, words: missedWords[reason] })) : []),
        ...refused.map(({ index, code }) => ({ line: counters[index]?.line ?? 0, words: wordsOf(code) })),
      ].toSorted((a, b) => a.line - b.line);
      if (named.length === 0) return { status: 204 };
      // `message` is what InfluxDB's clients write to their log; the other lines are kept.
      const message = named.slice(0, maxNamed).map(({ line, words }) => `line ${line}: ${words}`);
      return { status: 400, body: { code: 'body-malformed', message: message.join(' '), requestId } };
    },
  };
}

export const lineProtocol = defineSource({
  id: 'lines',
  label: 'InfluxDB',
  reads:
    'line protocol, as Telegraf, Home Assistant and others write it to InfluxDB: counters of energy or volume whose meter is named',
  push: { endpoint: writeLines, read: readPush },
  setUps: {
    telegraf: [
      '[[outputs.influxdb_v2]]',
      '  urls = ["{{origin}}"]',
      '  token = "{{token}}"',
      '  organization = "home"',
      '  bucket = "home"',
      '',
      '# [inputs.….tags]',
      '#   meter = "{{meter}}"',
      '#   unit = "{{unit}}"',
    ].join('\n'),
    homeAssistant: [
      'influxdb:',
      '  api_version: 2',
      '  host: {{host}}',
      '  port: {{port}}',
      '  ssl: {{secure}}',
      '  token: {{token}}',
      '  organization: home',
      '  bucket: home',
      '  tags:',
      '    meter: {{meter}}',
      '  include:',
      '    entities:',
      '      - sensor.…',
    ].join('\n'),
  },
});

/** InfluxDB line protocol: `measurement,tag=value field=1,other="text" 1700000000`. A line that is none is named; the others count. */

interface Point {
  /** The line of the body that it begins in, from 1. */
  readonly line: number;
  readonly measurement: string;
  readonly tags: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<string, number | string | boolean>;
  /** In units of the request's precision; null: now. */
  readonly time: string | null;
}

const lineFaults = {
  'no-measurement': 'A line begins with its measurement.',
  'bad-tag': 'After a comma comes a tag: name=value.',
  'no-field': 'After the tags, and a space, comes at least one field: name=value.',
  'bad-field': 'A field is a number, a number with i or u, true, false, or a text in double quotes.',
  'bad-time': 'The time is a whole number, the last thing on the line.',
} as const;
type LineFault = keyof typeof lineFaults;

interface ParsedLines {
  readonly points: Point[];
  readonly faults: { readonly line: number; readonly code: LineFault }[];
}

class Fault extends Error {
  readonly code: LineFault;
  constructor(code: LineFault) {
    super(code);
    this.code = code;
  }
}

const float = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const whole = /^[+-]?\d+[iu]$/;
const truths = new Map([
  ...['t', 'T', 'true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['f', 'F', 'false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

class Reader {
  at = 0;
  line = 1;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  get next(): string {
    return this.text[this.at] ?? '\n';
  }

  /** Takes `char` if it comes next. */
  skip(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at += 1;
    return true;
  }

  /** Up to one of `ends`, or the end of the line; a backslash before a comma, an equals sign or a space takes its meaning away. */
  word(ends: string): string {
    let word = '';
    for (; this.at < this.text.length; this.at += 1) {
      const char = this.text[this.at] as string;
      const following = this.text[this.at + 1] ?? '';
      if (char === '\\' && following !== '' && ',= '.includes(following)) {
        word += following;
        this.at += 1;
      } else if (char === '\n' || ends.includes(char)) break;
      else word += char;
    }
    return word;
  }

  /** After its opening quote; it may go over several lines. */
  quoted(): string {
    let text = '';
    for (; this.at < this.text.length; this.at += 1) {
      const char = this.text[this.at] as string;
      const following = this.text[this.at + 1];
      if (char === '\\' && (following === '"' || following === '\\')) {
        text += following;
        this.at += 1;
      } else if (char === '"') {
        this.at += 1;
        return text;
      } else {
        if (char === '\n') this.line += 1;
        text += char;
      }
    }
    throw new Fault('bad-field');
  }

  toNextLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end + 1;
    this.line += 1;
  }
}

function readTags(reader: Reader): Map<string, string> {
  const tags = new Map<string, string>();
  while (reader.skip(',')) {
    const name = reader.word(',= ');
    if (name === '' || !reader.skip('=')) throw new Fault('bad-tag');
    const value = reader.word(', ');
    if (value === '') throw new Fault('bad-tag');
    tags.set(name, value);
  }
  return tags;
}

function readValue(reader: Reader): number | string | boolean {
  if (reader.skip('"')) return reader.quoted();
  const word = reader.word(', \r');
  const truth = truths.get(word);
  if (truth !== undefined) return truth;
  const value = float.test(word) ? Number(word) : whole.test(word) ? Number(word.slice(0, -1)) : Number.NaN;
  if (!Number.isFinite(value)) throw new Fault('bad-field');
  return value;
}

function readFields(reader: Reader): Map<string, number | string | boolean> {
  const fields = new Map<string, number | string | boolean>();
  do {
    const name = reader.word(',= ');
    if (name === '') throw new Fault('no-field');
    if (!reader.skip('=')) throw new Fault('bad-field');
    fields.set(name, readValue(reader));
  } while (reader.skip(','));
  return fields;
}

function readTime(reader: Reader): string | null {
  skipSpaces(reader);
  const word = reader.word(' \r');
  skipSpaces(reader);
  reader.skip('\r');
  if (reader.next !== '\n' || (word !== '' && !/^-?\d{1,19}$/.test(word))) throw new Fault('bad-time');
  return word === '' ? null : word;
}

function skipSpaces(reader: Reader): void {
  while (reader.skip(' '));
}

function readPoint(reader: Reader): Point {
  const { line } = reader;
  const measurement = reader.word(', ');
  if (measurement === '') throw new Fault('no-measurement');
  const tags = readTags(reader);
  if (!reader.skip(' ')) throw new Fault('no-field');
  skipSpaces(reader);
  const fields = readFields(reader);
  return { line, measurement, tags, fields, time: readTime(reader) };
}

export function parseLines(body: string): ParsedLines {
  const parsed: ParsedLines = { points: [], faults: [] };
  const reader = new Reader(body);
  while (reader.at < body.length) {
    skipSpaces(reader);
    const { line } = reader;
    const isEmpty = reader.next === '\n' || reader.next === '\r' || reader.next === '#';
    try {
      if (!isEmpty) parsed.points.push(readPoint(reader));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      parsed.faults.push({ line, code: error.code });
    }
    reader.toNextLine();
  }
  return parsed;
}
