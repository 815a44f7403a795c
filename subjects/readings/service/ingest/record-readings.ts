/** Takes parsed readings in: those of one moment together, in one commit; counts and rejections come out after it. */
import type { Changes } from '#kernel/changes.ts';
import { createCoalescer, isConnectionError, type Sql, type Transaction } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { inOwnSpan } from '#kernel/tracing.ts';
import type { ReadingsAnswer, RejectionCode } from '../../contract/readings.ts';
import { advanceMeter, emptyUpdate, isAhead, type MeterUpdate, settleEnd, takeWhole } from '../../domain/meter-use.ts';
import { correctLate } from '../../domain/correct-late.ts';
import { isOfFuture, isSound, type Reading, type Source, source } from '../../domain/reading.ts';
import { type IngestToken, type IngestTokens, meterId } from './ingest-tokens.ts';
import {
  applyWriteSets,
  createRememberedMeters,
  type LockedMeter,
  lockMeters,
  markDips,
  type ReadMeter,
  type RememberedMeters,
  type WriteSet,
} from './meter-rows.ts';
import type { ParsedBody, SentReading } from './parse-readings.ts';
import { readJudged, removeStored } from './stored-readings.ts';

const deadlock = '40P01';

export interface Ingest {
  /** `text` is the bearer token. Throws `token-invalid`. */
  take(text: string, body: ParsedBody): Promise<ReadingsAnswer>;
  /** Records under a person's right (imports) or a known token (the demo household); outcomes are filled in. */
  record(recordings: Recording[], person: PersonalRecording | null): Promise<void>;
}

/** What follows how taking in goes. Imports are as slow as their files are long: they are counted, and not timed. */
export interface IngestWatch {
  /** `tookMs`: from the arrival of readings to their commit. */
  committed(tookMs: number): void;
  failed(tookMs: number): void;
  counted(outcomes: Readonly<Record<'accepted' | 'duplicate' | 'rejected', number>>): void;
}

type Batch = readonly Recording[];

