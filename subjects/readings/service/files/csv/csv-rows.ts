/** CSV as people and programs write it: its rows, and the numbers and times in their cells. */
import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { parse } from 'csv-parse/sync';
import type { TimeFormat } from '../../../contract/imports.ts';
import { FileError } from '../open-file.ts';

// Rows of a stream with their line numbers: plain lines are split directly, quotes are left to csv-parse.

export interface Row {
  /** Line in the file, from 1 (of its last line, where a quoted cell spans several). */
  readonly line: number;
  readonly cells: readonly string[];
}

const maxRowLength = 1024 * 1024;

/** Where the last complete row of `text` ends. A quote opens only at the start of a cell. */
const endOfRows = (text: string, delimiter: string): number => {
  if (!text.includes('"')) return text.lastIndexOf('\n') + 1;
  let quoted = false;
  let end = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i];
    if (char === '\n' && !quoted) end = i + 1;
    if (char !== '"') continue;
    if (!quoted) quoted = i === end || text[i - 1] === delimiter;
    else if (text[i + 1] === '"') i += 1;
    else quoted = false;
  }
  return end;
};

const trimmed = (cells: string[]): string[] => {
  for (let i = 0; i < cells.length; i += 1) cells[i] = (cells[i] as string).trim();
  return cells;
};

const splitPlain = (text: string, delimiter: string, line: number): Row[] => {
  const rows: Row[] = [];
  let number = line;
  for (const one of text.split('\n')) {
    if (one.trim() !== '') rows.push({ line: number, cells: trimmed(one.split(delimiter)) });
    number += 1;
  }
  return rows;
};

const parseQuoted = (text: string, delimiter: string): { record: string[]; info: { lines: number } }[] => {
  try {
    return parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n'],
    }) as unknown as { record: string[]; info: { lines: number } }[];
  } catch (error) {
    throw (error as { code?: string }).code?.startsWith('CSV_') ? new FileError('quote-open') : error;
  }
};

