/** Times as files write them, read to whole seconds: an instant where an offset is given, else a local time of some zone. */
import type { TimeFormat } from '../../../contract/imports.ts';

/** `local`: seconds since 1970 as if the wall clock showed UTC. */
export type FileTime = { readonly at: number } | { readonly local: number };

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
