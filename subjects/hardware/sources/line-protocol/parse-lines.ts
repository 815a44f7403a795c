/** InfluxDB line protocol: `measurement,tag=value field=1,other="text" 1700000000`. A line that is none is named; the others count. */

export interface Point {
  /** The line of the body that it begins in, from 1. */
  readonly line: number;
  readonly measurement: string;
  readonly tags: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<string, number | string | boolean>;
  /** In units of the request's precision; null: now. */
  readonly time: string | null;
}

export const lineFaults = {
  'no-measurement': 'A line begins with its measurement.',
  'bad-tag': 'After a comma comes a tag: name=value.',
  'no-field': 'After the tags, and a space, comes at least one field: name=value.',
  'bad-field': 'A field is a number, a number with i or u, true, false, or a text in double quotes.',
  'bad-time': 'The time is a whole number, the last thing on the line.',
} as const;
type LineFault = keyof typeof lineFaults;

export interface ParsedLines {
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