const splitQuoted = (text: string, delimiter: string, line: number): Row[] =>
  parseQuoted(text, delimiter)
    .map(({ record, info }) => ({ line: line + info.lines - 1, cells: trimmed(record) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));

/** Rows of a file's beginning, which may break off inside a quoted cell. */
export const firstRows = (text: string, delimiter: string): Row[] => {
  try {
    return splitRows(text, delimiter, 1);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return splitRows(text.slice(0, endOfRows(text, delimiter)), delimiter, 1);
  }
};

export const splitRows = (text: string, delimiter: string, line: number): Row[] =>
  text.includes('"') ? splitQuoted(text, delimiter, line) : splitPlain(text, delimiter, line);

const lineBreaks = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

interface Decoder {
  /** The text so far as it is sure; without a chunk, the rest. */
  decode(chunk?: Uint8Array, more?: { stream: boolean }): string;
}

const lineEnd = 10;

/**
 * UTF-8, or what older programs of western Europe write (Windows-1252, and with it Latin-1): the first line that holds more than ASCII decides. A
 * file's bytes may come in any pieces, so until then only whole lines are let through.
 */
const openDecoder = (): Decoder => {
  let decided: TextDecoder | undefined;
  let held = Buffer.alloc(0);
  const decide = (isOver: boolean): TextDecoder | undefined => {
    const from = isAscii(held) ? -1 : held.findIndex((byte) => byte > 127);
    const end = held.indexOf(lineEnd, Math.max(from, 0));
    if (from < 0 || (end < 0 && !isOver && held.length < maxRowLength)) return undefined;
    const line = held.subarray(from, end < 0 ? undefined : end);
    return new TextDecoder(isUtf8(line) ? 'utf-8' : 'windows-1252');
  };
  return {
    decode: (chunk, { stream } = { stream: false }) => {
      if (decided) return decided.decode(chunk, { stream });
      held = Buffer.concat([held, chunk ?? Buffer.alloc(0)]);
      decided = decide(!stream);
      const whole = decided || !stream ? held.length : held.lastIndexOf(lineEnd) + 1;
      const ready = held.subarray(0, whole);
      held = held.subarray(whole);
      return decided ? decided.decode(ready, { stream }) : ready.toString('latin1');
    },
  };
};

/** UTF-16 is what spreadsheets call "Unicode text"; a byte order mark itself is dropped by the decoder. */
export const decoderFor = (first: Uint8Array): Decoder =>
  first[0] === 0xff && first[1] === 0xfe ? new TextDecoder('utf-16le') : openDecoder();

/** Yields the rows of each chunk together: a promise per row would cost more than the row. */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<Row[]> {
  let decoder: Decoder | undefined;
  let rest = '';
  let line = 1;
  for await (const chunk of chunks) {
    decoder ??= decoderFor(chunk);
    rest += decoder.decode(chunk, { stream: true });
    const end = endOfRows(rest, delimiter);
    if (rest.length - end > maxRowLength) throw new FileError('line-too-long');
    if (end === 0) continue;
    const text = rest.slice(0, end);
    rest = rest.slice(end);
    const rows = splitRows(text, delimiter, line);
    line += lineBreaks(text);
    if (rows.length > 0) yield rows;
  }
  rest += decoder?.decode() ?? '';
  if (rest.trim() !== '') yield splitRows(rest, delimiter, line);
}

// Numbers as people and programs write them: 1234.5, 1,234.5, 1234,5, 1.234,5, 1 234,5, 1.2e3.

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

// Times as files write them, read to whole seconds: an instant where an offset is given, else a local time of some zone.

/** `local`: seconds since 1970 as if the wall clock showed UTC. */
type FileTime = { readonly at: number } | { readonly local: number };

const iso =
  /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?:[T ]+(\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?)?\s*(?:(Z|UTC)|([+-])(\d\d):?(\d\d)?)?$/i;
const monthOnly = /^\d{4}-\d\d$/;
const dayFirst = /^(\d\d?)[./-](\d\d?)[./-](\d{4}|\d\d)(?:[T ,]+(\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*([ap]m)?)?$/i;
const seconds = /^\d{9,10}(?:\.\d+)?$/;
const milliseconds = /^\d{12,13}$/;
/** 1990 to 2100: other numbers of ten digits are more likely to be something else. */
const earliest = 631_152_000;
const latest = 4_102_444_800;

const wallClock = (
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | null => {
  if (month < 1 || month > 12 || day < 1 || hour > 24 || minute > 59 || second > 60) return null;
  if (hour === 24 && minute + second > 0) return null;
  const midnight = Date.UTC(year, month - 1, day);
  if (new Date(midnight).getUTCDate() !== day) return null;
  return midnight / 1000 + hour * 3600 + minute * 60 + second;
};

const parseIso = (text: string): FileTime | null => {
  const m = iso.exec(monthOnly.test(text) ? `${text}-01` : text);
  if (!m) return null;
  const local = wallClock(
    Number(m[1]),
    Number(m[2]),
    Number(m[3]),
    Number(m[4] ?? 0),
    Number(m[5] ?? 0),
    Number(m[6] ?? 0),
  );
  if (local === null) return null;
  if (m[7]) return { at: local };
  if (!m[8]) return { local };
  const offset = Number(m[9]) * 3600 + Number(m[10] ?? 0) * 60;
  return { at: m[8] === '-' ? local + offset : local - offset };
};

const parseSlashed = (text: string, order: 'dmy' | 'mdy'): FileTime | null => {
  const m = dayFirst.exec(text);
  if (!m) return null;
  const [first, second] = [Number(m[1]), Number(m[2])];
  const year = Number(m[3]) + (m[3]?.length === 2 ? 2000 : 0);
  let hour = Number(m[4] ?? 0);
  if (m[7]) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (m[7].toLowerCase() === 'pm' ? 12 : 0);
  }
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  const local = wallClock(year, month, day, hour, Number(m[5] ?? 0), Number(m[6] ?? 0));
  return local === null ? null : { local };
};

const parseUnix = (text: string, shape: RegExp, perSecond: number): FileTime | null => {
  if (!shape.test(text)) return null;
  const at = Math.floor(Number(text) / perSecond);
  return at >= earliest && at < latest ? { at } : null;
};

export const parseTime = (text: string, format: TimeFormat): FileTime | null => {
  if (format === 'iso') return parseIso(text);
  if (format === 'unix-s') return parseUnix(text, seconds, 1);
  if (format === 'unix-ms') return parseUnix(text, milliseconds, 1000);
  return parseSlashed(text, format);
};

/** The order that this date proves: only one of its first two numbers can be a month, or it is written with points. */
export const provenOrder = (text: string): 'dmy' | 'mdy' | null => {
  const m = dayFirst.exec(text);
  if (!m) return null;
  if (text.includes('.') && text[m[1]?.length ?? 0] === '.') return 'dmy';
  const [first, second] = [Number(m[1]), Number(m[2])];
  if (first > 12 && second <= 12) return 'dmy';
  return second > 12 && first <= 12 ? 'mdy' : null;
};
