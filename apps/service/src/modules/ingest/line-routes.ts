/** What Telegraf, Home Assistant and others write to InfluxDB goes to the meters that their lines name. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type LinePrecision, maxReadings, type RejectionCode, rejectionCodes, writeLines } from '@wattershed/contracts';
import type { IncomingHttpHeaders } from 'node:http';
import { ProblemError } from '../../platform/problem.ts';
import type { Serve } from '../../platform/serve.ts';
import type { IngestTokens } from './ingest-tokens.ts';
import type { Ingest } from './take-readings.ts';
import type { Unread, UnreadMessage } from './unread.ts';

/** What `main` gives: the wire format, as counters of meters by their keys. */
export type ReadLines = (
  body: string,
  precision: LinePrecision,
  now: number,
) => {
  readonly counters: readonly { line: number; meter: string; at: number; value: number }[];
  readonly faults: readonly { line: number; words: string }[];
  /** Lines of energy or volume without a meter's counter. */
  readonly missed?: readonly { line: number; reason: UnreadMessage['reason'] }[];
};

export interface LineDeps {
  readonly ingest: Pick<Ingest, 'take'>;
  readonly tokens: Pick<IngestTokens, 'find'>;
  readonly unread: Unread;
  readonly readLines: ReadLines;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const unpackedLimit = 20 * 1024 * 1024;
/** An answer names so many lines; the sender's log is no place for all. */
const namedFaults = 10;
const unpack = promisify(gunzip);

interface Fault {
  readonly line: number;
  readonly words: string;
}

const byLine = (a: Fault, b: Fault): number => a.line - b.line;
const missedWords: Record<UnreadMessage['reason'], string> = {
  'not-understood': 'No tag names a meter: meter, entity_id, device, sensor or host.',
  returned: 'What goes back to the grid is not counted yet.',
};

export const lineRoutes = (serve: Serve, { ingest, tokens, unread, readLines, now }: LineDeps): void => {
  const write = async (token: string, body: string, precision: LinePrecision): Promise<Fault[]> => {
    const { counters, faults, missed = [] } = readLines(body, precision, Math.floor(now() / 1000));
    if (missed.length > 0) {
      const { household } = await tokens.find(token);
      const lines = body.split('\n');
      const notes = missed.slice(0, namedFaults).map(({ line, reason }): UnreadMessage => {
        const payload = lines[line - 1] ?? '';
        return { door: 'lines', place: payload.split(' ', 1)[0] ?? '', reason, payload };
      });
      if (household !== null) await unread.note(household, notes);
      // Others may tell of much beside it; of a body that has nothing else, the sender is told.
      if (counters.length === 0)
        return [...faults, ...missed.map(({ line, reason }) => ({ line, words: missedWords[reason] }))].toSorted(
          byLine,
        );
    }
    if (counters.length > maxReadings) throw new ProblemError('body-too-large');
    const sent = counters.map(({ meter, at, value }, index) => ({ index, meter, at, value, spanS: null }));
    const answer = await ingest.take(token, { sent, rejected: [], count: sent.length });
    // Senders tell of much that is no meter of ours; what is kept aside waits under Devices.
    const refused = answer.rejected.filter(({ code }) => code !== 'unknown-meter' && code !== 'implausible-jump');
    return [
      ...faults,
      ...refused.map(({ index, code }) => ({ line: counters[index]?.line ?? 0, words: wordsOf(code) })),
    ].toSorted(byLine);
  };

  serve(writeLines, async ({ token, query, body, request, reply }) => {
    const faults = await write(token, await textOf(body, request.headers), query.precision ?? 'ns');
    if (faults.length === 0) return;
    // `message` is what InfluxDB's clients write to their log; the other lines are kept.
    const message = faults.slice(0, namedFaults).map(({ line, words }) => `line ${line}: ${words}`);
    return reply.code(400).send({ code: 'body-malformed', message: message.join(' '), requestId: request.id });
  });
};

const wordsOf = (code: RejectionCode): string =>
  code === 'invalid-reading'
    ? 'The time lies before the year 2000 (is the precision right?), or the value is below zero or too large.'
    : rejectionCodes[code];

const textOf = async (body: Buffer, headers: IncomingHttpHeaders): Promise<string> => {
  if (headers['content-encoding'] !== 'gzip') return body.toString('utf8');
  try {
    return (await unpack(body, { maxOutputLength: unpackedLimit })).toString('utf8');
  } catch (error) {
    const isLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw isLarge ? new ProblemError('body-too-large') : new ProblemError('body-malformed', 'The body is not gzip');
  }
};
