/** A batch of readings, read by hand: it is the hottest path of the service (a test holds it to the contract). */
import type { RejectionCode } from '../../contract/readings.ts';
import { maxReadings } from '../../contract/readings.ts';
import { ProblemError } from '#kernel/http/problem.ts';

/** One reading as sent; `at` in seconds since 1970. */
export interface SentReading {
  readonly index: number;
  readonly meter: string;
  readonly at: number;
  readonly value: number;
  readonly spanS: number | null;
}

export interface ParsedBody {
  readonly sent: SentReading[];
  readonly rejected: { index: number; code: RejectionCode }[];
  readonly count: number;
}

const shape = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;

/** `Date.parse` takes 30 February for 2 March, and 24:00 for the next day. */
const isOnCalendar = (text: string): boolean => {
  const day = Number(text.slice(8, 10));
  const isInMonth =
    day <= 28 || day <= new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  return isInMonth && text.slice(11, 13) !== '24';
};

/** Nothing that is sent equals it at first: not even an empty text. */
let lastText: string | null = null;
let lastInstant = Number.NaN;

/** Seconds since 1970, or NaN. A batch of a fleet repeats the same instant: the last one is remembered. */
export const parseInstant = (text: unknown): number => {
  if (text === lastText) return lastInstant;
  if (typeof text !== 'string' || !shape.test(text)) return Number.NaN;
  const instant = Math.floor(Date.parse(text) / 1000);
  if (Number.isNaN(instant) || !isOnCalendar(text)) return Number.NaN;
  lastText = text;
  lastInstant = instant;
  return instant;
};

const parseOne = (raw: unknown, index: number): SentReading | null => {
  if (typeof raw !== 'object' || raw === null) return null;
  const { meter, value, at, from, to } = raw as Record<string, unknown>;
  if (typeof meter !== 'string' || meter.length === 0 || meter.length > 64) return null;
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  if (at !== undefined) {
    const instant = parseInstant(at);
    return instant === instant && from === undefined && to === undefined
      ? { index, meter, at: instant, value, spanS: null }
      : null;
  }
  const start = parseInstant(from);
  const spanS = parseInstant(to) - start;
  return spanS > 0 ? { index, meter, at: start, value, spanS } : null;
};

export const parseReadings = (body: Buffer): ParsedBody => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new ProblemError('body-malformed', `The body is not JSON: ${(error as Error).message}`);
  }
  const readings = (parsed as { readings?: unknown } | null)?.readings;
  if (!Array.isArray(readings)) throw new ProblemError('body-malformed', 'readings: an array is needed');
  if (readings.length === 0) throw new ProblemError('body-malformed', 'readings: the array is empty');
  if (readings.length > maxReadings)
    throw new ProblemError('body-malformed', `readings: at most ${maxReadings} at once`);
  const sent: SentReading[] = [];
  const rejected: ParsedBody['rejected'] = [];
  for (let index = 0; index < readings.length; index += 1) {
    const one = parseOne(readings[index], index);
    if (one) sent.push(one);
    else rejected.push({ index, code: 'invalid-reading' });
  }
  return { sent, rejected, count: readings.length };
};