const withRetry = async <T>(work: () => Promise<T>): Promise<T> => {
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
  watch?: IngestWatch,
): Ingest => {
  const remembered = createRememberedMeters(sql);
  const write = async (recordings: Batch, person: PersonalRecording | null): Promise<void> => {
    changes.publish(await recordReadings(sql, remembered, recordings, person));
  };
  const coalescer = createCoalescer<Batch, void>(
    async (batches) => {
      const recordings = batches.flat();
      await inOwnSpan('ingest batch', { 'wattershed.readings': recordings.length }, () => write(recordings, null));
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

  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const begun = now();
    try {
      const result = await work;
      watch?.committed(now() - begun);
      return result;
    } catch (error) {
      // A wrong token is the sender's affair.
      if (!(error instanceof ProblemError)) watch?.failed(now() - begun);
      throw error;
    }
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
    take: async (text, body) => {
      const answer = await timed(take(text, body));
      watch?.counted({ ...answer, rejected: answer.rejected.length });
      return answer;
    },
    record: async (recordings, person) => {
      await (person === null ? timed(coalescer.add(recordings)) : write(recordings, person));
      const count = (wanted: string) => recordings.filter(({ outcome }) => outcome === wanted).length;
      const [accepted, duplicate] = [count('accepted'), count('duplicate')];
      watch?.counted({ accepted, duplicate, rejected: recordings.length - accepted - duplicate });
    },
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

// Records readings of many meters in one commit. Nearly always that is one statement; see `recordLocked` for the rest.

type ReadingOutcome = 'accepted' | 'duplicate' | RejectionCode;

/** One reading on its way; `outcome` is filled in. `tokenId` is 0 when a person writes. */
export interface Recording {
  readonly meterId: number;
  readonly tokenId: number;
  readonly reading: Reading;
  /** The sender says its newest last: of two values of a counter in one second this one stays. */
  readonly isNewest?: boolean;
  outcome: ReadingOutcome | 'late' | null;
}

/** Readings of one person's import: recorded under that person's right, with whatever else belongs into the same commit. */
interface PersonalRecording {
  readonly userId: string;
  /** Outcomes are filled in. */
  also?(sql: Transaction): Promise<void>;
}

type ByMeter = ReadonlyMap<number, readonly Recording[]>;

/** By meter, in id order (so that batches of several processes queue instead of deadlocking), each in time order. */
const byMeter = (recordings: readonly Recording[]): ByMeter => {
  const groups = new Map<number, Recording[]>();
  for (const one of recordings) {
    const group = groups.get(one.meterId);
    if (group) group.push(one);
    else groups.set(one.meterId, [one]);
  }
  for (const group of groups.values()) {
    if (group.some((one, i) => i > 0 && one.reading.at < (group[i - 1] as Recording).reading.at)) {
      group.sort((a, b) => a.reading.at - b.reading.at);
    }
  }
  return new Map([...groups].sort(([a], [b]) => a - b));
};

const hasNews = ({ kept, quarantined }: WriteSet): boolean => kept.length > 0 || quarantined.length > 0;

const writeSetOf = (
  meter: ReadMeter,
  tokenId: number,
  advance: MeterUpdate,
  group: readonly Recording[],
): WriteSet => ({
  meter,
  tokenId,
  kept: advance.kept,
  quarters: advance.closed,
  gaps: advance.gaps,
  quarantined: group
    .filter(({ outcome }) => outcome === 'implausible-jump' || outcome === 'negative-amount')
    .map((one) => one.reading),
});

/** Moves every meter forward from what is remembered; null when a reading is late or two tokens write one meter. */
const advanceAll = (groups: ByMeter, meters: ReadonlyMap<number, ReadMeter>): WriteSet[] | null => {
  const writeSets: WriteSet[] = [];
  for (const [id, group] of groups) {
    const meter = meters.get(id);
    const tokenId = (group[0] as Recording).tokenId;
    const advance = emptyUpdate();
    for (const one of group) {
      if (one.tokenId !== tokenId) return null;
      one.outcome = meter ? advanceMeter(meter.state, one.reading, advance) : 'unknown-meter';
      if (one.outcome === 'late') return null;
    }
    // A meter that only repeats itself is written nothing, so nobody checked its token: that is for the locked way.
    if (meter && advance.kept.length === 0) return null;
    if (meter) writeSets.push(writeSetOf(meter, tokenId, advance, group));
  }
  return writeSets;
};

const movedOn = 'WS409';

const recordAtOnce = async (sql: Sql, groups: ByMeter, remembered: RememberedMeters): Promise<string[] | null> => {
  const meters = await remembered.read([...groups.keys()]);
  const writeSets = advanceAll(groups, meters);
  if (!writeSets) return null;
  if (writeSets.length === 0) return [];
  try {
    const households = await applyWriteSets(sql, writeSets);
    remembered.keep(writeSets.map((one) => one.meter));
    return households;
  } catch (error) {
    if ((error as { code?: string }).code !== movedOn) throw error;
    return null;
  }
};

const whole = (meter: LockedMeter, reading: Reading): Reading => {
  const value = reading.spanS === null ? Math.floor(reading.value) : takeWhole(meter.state, reading.value);
  return value === reading.value ? reading : { ...reading, value };
};

/** Those that have their neighbours still: before the first reading that is kept nobody knows any more what lay between. */
const withNeighbours = (
  { keptFrom }: LockedMeter,
  stored: readonly Reading[],
  late: readonly Recording[],
): readonly Recording[] => {
  if (keptFrom === null) return late;
  const first = stored[0]?.at ?? Number.POSITIVE_INFINITY;
  for (const one of late) if (one.reading.at < first) one.outcome = 'too-old';
  return late.filter((one) => one.outcome !== 'too-old');
};

const inTime = (a: Reading, b: Reading): number => a.at - b.at;

/** Whether `one` was in `list`. */
const takeOut = (list: Reading[], one: Reading): boolean => {
  const index = list.indexOf(one);
  if (index >= 0) list.splice(index, 1);
  return index >= 0;
};

const fitLate = async (
  sql: Transaction,
  meter: LockedMeter,
  all: readonly Recording[],
  into: MeterUpdate,
): Promise<void> => {
  const [from, to] = [all[0]?.reading.at ?? 0, all.at(-1)?.reading.at ?? 0];
  const said = all.map(({ reading }) => reading);
  const kept = await readJudged(
    sql,
    { household: meter.household, id: meter.id, fellAt: meter.state.fellAt },
    said,
    from,
    to,
  );
  const late = withNeighbours(meter, kept, all);
  const carried: number[] = [];
  const readings = late.map((one) => {
    const before = meter.state.carry;
    const reading = whole(meter, one.reading);
    carried.push(meter.state.carry - before);
    return reading;
  });
  const stored = [...kept, ...into.kept].sort(inTime);
  const newest = new Set(readings.filter((_, i) => late[i]?.isNewest));
  const correction = correctLate(stored, readings, meter.state.limits, newest);
  correction.outcomes.forEach((outcome, i) => {
    (late[i] as Recording).outcome = outcome;
    // What was not kept leaves no fraction behind, or each retry would add one.
    if (outcome !== 'accepted') meter.state.carry -= carried[i] as number;
  });
  if (correction.kept.some(({ spanS }) => spanS === null)) {
    settleEnd(meter.state, stored, correction.readings, meter.state.limits);
    await markDips(sql, meter, stored, correction.readings);
  }
  const gone = correction.replaced.filter((one) => !takeOut(into.kept, one));
  await removeStored(sql, meter, gone);
  into.kept.push(...correction.kept);
  into.closed.push(...correction.changes);
  into.gaps.push(...correction.gaps);
};

const recordMeter = async (sql: Transaction, meter: LockedMeter, group: readonly Recording[]): Promise<WriteSet> => {
  const advance = emptyUpdate();
  const late: Recording[] = [];
  let isBack = false;
  for (const one of group) {
    const mayWrite = meter.tokenIds.has(one.tokenId);
    one.outcome = !mayWrite ? 'unknown-meter' : isBack ? 'late' : advanceMeter(meter.state, one.reading, advance);
    if (one.outcome !== 'late') continue;
    late.push(one);
    // What follows a newest was said after it: it must not be there before it.
    isBack ||= one.isNewest === true || isAhead(meter.state, one.reading);
  }
  if (late.length > 0) await fitLate(sql, meter, late, advance);
  return writeSetOf(meter, 0, advance, group);
};

/** Locks and reads the meters first: for late readings, for people, and when what was remembered is no longer true. */
const recordLocked = (sql: Sql, groups: ByMeter, person: PersonalRecording | null): Promise<string[]> =>
  sql.begin<string[]>(async (begun) => {
    const tx = begun as unknown as Transaction;
    const pairs = [...groups].flatMap(([id, group]) =>
      [...new Set(group.map((one) => one.tokenId))].map((token) => ({ id, token })),
    );
    const authority = person === null ? { tokens: pairs.map((pair) => pair.token) } : { userId: person.userId };
    const locked = await lockMeters(
      tx,
      pairs.map((pair) => pair.id),
      authority,
    );
    const writeSets: WriteSet[] = [];
    for (const [id, group] of groups) {
      const meter = locked.get(id);
      if (meter) writeSets.push(await recordMeter(tx, meter, group));
      else for (const one of group) one.outcome = 'unknown-meter';
    }
    const news = writeSets.filter(hasNews);
    const households = news.length > 0 ? await applyWriteSets(tx, news) : [];
    await person?.also?.(tx);
    return households;
  });

/** Of several, each to its end: what one committed is not to be sent again. Throws what the first threw. */
const all = async (parts: readonly Promise<string[]>[]): Promise<string[]> => {
  await Promise.allSettled(parts);
  return (await Promise.all(parts)).flat();
};

/** Fills in every outcome; answers the households whose figures changed. Nothing of a part is kept unless the part is committed. */
const recordReadings = async (
  sql: Sql,
  remembered: RememberedMeters,
  recordings: readonly Recording[],
  person: PersonalRecording | null,
): Promise<string[]> => {
  const groups = byMeter(recordings);
  const recordPart = async (part: ByMeter): Promise<string[]> => {
    const households = await recordAtOnce(sql, part, remembered);
    if (households) return households;
    remembered.forget([...part.keys()]);
    return recordLocked(sql, part, null);
  };
  return remembered.alone([...groups.keys()], async () => {
    if (person !== null) {
      remembered.forget([...groups.keys()]);
      return withRetry(() => recordLocked(sql, groups, person));
    }
    const parts = await withRetry(() => remembered.byShard([...groups.keys()]));
    return all(
      parts.map((ids) => {
        const part = new Map(ids.map((id) => [id, groups.get(id) as readonly Recording[]]));
        return withRetry(() => recordPart(part));
      }),
    );
  });
};
