/** Between the database's rows and the domain's states: what is locked, and what is written back, as columns. */
import { pgArray, type Sql, type Transaction } from '#kernel/db.ts';
import { dipChange } from '../../domain/counter-dips.ts';
import type { GapUse, MeterState, QuarterUse } from '../../domain/meter-use.ts';
import { originCode, type Reading, type ReadingKind } from '../../domain/reading.ts';

interface LockedRow {
  token_id: number;
  meter_id: number;
  household_id: string;
  revision: number;
  kind: ReadingKind | null;
  max_per_hour: number;
  max_gap_s: number;
  rolls_over_at: number | null;
  kept_from: number | null;
  last_at: number | null;
  last_value: number | null;
  last_used: number | null;
  last_span_s: number | null;
  carry: number;
  quarter: number | null;
  used: number;
  estimated: number;
  imported: number;
  covered_s: number;
  fell_at: number | null;
  fell_from: number | null;
  /** Of `read_meters` alone. */
  shard?: number | null;
}

/** Under whose right a batch writes: ingest tokens (one for each meter named), or a person. */
type Authority = { readonly tokens: readonly number[] } | { readonly userId: string };

/** A meter as it was read: `state` is what a batch computes from, and changes. */
export interface ReadMeter {
  readonly id: number;
  readonly household: string;
  readonly revision: number;
  /** The kind that is not stored yet, when this batch decides it. */
  readonly storedKind: ReadingKind | null;
  readonly state: MeterState;
  /** Readings from before are forgotten; null: none is. */
  readonly keptFrom: number | null;
  /** Where in a cluster its home lies; null: nowhere in particular, or not asked. */
  readonly shard: number | null;
}

export interface LockedMeter extends ReadMeter {
  /** Which of the tokens asked for may write it. */
  readonly tokenIds: Set<number>;
}

const stateOf = (row: LockedRow): MeterState => ({
  limits: { maxPerHour: row.max_per_hour, maxGapS: row.max_gap_s, rollsOverAt: row.rolls_over_at },
  kind: row.kind,
  lastAt: row.last_at,
  lastValue: row.last_value ?? 0,
  lastUsed: row.last_used ?? 0,
  lastSpanS: row.last_span_s ?? 0,
  carry: row.carry,
  quarter:
    row.quarter === null
      ? null
      : {
          start: row.quarter,
          used: row.used,
          estimated: row.estimated,
          imported: row.imported,
          coveredS: row.covered_s,
        },
  fellAt: row.fell_at,
  fellFrom: row.fell_from,
});

const meterOf = (row: LockedRow): ReadMeter => ({
  id: row.meter_id,
  household: row.household_id,
  revision: row.revision,
  storedKind: row.kind,
  state: stateOf(row),
  keptFrom: row.kept_from,
  shard: row.shard ?? null,
});

/** Meters as they are now, without a lock. */
export const readMeters = async (sql: Sql, meters: readonly number[]): Promise<ReadMeter[]> => {
  const rows = await sql.unsafe('select * from private.read_meters($1)', [pgArray(meters)], { prepare: true });
  return (rows as unknown as LockedRow[]).map(meterOf);
};

/** Locks the meters that `authority` may write, in id order; others are missing from the answer. */
export const lockMeters = async (
  sql: Transaction,
  meters: readonly number[],
  authority: Authority,
): Promise<Map<number, LockedMeter>> => {
  const prepare = { prepare: true };
  const rows = await ('tokens' in authority
    ? sql.unsafe('select * from private.lock_meters($1, $2)', [pgArray(meters), pgArray(authority.tokens)], prepare)
    : sql.unsafe('select * from private.lock_meters_of($1, $2)', [authority.userId, pgArray(meters)], prepare));
  const locked = new Map<number, LockedMeter>();
  for (const row of rows as unknown as LockedRow[]) {
    const known = locked.get(row.meter_id);
    if (known) known.tokenIds.add(row.token_id);
    else locked.set(row.meter_id, { ...meterOf(row), tokenIds: new Set([row.token_id]) });
  }
  return locked;
};

/** What one meter's batch yields. */
export interface WriteSet {
  readonly meter: ReadMeter;
  /** The token that writes it, for the database to check; 0 when the meter is locked, and checked, already. */
  readonly tokenId: number;
  readonly kept: readonly Reading[];
  readonly quarters: readonly QuarterUse[];
  readonly gaps: readonly GapUse[];
  readonly quarantined: readonly Reading[];
}

type Column = (number | null)[];
/** Parameters of `private.write_readings` by their names: arrays as PostgreSQL writes them. */
type Parameters = Readonly<Record<string, string>>;

const columnsOf = <Name extends string>(names: readonly Name[]): Record<Name, Column> =>
  Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Column>;

