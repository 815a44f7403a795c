/** A telegram of a smart meter's P1 port, as it is. */
import { sendTelegram } from '@wattershed/contracts';
import { ProblemError } from '../../platform/problem.ts';
import type { Serve } from '../../platform/serve.ts';
import type { IngestTokens } from './ingest-tokens.ts';
import type { SentReading } from './parse-readings.ts';
import type { Ingest } from './take-readings.ts';
import type { Unread } from './unread.ts';

/** What `main` gives: the wire format. Wh and mL, seconds since 1970. */
export type ReadTelegram = (text: string) =>
  | { readonly ok: false; readonly code: 'not-a-telegram' | 'checksum-wrong' }
  | {
      readonly ok: true;
      readonly value: {
        readonly at: number | null;
        readonly taken: number | null;
        readonly givenBack?: number | null;
        readonly water: readonly { readonly at: number | null; readonly value: number }[];
        /** Its registers as they stand. */
        readonly lines?: readonly string[];
      };
    };

export interface TelegramDeps {
  readonly ingest: Pick<Ingest, 'take'>;
  readonly tokens: Pick<IngestTokens, 'find'>;
  readonly unread: Unread;
  readonly readTelegram: ReadTelegram;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const faults = {
  'not-a-telegram': 'The body is no telegram: it begins with / and ends with !',
  'checksum-wrong': 'The telegram was changed on its way: its checksum is another. (curl needs --data-binary.)',
};

export const telegramRoutes = (serve: Serve, { ingest, tokens, unread, readTelegram, now }: TelegramDeps): void => {
  serve(sendTelegram, async ({ token, query: meters, body }) => {
    // Byte by byte, as the checksum counts them.
    const payload = body.toString('latin1');
    const read = readTelegram(payload);
    if (!read.ok) throw new ProblemError('body-malformed', faults[read.code]);
    const { at, taken, water } = read.value;
    const written = at ?? Math.floor(now() / 1000);
    const sent: SentReading[] = [];
    const add = (meter: string | undefined, value: number | null | undefined, seconds: number | null) => {
      if (meter === undefined || value === null || value === undefined) return;
      sent.push({ index: sent.length, meter, at: seconds ?? written, value, spanS: null });
    };
    add(meters.electricity, taken, written);
    add(meters.water, water[0]?.value, water[0]?.at ?? null);
    if (sent.length === 0) {
      const { household } = await tokens.find(token);
      const reason = taken === null && water.length === 0 && read.value.givenBack ? 'returned' : 'not-understood';
      if (household !== null) await unread.note(household, [{ door: 'dsmr', place: 'P1', reason, payload }]);
      throw new ProblemError('nothing-read', nothingOf(meters, read.value.lines ?? []));
    }
    return ingest.take(token, { sent, rejected: [], count: sent.length });
  });
};

/** What was looked for, and what there is instead. */
const nothingOf = (
  asked: { electricity?: string | undefined; water?: string | undefined },
  lines: readonly string[],
): string =>
  [
    asked.electricity !== undefined && 'electricity: 1-0:1.8.x in Wh, kWh or MWh.',
    asked.water !== undefined && 'water: 0-n:24.2.1 in m3, of a meter of kind 7.',
    lines.length === 0 ? 'The telegram has no such register.' : `In the telegram: ${lines.slice(0, 8).join(' ')}`,
  ]
    .filter(Boolean)
    .join(' ');
