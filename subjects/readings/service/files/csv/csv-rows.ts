/** Rows of a CSV stream with their line numbers: plain lines are split directly, quotes are left to csv-parse. */
import { TextDecoder } from 'node:util';
import { parse } from 'csv-parse/sync';
import { FileError } from '../file-error.ts';

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

/** UTF-16 is what spreadsheets call "Unicode text"; a byte order mark itself is dropped by the decoder. */
export const decoderFor = (first: Uint8Array): TextDecoder =>
  new TextDecoder(first[0] === 0xff && first[1] === 0xfe ? 'utf-16le' : 'utf-8');

/** Yields the rows of each chunk together: a promise per row would cost more than the row. */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<Row[]> {
  let decoder: TextDecoder | undefined;
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
