/** Taking readings: parsed readings in, counts and rejections out, after the commit. */
import type { ReadingsAnswer } from '../../contract/readings.ts';
import type { Source } from '../../domain/reading.ts';
import { isOfFuture, isSound, source } from '../../domain/reading.ts';
import type { Changes } from '#kernel/changes.ts';
import { createCoalescer } from '#kernel/coalesce.ts';
import type { Sql } from '#kernel/db.ts';
import { isConnectionError } from '#kernel/db.ts';
import type { IngestToken, IngestTokens } from './ingest-tokens.ts';
import { meterId } from './ingest-tokens.ts';
import type { ParsedBody, SentReading } from './parse-readings.ts';
import type { PersonalRecording, Recording } from './record-readings.ts';
import { recordReadings } from './record-readings.ts';
import { createRememberedMeters } from './remembered-meters.ts';

const deadlock = '40P01';

export interface Ingest {
  /** `text` is the bearer token. Throws `token-invalid`. */
  take(text: string, body: ParsedBody): Promise<ReadingsAnswer>;
  /** Records under a person's right (imports) or a known token (the demo household); outcomes are filled in. */
  record(recordings: Recording[], person: PersonalRecording | null): Promise<void>;
}

type Batch = readonly Recording[];

const withRetry = async (work: () => Promise<string[]>): Promise<string[]> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const again = (error as { code?: string }).code === deadlock || isConnectionError(error);
      if (!again || attempt === 4) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50 * 4 ** attempt * (0.5 + Math.random())));
    }
  }
};

export const createIngest = (
  sql: Sql,
  tokens: IngestTokens,
  changes: Pick<Changes, 'publish'>,
  now: () => number,
): Ingest => {
  const remembered = createRememberedMeters(sql);
  const write = async (recordings: Batch, person: PersonalRecording | null): Promise<void> => {
    changes.publish(await withRetry(() => recordReadings(sql, remembered, recordings, person)));
  };
  const coalescer = createCoalescer<Batch, void>(
    async (batches) => {
      await write(batches.flat(), null);
      return [];
    },
    { lanes: 2, most: 2_000, weigh: (batch) => batch.length, blamesOne: (error) => !isConnectionError(error) },
  );

  const nameMeters = async (
    text: string,
    token: IngestToken,
    sent: readonly SentReading[],
  ): Promise<(number | null)[]> => {
    const ids = sent.map((one) => meterId(token, one.meter));
    if (token.scope === 'fleet' || !ids.includes(null)) return ids;
    const fresh = await tokens.refresh(text);
    return sent.map((one) => meterId(fresh, one.meter));
  };

  const take: Ingest['take'] = async (text, body) => {
    const token = await tokens.find(text);
    const ids = await nameMeters(text, token, body.sent);
    const rejected = [...body.rejected];
    const nowS = now() / 1000;
    const recordings: Recording[] = [];
    const indexes: number[] = [];
    body.sent.forEach((one, i) => {
      const id = ids[i] ?? null;
      if (!isSound(one)) rejected.push({ index: one.index, code: 'invalid-reading' });
      else if (id === null) rejected.push({ index: one.index, code: 'unknown-meter' });
      else if (isOfFuture(one, nowS)) rejected.push({ index: one.index, code: 'in-the-future' });
      else {
        const reading = { at: one.at, value: one.value, spanS: one.spanS, source: source.measured as Source };
        recordings.push({ meterId: id, tokenId: token.id, reading, outcome: null });
        indexes.push(one.index);
      }
    });
    if (recordings.length > 0) await coalescer.add(recordings);
    return summarise(recordings, indexes, rejected);
  };

  return {
    take,
    record: (recordings, person) => (person === null ? coalescer.add(recordings) : write(recordings, person)),
  };
};

const summarise = (
  recordings: readonly Recording[],
  indexes: readonly number[],
  rejected: ReadingsAnswer['rejected'],
): ReadingsAnswer => {
  let accepted = 0;
  let duplicate = 0;
  recordings.forEach(({ outcome }, i) => {
    if (outcome === 'accepted') accepted += 1;
    else if (outcome === 'duplicate') duplicate += 1;
    else rejected.push({ index: indexes[i] as number, code: outcome as ReadingsAnswer['rejected'][number]['code'] });
  });
  return { accepted, duplicate, rejected: rejected.sort((a, b) => a.index - b.index) };
};
