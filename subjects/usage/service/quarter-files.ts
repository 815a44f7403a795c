/** Every quarter-hour of a month, of each meter, as CSV or Parquet: read some days at a time, so that no more is in memory. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { SchemaElement } from 'hyparquet-writer';
import { factsOf, type Utility } from '#catalogue/index.ts';
import type { Database, Sql } from '#kernel/db.ts';
import { csvLine } from '#kernel/http/csv.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Person } from '#kernel/people/person.ts';
import { readUsageParquet, readUsageTable } from '../contract/usage-files.ts';

interface QuarterRow {
  /** Seconds. */
  readonly start: number;
  readonly meter: string;
  readonly device: string;
  readonly room: string;
  readonly utility: Utility;
  readonly flow: string;
  /** Wh or mL. */
  readonly used: number;
  readonly estimated: number;
}

interface Month {
  readonly household: string;
  readonly from: number;
  readonly to: number;
}

const perHour = { kind: 'usage-files', count: 120, seconds: 3600 };
const stepS = 2 * 86_400;

/** What a column holds, and how Parquet writes it. */
const columns: Readonly<
  Record<
    string,
    { readonly of: (row: QuarterRow) => string | Date | bigint; readonly type: Omit<SchemaElement, 'name'> }
  >
> = (() => {
  const required = { repetition_type: 'REQUIRED' } as const;
  const text = { ...required, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;
  const whole = { ...required, type: 'INT64' } as const;
  const instant = {
    ...whole,
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  } as const;
  return {
    start: { of: ({ start }) => new Date(start * 1000), type: instant },
    meter: { of: ({ meter }) => meter, type: text },
    device: { of: ({ device }) => device, type: text },
    room: { of: ({ room }) => room, type: text },
    utility: { of: ({ utility }) => utility, type: text },
    flow: { of: ({ flow }) => flow, type: text },
    used: { of: ({ used }) => BigInt(used), type: whole },
    estimated: { of: ({ estimated }) => BigInt(estimated), type: whole },
    unit: { of: ({ utility }) => factsOf(utility).base, type: text },
  };
})();

/** What no column says. */
const metadata = {
  'wattershed.start': 'UTC, the beginning of a quarter-hour',
  'wattershed.used': 'what passed the meter in it, in unit; of it estimated',
  'wattershed.flow': 'drawn, returned, produced, charged or discharged',
};

const monthOf = async (
  database: Pick<Database, 'asUser'>,
  person: Person,
  wished: string | undefined,
  month: string,
) => {
  const [home] = await database.asUser(
    person,
    (sql) => sql<(Month & Record<string, unknown>)[]>`
      select id as household, extract(epoch from (${`${month}-01`}::date)::timestamp at time zone time_zone)::float8 as "from",
        extract(epoch from (${`${month}-01`}::date + interval '1 month') at time zone time_zone)::float8 as "to"
      from public.households where id = coalesce(${wished ?? null}::uuid, private.my_first_household()) and id = any (private.my_households())`,
  );
  if (!home) throw new ProblemError('forbidden');
  return home;
};

async function* quartersOf(sql: Sql, { household, from, to }: Month): AsyncGenerator<QuarterRow[]> {
  for (let at = from; at < to; at += stepS) {
    const until = Math.min(at + stepS, to);
    const rows = await sql<(QuarterRow & Record<string, unknown>)[]>`
      select * from private.push_quarters(${household}, ${new Date(at * 1000)}, ${new Date(until * 1000)})`;
    if (rows.length > 0) yield rows;
  }
}

async function* tableOf(parts: AsyncIterable<QuarterRow[]>): AsyncGenerator<string> {
  yield `\ufeff${csvLine(Object.keys(columns))}`;
  for await (const rows of parts)
    yield rows.map((row) => csvLine(Object.values(columns).map(({ of }) => of(row)))).join('');
}

/** Packed as it is read: a month of a home is some hundred kilobytes. */
const parquetOf = async (parts: AsyncIterable<QuarterRow[]>): Promise<Buffer> => {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: [
      { name: 'root', num_children: Object.keys(columns).length },
      ...Object.entries(columns).map(([name, { type }]) => ({ name, ...type })),
    ],
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    createdBy: 'wattershed',
  });
  for await (const rows of parts)
    await parquet.write({
      columnData: Object.entries(columns).map(([name, { of }]) => ({ name, data: rows.map(of) })),
      rowGroupSize: rows.length,
    });
  await parquet.finish();
  return Buffer.from(writer.getBuffer());
};

export const usageFileRoutes = ({
  serve,
  database,
  takeAllowance,
}: Pick<Kernel, 'serve' | 'database' | 'takeAllowance'>): void => {
  const open = async (person: Person, wished: string | undefined, month: string) => {
    await takeAllowance(perHour, person.sub);
    return quartersOf(database.engine, await monthOf(database, person, wished, month));
  };
  const send = (reply: FastifyReply, type: string, name: string, body: Readable | Buffer) =>
    reply.type(type).header('content-disposition', `attachment; filename="usage-${name}"`).send(body);

  serve(readUsageTable, async ({ person, query: { household, month }, reply }) =>
    send(
      reply,
      'text/csv; charset=utf-8',
      `${month}.csv`,
      Readable.from(tableOf(await open(person, household, month))),
    ),
  );
  serve(readUsageParquet, async ({ person, query: { household, month }, reply }) =>
    send(
      reply,
      readUsageParquet.answer.type,
      `${month}.parquet`,
      await parquetOf(await open(person, household, month)),
    ),
  );
};
