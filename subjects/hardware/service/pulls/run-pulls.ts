/** Fetches what is due, one question at a time: its answer and how far it reaches are kept in one commit, so that nothing is lost or counted twice. */
import type { Logger } from 'pino';
import type { Utility } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { Sql, Transaction } from '#kernel/db.ts';
import type { Seal } from '#kernel/seal.ts';
import type { Ingest, Recording } from '#subjects/readings/service/ingest/index.ts';
import { isOfFuture, isSound, source } from '#subjects/readings/domain/reading.ts';
import { pulls } from '../../sources/pulls/index.ts';
import { type Pull, type Pulled, PullFault, type PullFaultCode } from '../../sources/pulls/pull.ts';
import { answerMs, createAsk } from './ask.ts';
import { createLine } from './line.ts';

/** Where a pull's key lies sealed: of another home or another service it opens nothing. */
export const sealedAt = (household: string, kind: string): string => `${household}/${kind}`;

export interface PullDeps {
  readonly sql: Sql;
  readonly ingest: Pick<Ingest, 'record'>;
  /** Null: not theirs to write. */
  readonly saveTemperatures: (
    sql: Sql | Transaction,
    userId: string,
    household: string,
    days: Readonly<Record<LocalDay, number>>,
  ) => Promise<number | null>;
  /** `unreadable`: nothing of it is kept. */
  readonly savePriceFile: (
    sql: Sql | Transaction,
    userId: string,
    household: string,
    file: string,
  ) => Promise<number | 'unreadable' | null>;
  readonly seal: Seal;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => number;
  /** The address as it is asked, of one in the home's network, where this household may ask there; else null. */
  readonly guard: (household: string, address: string) => Promise<string | null>;
  /** How long an answer may take; left out: as long as is good for us. */
  readonly answerMs?: number;
  /** Instead of what a pull says. */
  readonly baseOf?: (pull: Pull) => string | null;
}

