/** A day at five minutes: readings unpacked and spread, by room or device, net of the meters inside. */
import type { Sql } from '#kernel/db.ts';
import { type Piece, piecesOf, QUARTER_S, quarterOf } from '#subjects/readings/domain/meter-use.ts';
import type { Flow } from '#catalogue/index.ts';
import { dayBounds, zoneOffsets } from '#catalogue/zone-clock.ts';
import { unseenSign } from '#subjects/readings/domain/meter-tree.ts';
import { source } from '#subjects/readings/domain/reading.ts';
import { readJudged } from '#subjects/readings/service/ingest/index.ts';
import type { UsageAnswer, UsageQuery, UsageRow } from '../contract/usage.ts';

const stepS = 300;

interface CurvePart {
  head: string;
  utility: UsageRow['utility'] | null;
  room: string;
  device_id: string;
  source_household: string;
  source_meter: number;
  flow: Flow;
  sign: number;
  is_root: boolean;
  /** What it holds for: whole quarter-hours. */
  since: number;
  until: number;
  max_per_hour: number;
  max_gap_s: number;
  rolls_over_at: number | null;
  kept_from: number | null;
  fell_at: number | null;
}

interface QuarterRow {
  start: number;
  used: number;
  estimated: number;
  imported: number;
}

/** What of `piece` was used until `at`: whole, as in `spread`, so that five minutes sum to their quarter-hour. */
const usedUntil = (piece: Piece, at: number): number =>
  at === piece.to ? piece.used : Math.trunc(piece.used * ((at - piece.from) / (piece.to - piece.from)));

/** A quarter-hour whose readings are forgotten, as even use. */
const piecesOfQuarter = ({ start, used, estimated, imported }: QuarterRow): Piece[] => {
  const how = { from: start, to: start + QUARTER_S, source: imported === 0 ? source.measured : source.imported };
  const measured = { ...how, used: used - estimated, estimated: false };
  return estimated === 0 ? [measured] : [measured, { ...how, used: estimated, estimated: true }];
};

const cutAt = (piece: Piece, at: number): Piece =>
  piece.from >= at ? piece : { ...piece, from: at, used: piece.used - usedUntil(piece, at) };

/** From readings; and from quarter-hours where readings are not kept any more, until the one in which those that are begin. */
const piecesBetween = async (sql: Sql, part: CurvePart, from: number, to: number): Promise<Piece[]> => {
  const { source_household: household, source_meter: id, kept_from: keptFrom } = part;
  const limits = { maxPerHour: part.max_per_hour, maxGapS: part.max_gap_s, rollsOverAt: part.rolls_over_at };
  const readings = await readJudged(sql, { household, id, fellAt: part.fell_at }, [], from, to);
  const pieces = piecesOf(readings, limits);
  if (keptFrom === null || from >= keptFrom + QUARTER_S) return pieces;
  const first = readings.find(({ at }) => at >= keptFrom)?.at ?? to;
  const cut = quarterOf(first) + QUARTER_S;
  const quarters = await sql<QuarterRow[]>`
    select * from private.packed_quarters(${household}, ${id}, ${from}, ${Math.min(to, cut)})`;
  return [
    ...quarters.flatMap(piecesOfQuarter),
    ...pieces.filter((piece) => piece.to > cut).map((piece) => cutAt(piece, cut)),
  ];
};

const rowOf = (part: CurvePart, by: readonly string[], start: number): UsageRow => ({
  start: new Date(start * 1000).toISOString().replace('.000Z', 'Z'),
  utility: part.utility as UsageRow['utility'],
  ...(by.includes('room') ? { room: part.room } : {}),
  ...(by.includes('device') ? { deviceId: part.device_id } : {}),
  used: 0,
  estimated: 0,
  imported: 0,
  coveredS: 0,
});

/** Adds `piece`'s share of each five minutes of `[from, to)`. */
const addPiece = (
  rows: Map<number, UsageRow>,
  part: CurvePart,
  by: readonly string[],
  piece: Piece,
  { from, to, unseen }: { readonly from: number; readonly to: number; readonly unseen: readonly UnseenDay[] },
): void => {
  const begin = Math.max(piece.from, from);
  const end = Math.min(piece.to, to);
  for (let start = begin - (begin % stepS); start < end; start += stepS) {
    let row = rows.get(start);
    if (!row) {
      row = rowOf(part, by, start);
      rows.set(start, row);
    }
    const first = Math.max(start, begin);
    const last = Math.min(start + stepS, end);
    const isUnseen = unseen.some((day) => start >= day.from && start < day.to);
    const sign = isUnseen && unseenSign({ flow: part.flow }) === 0 ? 0 : part.sign;
    const used = sign * (usedUntil(piece, last) - usedUntil(piece, first));
    row.used += used;
    if (isUnseen && part.is_root) row.atLeast = true;
    if (piece.estimated) row.estimated += used;
    else if (part.sign > 0 && part.flow === 'drawn') row.coveredS += last - first;
    if (piece.source === source.imported) row.imported += used;
  }
};