/** `lastAt` of the states (`s`) is `s_last_at`. */
const parametersOf = (group: 's' | 'r' | 'q' | 'g' | 'x', columns: Readonly<Record<string, Column>>): Parameters =>
  Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [
      `${group}_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      pgArray(values),
    ]),
  );

/** A household's place in the list that goes with the batch: rows carry the place, not the uuid. */
type HomeOf = (meter: ReadMeter) => number;

const stateParameters = (writeSets: readonly WriteSet[], homeOf: HomeOf): Parameters => {
  const c = columnsOf([
    'home',
    'meter',
    'token',
    'revision',
    'lastAt',
    'lastValue',
    'lastUsed',
    'lastSpanS',
    'carry',
    'quarter',
    'used',
    'estimated',
    'imported',
    'coveredS',
    'fellAt',
    'fellFrom',
  ]);
  const kinds: string[] = [];
  for (const { meter, tokenId } of writeSets) {
    const { state } = meter;
    kinds.push(state.kind === meter.storedKind ? 'NULL' : (state.kind ?? 'NULL'));
    c.home.push(homeOf(meter));
    c.meter.push(meter.id);
    c.token.push(tokenId);
    c.revision.push(meter.revision);
    c.lastAt.push(state.lastAt);
    c.lastValue.push(state.lastAt === null ? null : state.lastValue);
    c.lastUsed.push(state.lastAt === null ? null : state.lastUsed);
    c.lastSpanS.push(state.lastAt === null ? null : state.lastSpanS);
    c.carry.push(state.carry);
    c.quarter.push(state.quarter?.start ?? null);
    c.used.push(state.quarter?.used ?? 0);
    c.estimated.push(state.quarter?.estimated ?? 0);
    c.imported.push(state.quarter?.imported ?? 0);
    c.coveredS.push(state.quarter?.coveredS ?? 0);
    c.fellAt.push(state.fellAt);
    c.fellFrom.push(state.fellFrom);
  }
  return { ...parametersOf('s', c), s_kind: `{${kinds.join(',')}}` };
};

const readingParameters = (writeSets: readonly WriteSet[], homeOf: HomeOf): Parameters => {
  const c = columnsOf(['home', 'meter', 'at', 'value', 'spanS', 'source']);
  for (const { meter, kept } of writeSets) {
    const home = homeOf(meter);
    for (const reading of kept) {
      c.home.push(home);
      c.meter.push(meter.id);
      c.at.push(reading.at);
      c.value.push(reading.value);
      c.spanS.push(reading.spanS);
      c.source.push(originCode(reading));
    }
  }
  return parametersOf('r', c);
};

/** Quarters, or gaps, which also end somewhere. */
const useParameters =
  (of: 'quarters' | 'gaps') =>
  (writeSets: readonly WriteSet[], homeOf: HomeOf): Parameters => {
    const place = of === 'quarters' ? (['start'] as const) : (['start', 'end'] as const);
    const c = columnsOf(['home', 'meter', ...place, 'used', 'estimated', 'imported', 'coveredS']);
    for (const one of writeSets) {
      const home = homeOf(one.meter);
      for (const piece of one[of]) {
        c.home.push(home);
        c.meter.push(one.meter.id);
        c.start.push(piece.start);
        if ('end' in piece) c.end.push(piece.end);
        c.used.push(piece.used);
        c.estimated.push(piece.estimated);
        c.imported.push(piece.imported);
        c.coveredS.push(piece.coveredS);
      }
    }
    return parametersOf(of === 'quarters' ? 'q' : 'g', c);
  };

const quarantinedParameters = (writeSets: readonly WriteSet[], homeOf: HomeOf): Parameters => {
  const c = columnsOf(['home', 'meter', 'at', 'value', 'spanS']);
  for (const { meter, quarantined } of writeSets) {
    for (const reading of quarantined) {
      c.home.push(homeOf(meter));
      c.meter.push(meter.id);
      c.at.push(reading.at);
      c.value.push(Math.floor(reading.value));
      c.spanS.push(reading.spanS);
    }
  }
  return parametersOf('x', c);
};

const parametersFor = (writeSets: readonly WriteSet[], households: readonly string[]): Parameters => {
  const places = new Map(households.map((household, i) => [household, i + 1]));
  const homeOf: HomeOf = (meter) => places.get(meter.household) as number;
  return Object.assign(
    { p_households: `{${households.join(',')}}` },
    ...[
      stateParameters,
      readingParameters,
      useParameters('quarters'),
      useParameters('gaps'),
      quarantinedParameters,
    ].map((of) => of(writeSets, homeOf)),
  );
};

/** Parameters are named, so that their order is nobody's matter: it is the same for every batch, and so is the statement. */
const writeText = (name: string, names: readonly string[]): string =>
  `select private.${name}(${names.map((one, i) => `${one} => $${i + 1}`).join(', ')})`;
const parameterNames = Object.keys(parametersFor([], []));
const writeHere = writeText('write_readings', parameterNames);
const writeThere = writeText('write_readings_there', ['p_household', ...parameterNames]);

/** What the node of one shard writes by itself: nothing whose key is a sequence's, or that is on every node. */
const isOfOneShard = (writeSets: readonly WriteSet[]): boolean =>
  new Set(writeSets.map(({ meter }) => meter.shard)).size === 1 &&
  writeSets.every(
    ({ meter, gaps, quarantined }) =>
      meter.shard !== null && gaps.length + quarantined.length === 0 && meter.state.kind === meter.storedKind,
  );

/** A migration took the function away, until `supabase/scale/functions.sql` is run again. */
const noFunction = '42883';

/** Writes everything in one statement; answers the households whose figures changed. */
export const applyWriteSets = async (sql: Sql | Transaction, writeSets: readonly WriteSet[]): Promise<string[]> => {
  const households = [...new Set(writeSets.map((one) => one.meter.household))];
  const parameters = Object.values(parametersFor(writeSets, households));
  const here = (): Promise<unknown> => sql.unsafe(writeHere, parameters, { prepare: true });
  if (isOfOneShard(writeSets))
    await sql.unsafe(writeThere, [households[0] as string, ...parameters], { prepare: true }).catch((error) => {
      if ((error as { code?: string }).code !== noFunction) throw error;
      return here();
    });
  else await here();
  return households;
};

/** Writes the first states of new meters alone: for whoever wrote the readings and quarters behind them otherwise. */
export const saveStates = async (
  sql: Sql,
  meters: readonly Pick<ReadMeter, 'id' | 'household' | 'state'>[],
): Promise<void> => {
  const nothing = { tokenId: 0, kept: [], quarters: [], gaps: [], quarantined: [] };
  await applyWriteSets(
    sql,
    meters.map((meter) => ({
      meter: { ...meter, revision: 0, storedKind: meter.state.kind, keptFrom: null, shard: null },
      ...nothing,
    })),
  );
};

/** What of a meter dips, or dips no longer, after its readings changed: kept where what is quarantined waits for a person. */
export const markDips = async (
  sql: Transaction,
  { household, id }: Pick<ReadMeter, 'household' | 'id'>,
  before: readonly Reading[],
  after: readonly Reading[],
): Promise<void> => {
  const { dips, noDips, isOtherCounter } = dipChange(before, after);
  if (dips.length === 0 && noDips.length === 0) return;
  const reason = isOtherCounter ? 'two-counters' : 'counter-fell';
  await sql`select private.mark_dips(${household}, ${id}, ${pgArray(dips.map(({ at }) => at))},
    ${pgArray(dips.map(({ value }) => value))}, ${reason}, ${pgArray(noDips.map(({ at }) => at))})`;
};

// The states of meters that wrote lately, so that a batch need not ask for them. What moved on elsewhere, the database notices.

export interface RememberedMeters {
  /** The meters by where their homes lie, each part written apart; one part on a single PostgreSQL. */
  byShard(ids: readonly number[]): Promise<number[][]>;
  /** A copy of each known meter, to compute on; unknown ids are missing. */
  read(ids: readonly number[]): Promise<Map<number, ReadMeter>>;
  /** After the commit: these states are what the next batch begins from. */
  keep(meters: readonly ReadMeter[]): void;
  forget(ids: readonly number[]): void;
  /** Runs `work` when no other work of this process holds any of these meters. */
  alone<T>(ids: readonly number[], work: () => Promise<T>): Promise<T>;
}

const most = 100_000;

const copyState = (state: MeterState): MeterState => ({ ...state, quarter: state.quarter && { ...state.quarter } });

export const createRememberedMeters = (sql: Sql): RememberedMeters => {
  const known = new Map<number, ReadMeter>();
  const held = new Map<number, Promise<unknown>>();

  const remember = (meter: ReadMeter): void => {
    known.delete(meter.id);
    known.set(meter.id, meter);
    if (known.size > most) known.delete(known.keys().next().value as number);
  };

  const load = async (ids: readonly number[]): Promise<void> => {
    const unknown = ids.filter((id) => !known.has(id));
    const fresh = unknown.length > 0 ? await readMeters(sql, unknown) : [];
    for (const meter of fresh) remember(meter);
  };

  return {
    byShard: async (ids) => {
      await load(ids);
      const parts = new Map<number | null, number[]>();
      for (const id of ids) {
        const shard = known.get(id)?.shard ?? null;
        const part = parts.get(shard);
        if (part) part.push(id);
        else parts.set(shard, [id]);
      }
      return [...parts.values()];
    },
    read: async (ids) => {
      await load(ids);
      const meters = new Map<number, ReadMeter>();
      for (const id of ids) {
        const meter = known.get(id);
        if (meter) meters.set(id, { ...meter, state: copyState(meter.state) });
      }
      return meters;
    },
    keep: (meters) => {
      for (const meter of meters) remember({ ...meter, revision: meter.revision + 1, storedKind: meter.state.kind });
    },
    forget: (ids) => {
      for (const id of ids) known.delete(id);
    },
    alone: async (ids, work) => {
      const before = new Set(ids.flatMap((id) => held.get(id) ?? []));
      const turn = Promise.allSettled(before).then(work);
      for (const id of ids) held.set(id, turn);
      try {
        return await turn;
      } finally {
        for (const id of ids) if (held.get(id) === turn) held.delete(id);
      }
    },
  };
};