interface DuePull {
  readonly household_id: string;
  readonly id: string;
  readonly kind: string;
  readonly meter_id: number | null;
  readonly utility: Utility | null;
  readonly settings: Readonly<Record<string, string>>;
  readonly sealed_key: string | null;
  readonly set_up_by: string;
  readonly pulled_to: number;
  readonly failures: number;
  readonly time_zone: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const atOnce = 4;
const firstPauseS = 300;
const maxPauseS = 86_400;
/** What only a person can mend is tried again seldom. */
const ofPeople: readonly PullFaultCode[] = ['key-refused', 'key-lost', 'no-right', 'not-allowed', 'place-missing'];

/** It was stopped, removed or set up anew while it was fetched: nothing of it is kept. */
class Overtaken extends Error {}

const dateOf = (atS: number): string => new Date(atS * 1000).toISOString();

/** Answers how many were due. */
export const runPulls = async (deps: PullDeps, signal: AbortSignal): Promise<number> => {
  const due = await deps.sql<(DuePull & Record<string, unknown>)[]>`
    select * from private.claim_pulls(${dateOf(deps.now() / 1000)}, ${atOnce})`;
  await Promise.all(due.map((row) => runPull(deps, row, signal)));
  return due.length;
};

const runPull = async (deps: PullDeps, row: DuePull, signal: AbortSignal): Promise<void> => {
  const pull = pulls.find(({ id }) => id === row.kind);
  try {
    if (pull) await keep(deps, row, pull, await fetchNext(deps, row, pull, signal));
  } catch (error) {
    if (signal.aborted || error instanceof Overtaken) return;
    // What is no fault of theirs (the database was away) is none that the household is told of.
    if (error instanceof PullFault) await fail(deps, row, error);
    else
      deps.log.warn({ err: error, household: row.household_id, pull: row.kind }, 'what was fetched could not be kept');
  }
};

const fetchNext = async (deps: PullDeps, row: DuePull, pull: Pull, signal: AbortSignal): Promise<Pulled> => {
  const { now, seal, guard, baseOf = ({ base }) => base } = deps;
  const { household_id: household, latitude, longitude } = row;
  const key = row.sealed_key === null ? '' : seal.open(row.sealed_key, sealedAt(household, pull.id));
  if (key === null) throw new PullFault('key-lost');
  const state = {
    settings: row.settings,
    key,
    from: row.pulled_to,
    now: Math.floor(now() / 1000),
    utility: row.utility,
    timeZone: row.time_zone,
    place: latitude === null || longitude === null ? null : { latitude, longitude },
  };
  return pull.next(state, {
    ...createAsk(baseOf(pull) ?? '', signal, now, deps.answerMs ?? answerMs),
    line: createLine((address) => guard(household, address), signal),
  });
};

/** What came and how far it reaches, or neither. */
const keep = async (deps: PullDeps, row: DuePull, pull: Pull, pulled: Pulled): Promise<void> => {
  const { sql, ingest, saveTemperatures, savePriceFile } = deps;
  const { household_id: household, set_up_by: userId } = row;
  const recordings = recordingsOf(deps, row, pulled);
  if (recordings.length > 0) {
    await ingest.record(recordings, { userId, also: (tx) => advance(deps, tx, row, pull, pulled, recordings) });
    return;
  }
  await sql.begin(async (begun) => {
    const tx = begun as unknown as Transaction;
    const { temperatures, prices } = pulled;
    const changed = [
      temperatures && (await saveTemperatures(tx, userId, household, temperatures)),
      prices !== undefined && (await savePriceFile(tx, userId, household, prices)),
    ];
    if (changed.includes('unreadable')) throw new PullFault('not-understood');
    if (changed.includes(null)) throw new PullFault('no-right');
    await advance(deps, tx, row, pull, pulled, []);
  });
};

const recordingsOf = ({ now }: PullDeps, { meter_id: meterId }: DuePull, { readings = [] }: Pulled): Recording[] =>
  readings.map(({ at, value, spanS }) => {
    const reading = { at, value, spanS, source: source.imported };
    if (meterId === null || !isSound(reading) || isOfFuture(reading, now() / 1000))
      throw new PullFault('not-understood');
    return { meterId, tokenId: 0, reading, outcome: null };
  });

const isKept = ({ outcome }: Recording): boolean => outcome === 'accepted' || outcome === 'duplicate';

const advance = async (
  { now }: PullDeps,
  tx: Transaction,
  row: DuePull,
  { everyS }: Pull,
  { to, isAll }: Pulled,
  recordings: readonly Recording[],
): Promise<void> => {
  if (recordings.length > 0 && recordings.every(({ outcome }) => outcome === 'unknown-meter'))
    throw new PullFault('no-right');
  const nowS = now() / 1000;
  // What was there before is asked for again, and told once.
  const rejected = recordings.filter((one) => !isKept(one) && one.reading.at >= row.pulled_to).length;
  const next = isAll ? nowS + everyS : nowS;
  const [answer] = await tx<
    { done: boolean }[]
  >`select private.advance_pull(${row.household_id}, ${row.id}, ${row.pulled_to}, ${to},
    ${rejected}, ${isAll}, ${dateOf(nowS)}, ${dateOf(next)}) as done`;
  if (!answer?.done) throw new Overtaken();
};

const fail = async ({ sql, now }: PullDeps, row: DuePull, { code, afterS = 0 }: PullFault): Promise<void> => {
  const nowS = now() / 1000;
  const pauseS = ofPeople.includes(code)
    ? maxPauseS
    : Math.min(firstPauseS * 2 ** Math.min(row.failures, 10), maxPauseS);
  const next = nowS + Math.max(pauseS, Math.min(afterS, maxPauseS));
  await sql`select private.fail_pull(${row.household_id}, ${row.id}, ${code}, ${dateOf(nowS)}, ${dateOf(next)})`;
};