type Home = Pick<UsageAnswer, 'household' | 'timeZone'>;

interface UnseenDay {
  readonly utility: string;
  readonly from: number;
  readonly to: number;
}

/** The days on which something was made that no meter saw. */
const readUnseen = async (sql: Sql, { household, timeZone }: Home, from: number, to: number): Promise<UnseenDay[]> => {
  const days = await sql<{ utility: string; day: string }[]>`
    select utility, day::text from private.unseen_days(${household},
      (to_timestamp(${from}) at time zone ${timeZone})::date, (to_timestamp(${to}) at time zone ${timeZone})::date + 1)`;
  const offsetAt = zoneOffsets(timeZone);
  return days.map(({ utility, day }) => {
    const [begin, end] = dayBounds(Date.parse(day) / 1000, offsetAt);
    return { utility, from: begin, to: end };
  });
};

const groupOf = (part: CurvePart, by: readonly string[]): string =>
  `${part.utility} ${by.includes('room') ? part.room : ''} ${by.includes('device') ? part.device_id : ''}`;

/** What a meter adds to a group and what is taken away again for the meter above it, together: most cancel out, and need not be read. */
const netParts = (parts: readonly CurvePart[], by: readonly string[]): CurvePart[] => {
  const net = new Map<string, CurvePart>();
  for (const part of parts) {
    if (part.utility === null) continue;
    const key = `${groupOf(part, by)} ${part.source_meter}`;
    net.set(key, { ...part, sign: (net.get(key)?.sign ?? 0) + part.sign });
  }
  return [...net.values()].filter(({ sign }) => sign !== 0);
};

export const readCurve = async (sql: Sql, userId: string, query: UsageQuery): Promise<string | null> => {
  const household = query.household ?? null;
  const parts =
    (await sql`select * from private.curve_parts(${userId}, ${household}, ${query.device ?? null})`) as unknown as CurvePart[];
  const [first] = parts;
  if (!first) return null;
  const [bounds] = await sql<{ from: number; to: number }[]>`
    select extract(epoch from ${instantOf(sql, userId, household, query.from)})::bigint as from,
      extract(epoch from ${instantOf(sql, userId, household, query.to)})::bigint as to`;
  const { from, to } = bounds as { from: number; to: number };
  const unseen = await readUnseen(sql, JSON.parse(`${first.head}}`) as Home, from, to);
  const by = query.by.split(',');
  const times = [
    from,
    ...new Set(parts.flatMap(({ since, until }) => [since, until]).filter((at) => at > from && at < to)),
    to,
  ].sort((a, b) => a - b);
  const wanted = times.slice(1).map((end, i) => {
    const begin = times[i] as number;
    return {
      begin,
      end,
      parts: netParts(
        parts.filter(({ since, until }) => since < end && until > begin),
        by,
      ),
    };
  });
  const sources = new Map(wanted.flatMap((time) => time.parts.map((part) => [part.source_meter, part])));
  const known = new Map(
    await Promise.all(
      [...sources].map(async ([meter, part]): Promise<[number, Piece[]]> => {
        return [meter, await piecesBetween(sql, part, from, to)];
      }),
    ),
  );
  const groups = new Map<string, Map<number, UsageRow>>();
  for (const { begin, end, parts: some } of wanted)
    for (const part of some) {
      const rows = groups.get(groupOf(part, by)) ?? new Map<number, UsageRow>();
      groups.set(groupOf(part, by), rows);
      const span = { from: begin, to: end, unseen: unseen.filter(({ utility }) => utility === part.utility) };
      for (const piece of known.get(part.source_meter) ?? []) addPiece(rows, part, by, piece, span);
    }
  const rows = [...groups.values()]
    .flatMap((group) => [...group.values()])
    .map((row) => (row.atLeast ? { ...row, used: Math.max(0, row.used) } : row))
    .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  return `${first.head},"bucket":"5m","rows":${JSON.stringify(rows)}}`;
};

// The ends of a period as a person names them: local days, or instants.

export const isDay = (text: string): boolean => text.length === 10;

/** A local day means its first instant in the household's zone. */
export const instantOf = (sql: Sql, userId: string, household: string | null, text: string) =>
  isDay(text) ? sql`private.local_midnight(${userId}, ${household}, ${text})` : sql`${text}::timestamptz`;
