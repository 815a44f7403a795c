/** Every reading of a period as CSV or Parquet, meter after meter: read a day at a time, so that no more is in memory. */
import { factsOf, type Utility } from '#catalogue/index.ts';
import type { Database, Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { columnTypes, sendTable, type TableColumns } from '#kernel/http/table-file.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Person } from '#kernel/people/person.ts';
import { maxReadingDays, readReadingParquet, readReadingTable } from '../contract/reading-files.ts';
import { type Piece, piecesOf } from '../domain/meter-use.ts';
import { type Reading, source as sources } from '../domain/reading.ts';
import { readJudged } from './ingest/index.ts';

interface Meter {
  readonly household: string;
  readonly id: number;
  readonly meter: string;
  readonly device: string;
  readonly room: string;
  readonly utility: Utility;
  readonly flow: string;
  readonly maxPerHour: number;
  readonly maxGapS: number;
  readonly rollsOverAt: number | null;
  readonly fellAt: number | null;
}

/** What was not believed: kept apart, or with the others and in no sum. */
interface Quarantined {
  readonly at: number;
  readonly value: number;
  readonly span_s: number | null;
}

interface ReadingRow extends Meter {
  /** Seconds; of an amount, when it begins. */
  readonly at: number;
  readonly until: number | null;
  /** What a counter shows; null: it is an amount. */
  readonly register: number | null;
  /** What passed since the reading before, or in the time of an amount; null: nobody knows. */
  readonly amount: number | null;
  readonly quality: 'measured' | 'estimated' | 'quarantined';
  readonly source: string;
}

const { text, wholeOrNone, instant } = columnTypes;
const orNone = (value: number | null): bigint | null => (value === null ? null : BigInt(value));
const columns: TableColumns<ReadingRow> = {
  time: { of: ({ at }) => new Date(at * 1000), type: instant },
  until: {
    of: ({ until }) => (until === null ? null : new Date(until * 1000)),
    type: { ...instant, repetition_type: 'OPTIONAL' },
  },
  meter: { of: ({ meter }) => meter, type: text },
  device: { of: ({ device }) => device, type: text },
  room: { of: ({ room }) => room, type: text },
  utility: { of: ({ utility }) => utility, type: text },
  flow: { of: ({ flow }) => flow, type: text },
  register: { of: ({ register }) => orNone(register), type: wholeOrNone },
  amount: { of: ({ amount }) => orNone(amount), type: wholeOrNone },
  quality: { of: ({ quality }) => quality, type: text },
  source: { of: ({ source }) => source, type: text },
  unit: { of: ({ utility }) => factsOf(utility).base, type: text },
};

const metadata = {
  'wattershed.time': 'UTC; of an amount its beginning, and `until` its end',
  'wattershed.register': 'what a counter showed, in unit',
  'wattershed.amount': 'what passed since the reading before, or from time until until, in unit',
  'wattershed.quality':
    'measured; estimated: over so long a silence that nobody knows when; quarantined: not believed, and in no sum',
  'wattershed.source': 'measured, imported, simulated, typed; quarantined readings keep none',
};

const dayS = 86_400;
const perHour = { kind: 'reading-files', count: 60, seconds: 3600 };

interface Period {
  readonly from: number;
  readonly to: number;
}

interface Asked {
  readonly household?: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly meter?: string | undefined;
}

/** As the person may see it: the period by the home's clock, and its meters. */
const openPeriod = async (database: Pick<Database, 'asUser'>, person: Person, { household, from, to, meter }: Asked) =>
  database.asUser(person, async (sql) => {
    const [home] = await sql<(Period & { household: string } & Record<string, unknown>)[]>`
      select id as household, extract(epoch from ${from}::date::timestamp at time zone time_zone)::float8 as "from",
        extract(epoch from ${to}::date::timestamp at time zone time_zone)::float8 as "to"
      from public.households where id = coalesce(${household ?? null}::uuid, private.my_first_household()) and id = any (private.my_households())`;
    if (!home) throw new ProblemError('forbidden');
    const meters = await sql<(Meter & Record<string, unknown>)[]>`
      select m.household_id as household, m.id::float8, m.key as meter, d.name as device, d.room, m.utility, m.flow, m.max_per_hour::float8 as "maxPerHour", m.max_gap_s as "maxGapS",
        m.rolls_over_at::float8 as "rollsOverAt", extract(epoch from s.fell_at)::float8 as "fellAt"
      from public.meters m join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
      join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id
      where m.household_id = ${home.household} and (${meter ?? null}::text is null or m.key = ${meter ?? null})
      order by m.id`;
    return { from: home.from, to: home.to, household: home.household, meters };
  });

const sourceNames = new Map(Object.entries(sources).map(([name, code]) => [code as number, name]));

/** Of one meter and day: what is kept, and what was not believed. */
const readDay = async (
  sql: Sql,
  meter: Meter,
  quarantined: readonly Quarantined[],
  { from, to }: Period,
): Promise<ReadingRow[]> => {
  const kept = await readJudged(sql, meter, [], from, to - 1);
  const doubted = quarantined.filter(({ at }) => at >= from && at < to);
  const isDoubtedAt = new Set(doubted.map(({ at }) => at));
  const pieces = new Map(
    piecesOf(kept, meter).map((piece): [number, Piece] => [kept[0]?.spanS === null ? piece.to : piece.from, piece]),
  );
  const rowOf = (
    { at, value, spanS }: Pick<Reading, 'at' | 'value' | 'spanS'>,
    rest: Pick<ReadingRow, 'amount' | 'quality' | 'source'>,
  ): ReadingRow => ({
    ...meter,
    at,
    until: spanS === null ? null : at + spanS,
    register: spanS === null ? value : null,
    ...rest,
  });
  const known = kept
    .filter(({ at }) => at >= from && at < to)
    .map((reading) => {
      const piece = pieces.get(reading.at);
      const isDoubted = isDoubtedAt.has(reading.at);
      return rowOf(reading, {
        amount: isDoubted || piece === undefined ? null : piece.used,
        quality: isDoubted ? 'quarantined' : piece?.estimated ? 'estimated' : 'measured',
        source: sourceNames.get(reading.source) ?? '',
      });
    });
  const seen = new Set(known.map(({ at }) => at));
  const alone = doubted
    .filter(({ at }) => !seen.has(at))

    .map(({ at, value, span_s: spanS }) =>
      rowOf({ at, value, spanS }, { amount: null, quality: 'quarantined', source: '' }),
    );
  return alone.length === 0 ? known : [...known, ...alone].sort((a, b) => a.at - b.at);
};

async function* readingsOf(
  sql: Sql,
  { household, from, to, meters }: Period & { household: string; meters: readonly Meter[] },
): AsyncGenerator<ReadingRow[]> {
  for (const meter of meters) {
    const quarantined = (await sql`
      select * from private.quarantined_of(${household}, ${meter.id})`) as unknown as Quarantined[];
    for (let at = from; at < to; at += dayS) {
      const rows = await readDay(sql, meter, quarantined, { from: at, to: Math.min(at + dayS, to) });
      if (rows.length > 0) yield rows;
    }
  }
}

export const readingFileRoutes = ({
  serve,
  database,
  takeAllowance,
}: Pick<Kernel, 'serve' | 'database' | 'takeAllowance'>): void => {
  const open = async (person: Person, asked: Asked) => {
    const days = (Date.parse(asked.to) - Date.parse(asked.from)) / (dayS * 1000);
    if (days <= 0) throw new ProblemError('query-invalid', 'to: must be after from');
    if (days > maxReadingDays) throw new ProblemError('query-invalid', `to: at most ${maxReadingDays} days after from`);
    await takeAllowance(perHour, person.sub);
    return { columns, metadata, parts: readingsOf(database.engine, await openPeriod(database, person, asked)) };
  };
  const nameOf = ({ from, to }: Asked): string => `readings-${from}-${to}`;
  serve(readReadingTable, async ({ person, query, reply }) =>
    sendTable(reply, 'csv', nameOf(query), await open(person, query)),
  );
  serve(readReadingParquet, async ({ person, query, reply }) =>
    sendTable(reply, 'parquet', nameOf(query), await open(person, query)),
  );
};
