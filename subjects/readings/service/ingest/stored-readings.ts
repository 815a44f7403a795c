/** What is kept of a meter over a span, packed days and open rows together. */
import { pgArray, type Sql, type Transaction } from '#kernel/db.ts';
import { dipWindowS, hasFall } from '../../domain/counter-dips.ts';
import { packDay, type PackedDay, unpackDay } from '../../domain/packed-day.ts';
import { originOf, type Reading } from '../../domain/reading.ts';

export interface OpenRow {
  at: number;
  value: number;
  span_s: number | null;
  source: number;
}

interface PackedRow {
  day: Date;
  n: number;
  first_s: number;
  step_s: number | null;
  offsets: string | null;
  first_value: number | null;
  deltas: string | null;
  span_s: number | null;
  spans: string | null;
  sources: string | null;
}

/** Whose meter it is goes along: all that is kept of a home lies together. */
export interface MeterKey {
  readonly household: string;
  readonly id: number;
}

const numbers = (text: string | null): number[] | null =>
  text === null ? null : text.slice(1, -1).split(',').map(Number);

const packedOf = (row: PackedRow): PackedDay => ({
  n: row.n,
  firstS: row.first_s,
  stepS: row.step_s,
  offsets: numbers(row.offsets),
  firstValue: row.first_value,
  deltas: numbers(row.deltas),
  spanS: row.span_s,
  spans: numbers(row.spans),
  sources: numbers(row.sources),
});

export const readingOf = (row: OpenRow): Reading => ({
  at: row.at,
  value: row.value,
  spanS: row.span_s,
  ...originOf(row.source),
});

/** What is packed of a meter's UTC day; nothing where the day is open. */
export const readPackedDay = async (
  sql: Sql | Transaction,
  { household, id }: MeterKey,
  day: string,
): Promise<Reading[]> => {
  const [row] = (await sql`select * from private.packed_day(${household}, ${id}, ${day})`) as unknown as PackedRow[];
  return row ? unpackDay(row.day.getTime() / 1000, packedOf(row)) : [];
};

/** Readings of `[from, to]` (seconds) and a neighbour on each side where there is one, sorted. */
export const readAround = async (
  sql: Sql | Transaction,
  { household, id }: MeterKey,
  from: number,
  to: number,
): Promise<Reading[]> => {
  const packed =
    (await sql`select * from private.packed_around(${household}, ${id}, ${from}, ${to})`) as unknown as PackedRow[];
  const open =
    (await sql`select * from private.open_around(${household}, ${id}, ${from}, ${to})`) as unknown as OpenRow[];
  const all = [
    ...packed.flatMap((row) => unpackDay(row.day.getTime() / 1000, packedOf(row))),
    ...open.map(readingOf),
  ].sort((a, b) => a.at - b.at);
  const first = all.findIndex((reading) => reading.at >= from);
  const last = all.findLastIndex((reading) => reading.at <= to);
  return all.slice(first < 0 ? Math.max(all.length - 1, 0) : Math.max(first - 1, 0), last < 0 ? 1 : last + 2);
};

const nearby = 3;

const readNearby = async (
  sql: Sql | Transaction,
  meter: MeterKey,
  from: number,
  to: number,
  windowS: number,
): Promise<Reading[]> => {
  const [first, last] = [from - windowS, to + windowS];
  let stored = await readAround(sql, meter, first, last);
  for (let more = 1; more < nearby; more += 1) {
    const before = stored.filter(({ at }) => at < from).length;
    const after = stored.filter(({ at }) => at > to).length;
    const [begin, end] = [stored[0], stored.at(-1)];
    if (!begin || !end || (before >= nearby && after >= nearby)) break;
    const wider = await readAround(sql, meter, Math.min(begin.at, first), Math.max(end.at, last));
    if (wider.length === stored.length) break;
    stored = wider;
  }
  return stored;
};

/** The same with all that tells which of them are dips: whatever is near, and neighbours where readings are rare. */
export const readWithDips = (sql: Sql | Transaction, meter: MeterKey, from: number, to: number): Promise<Reading[]> =>
  readNearby(sql, meter, from, to, 2 * dipWindowS);

/**
 * What `[from, to]` is judged by: neighbours, which nearly always is enough, or as `readWithDips` where the counter fell thereabouts.
 * `fellAt`: the meter's. `others`: what is not stored yet.
 */
export const readJudged = async (
  sql: Sql | Transaction,
  meter: MeterKey & { readonly fellAt: number | null },
  others: readonly Reading[],
  from: number,
  to: number,
): Promise<Reading[]> => {
  const { fellAt } = meter;
  if (fellAt !== null && fellAt >= from - 2 * dipWindowS) return readWithDips(sql, meter, from, to);
  // A fall of long ago can still be near where readings are rare.
  const stored = fellAt === null ? await readAround(sql, meter, from, to) : await readNearby(sql, meter, from, to, 0);
  const all = others.length === 0 ? stored : [...stored, ...others].sort((a, b) => a.at - b.at);
  return hasFall(all) ? readWithDips(sql, meter, from, to) : stored;
};

const dayOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);

/** Takes readings away, from open rows and packed days. What they closed is booked elsewhere. */
export const removeStored = async (sql: Transaction, meter: MeterKey, removed: readonly Reading[]): Promise<void> => {
  if (removed.length === 0) return;
  await sql`select private.remove_open_readings(${meter.household}, ${meter.id}, ${pgArray(removed.map(({ at }) => at))})`;
  const going = new Set(removed.map(({ at }) => at));
  for (const day of new Set(removed.map(({ at }) => dayOf(at)))) {
    const packed = await readPackedDay(sql, meter, day);
    const left = packed.filter(({ at }) => !going.has(at));
    if (left.length === packed.length) continue;
    const columns = [meter.household, meter.id, day, ...packedColumns(day, left)];
    await sql.unsafe('select private.repack_day($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)', columns);
  }
};

// A UTC day's readings as the columns of `packed_days`, in the order that `close_day` and `repack_day` take them.

const arrayOrNull = (values: readonly number[] | null): string | null => (values === null ? null : pgArray(values));

/** `day`: the UTC date; `readings` are sorted by `at`, all of one kind. */
export const packedColumns = (day: string, readings: readonly Reading[]): (number | string | null)[] => {
  const packed = packDay(Date.parse(`${day}T00:00:00Z`) / 1000, readings);
  return [
    packed.n,
    packed.firstS,
    packed.stepS,
    arrayOrNull(packed.offsets),
    packed.firstValue,
    arrayOrNull(packed.deltas),
    packed.spanS,
    arrayOrNull(packed.spans),
    arrayOrNull(packed.sources),
  ];
};
