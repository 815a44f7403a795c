/** Rows as a file for other programs, CSV or Apache Parquet: sent in parts as they are read, so that no more is in memory. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { SchemaElement } from 'hyparquet-writer';
import { csvLine } from './csv.ts';

type Cell = string | Date | bigint | null;

/** What a column holds, and how Parquet writes it. */
export type TableColumns<Row> = Readonly<
  Record<string, { readonly of: (row: Row) => Cell; readonly type: Omit<SchemaElement, 'name'> }>
>;

export interface TableFile<Row> {
  readonly columns: TableColumns<Row>;
  /** What no column says; Parquet keeps it with the file. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly parts: AsyncIterable<readonly Row[]>;
}

const required = { repetition_type: 'REQUIRED' } as const;
const whole = { ...required, type: 'INT64' } as const;
export const columnTypes = {
  text: { ...required, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  whole,
  wholeOrNone: { repetition_type: 'OPTIONAL', type: 'INT64' },
  instant: {
    ...whole,
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
} as const satisfies Record<string, Omit<SchemaElement, 'name'>>;

async function* csvOf<Row>({ columns, parts }: TableFile<Row>): AsyncGenerator<string> {
  yield `\ufeff${csvLine(Object.keys(columns))}`;
  for await (const rows of parts)
    yield rows.map((row) => csvLine(Object.values(columns).map(({ of }) => of(row)))).join('');
}

async function* parquetOf<Row>({ columns, metadata, parts }: TableFile<Row>): AsyncGenerator<Buffer> {
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
  /** What is written so far, of which nothing is kept but where it lies. */
  const taken = (): Buffer => {
    const bytes = Buffer.from(writer.getBytes());
    writer.index = 0;
    return bytes;
  };
  for await (const rows of parts) {
    await parquet.write({
      columnData: Object.entries(columns).map(([name, { of }]) => ({ name, data: rows.map(of) })),
      rowGroupSize: rows.length,
    });
    yield taken();
  }
  await parquet.finish();
  yield taken();
}

/** `name`: of the file, without its ending. */
export const sendTable = <Row>(
  reply: FastifyReply,
  kind: 'csv' | 'parquet',
  name: string,
  table: TableFile<Row>,
): FastifyReply =>
  reply
    .type(kind === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.apache.parquet')
    .header('content-disposition', `attachment; filename="${name}.${kind}"`)
    .send(Readable.from(kind === 'csv' ? csvOf(table) : parquetOf(table)));
