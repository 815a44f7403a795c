/** Between the database's rows and the domain's states: what is locked, and what is written back, as columns. */
import type { MeterState, QuarterUse, Reading, ReadingKind } from '@wattershed/domain';
import type { Sql, Transaction } from '../../platform/db.ts';
import { pgArray } from '../../platform/db.ts';

interface LockedRow {
  token_id: number;
  meter_id: number;
  kind: ReadingKind | null;
  max_per_hour: number;
  max_gap_s: number;
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
}

/** Under whose right a batch writes: ingest tokens (one for each meter named), or a person. */
export type Authority = { readonly tokens: readonly number[] } | { readonly userId: string };

export interface LockedMeter {
  readonly id: number;
  readonly tokenIds: Set<number>;
  readonly state: MeterState;
}

const stateOf = (row: LockedRow): MeterState => ({
  limits: { maxPerHour: row.max_per_hour, maxGapS: row.max_gap_s },
  kind: row.kind,
  lastAt: row.last_at,
  lastValue: row.last_value ?? 0,
  lastUsed: row.last_used ?? 0,
  lastSpanS: row.last_span_s ?? 0,
  carry: row.carry,
  quarter:
    row.quarter === null
      ? null
      : { start: row.quarter, used: row.used, estimated: row.estimated, imported: row.imported, coveredS: row.covered_s },
});

/** Locks the meters that `authority` may write, in id order; others are missing from the answer. */
export const lockMeters = async (
  sql: Sql | Transaction,
  meters: readonly number[],
  authority: Authority,
): Promise<Map<number, LockedMeter>> => {
  const rows = (await ('tokens' in authority
    ? sql.unsafe('select * from private.lock_meters($1, $2)', [pgArray(meters), pgArray(authority.tokens)], { prepare: true })
    : sql.unsafe('select * from private.lock_meters_of($1, $2)', [authority.userId, pgArray(meters)], {
        prepare: true,
      }))) as unknown as LockedRow[];
  const locked = new Map<number, LockedMeter>();
  for (const row of rows) {
    const known = locked.get(row.meter_id);
    if (known) known.tokenIds.add(row.token_id);
    else locked.set(row.meter_id, { id: row.meter_id, tokenIds: new Set([row.token_id]), state: stateOf(row) });
  }
  return locked;
};

/** What one meter's batch yields. */
export interface MeterYield {
  readonly meter: LockedMeter;
  readonly kept: readonly Reading[];
  readonly quarters: readonly QuarterUse[];
  readonly disbelieved: readonly Reading[];
}

class Columns<Name extends string> {
  readonly columns: Record<Name, (number | null)[]>;
  constructor(names: readonly Name[]) {
    this.columns = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, (number | null)[]>;
  }
  texts(): string[] {
    return Object.values<(number | null)[]>(this.columns).map(pgArray);
  }
}

const stateColumns = (yields: readonly MeterYield[]): string[] => {
  const all = new Columns([
    'meter', 'lastAt', 'lastValue', 'lastUsed', 'lastSpanS', 'carry', 'quarter', 'used', 'estimated', 'imported', 'coveredS',
  ]);
  const c = all.columns;
  const kinds: string[] = [];
  for (const { meter } of yields) {
    const { state } = meter;
    kinds.push(state.kind ?? 'NULL');
    c.meter.push(meter.id);
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
  }
  const [meter, ...rest] = all.texts() as [string, ...string[]];
  return [meter, `{${kinds.join(',')}}`, ...rest];
};

const readingColumns = (yields: readonly MeterYield[]): string[] => {
  const c = new Columns(['meter', 'at', 'value', 'spanS', 'source']);
  for (const { meter, kept } of yields) {
    for (const reading of kept) {
      c.columns.meter.push(meter.id);
      c.columns.at.push(reading.at);
      c.columns.value.push(reading.value);
      c.columns.spanS.push(reading.spanS);
      c.columns.source.push(reading.source);
    }
  }
  return c.texts();
};

const quarterColumns = (yields: readonly MeterYield[]): string[] => {
  const c = new Columns(['meter', 'start', 'used', 'estimated', 'imported', 'coveredS']);
  for (const { meter, quarters } of yields) {
    for (const quarter of quarters) {
      c.columns.meter.push(meter.id);
      c.columns.start.push(quarter.start);
      c.columns.used.push(quarter.used);
      c.columns.estimated.push(quarter.estimated);
      c.columns.imported.push(quarter.imported);
      c.columns.coveredS.push(quarter.coveredS);
    }
  }
  return c.texts();
};

const disbelievedColumns = (yields: readonly MeterYield[]): string[] => {
  const c = new Columns(['meter', 'at', 'value', 'spanS']);
  for (const { meter, disbelieved } of yields) {
    for (const reading of disbelieved) {
      c.columns.meter.push(meter.id);
      c.columns.at.push(reading.at);
      c.columns.value.push(Math.floor(reading.value));
      c.columns.spanS.push(reading.spanS);
    }
  }
  return c.texts();
};

const writeText = `select private.write_readings(${Array.from({ length: 27 }, (_, i) => `$${i + 1}`).join(', ')}) as households`;

/** Writes everything in one statement; answers the households whose figures changed. */
export const writeYields = async (sql: Sql | Transaction, yields: readonly MeterYield[]): Promise<string[]> => {
  const parameters = [stateColumns, readingColumns, quarterColumns, disbelievedColumns].flatMap((columns) => columns(yields));
  const [row] = await sql.unsafe(writeText, parameters, { prepare: true });
  const text = (row?.['households'] ?? '{}') as string;
  return text.slice(1, -1).split(',').filter(Boolean);
};

/** Writes states alone: for whoever wrote the readings and quarters behind them otherwise. */
export const saveStates = async (sql: Sql, meters: readonly Pick<LockedMeter, 'id' | 'state'>[]): Promise<void> => {
  const yields = meters.map(({ id, state }) => ({
    meter: { id, state, tokenIds: new Set<number>() }, kept: [], quarters: [], disbelieved: [],
  }));
  await writeYields(sql, yields);
};
