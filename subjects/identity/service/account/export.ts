/** Everything that is a person's own, as a ZIP that is made while it is sent. */
import { Readable } from 'node:stream';
import { exportAccount } from '../../contract/account.ts';
import { source } from '#subjects/readings/domain/reading.ts';
import { ZipFile } from 'yazl';
import type { TakeAllowance } from '#kernel/http/client-address.ts';
import { csvLine, csvOf } from '#kernel/http/csv.ts';
import type { Claims, Database, Sql } from '#kernel/db.ts';
import type { Person } from '#kernel/people/person.ts';
import type { Serve } from '#kernel/http/serve.ts';
import { type MeterKey, readAround } from '#subjects/readings/service/ingest/index.ts';

const daySeconds = 86_400;
const perDay = { kind: 'export', count: 10, seconds: daySeconds };
const sourceNames = new Map(Object.entries(source).map(([name, value]) => [value as number, name]));

interface ExportedDocument {
  readonly path: string;
  readonly addedAt: Date;
  open(): Promise<Readable>;
}

export interface ExportDeps {
  readonly database: Database;
  readonly takeAllowance: TakeAllowance;
  /** Asked with the header by which the person came: a hosted storage wants to see it too. */
  readonly documents?: ((person: Claims, authorization: string) => Promise<readonly ExportedDocument[]>) | null;
  readonly now: () => number;
}

export const exportRoutes = (serve: Serve, deps: ExportDeps): void => {
  serve(exportAccount, async ({ person, request, reply }) => {
    await deps.takeAllowance(perDay, person.sub);
    const { engine } = deps.database;
    const behindFunctions = [await readWaysToSignIn(engine, person), ...(await readOwnWriting(engine, person))];
    const tables = [...(await readOwnTables(deps.database, person)), ...behindFunctions];
    const documents = (await deps.documents?.(person, request.headers.authorization ?? '')) ?? [];
    const day = new Date(deps.now()).toISOString().slice(0, 10);
    const gone = new AbortController();
    request.raw.on('close', () => gone.abort());
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="wattershed-${day}.zip"`)
      .send(zipOf(deps, person, { tables, documents }, gone.signal));
  });
};

interface Own {
  readonly tables: readonly OwnTable[];
  readonly documents: readonly ExportedDocument[];
}

const zipOf = (deps: ExportDeps, person: Person, { tables, documents }: Own, gone: AbortSignal): Readable => {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // What breaks off ends this export: nobody else would hear of it, and the service would end with it.
  const whole = (part: Readable): Readable => part.on('error', (error) => output.destroy(error));
  zip.on('error', (error) => output.destroy(error as Error));
  const add = (name: string, text: string): void => zip.addBuffer(Buffer.from(text), name);
  add('about.json', JSON.stringify(aboutOf(deps, person, tables), null, 2));
  for (const { name, columns, rows } of tables) {
    add(`tables/${name}.json`, JSON.stringify(rows, null, 2));
    add(`tables/${name}.csv`, csvOf(columns, rows));
  }
  for (const meter of tables.find(({ name }) => name === 'meters')?.rows ?? []) {
    const { id, key, household_id } = meter as { id: number; key: string; household_id: string };
    zip.addReadStreamLazy(`readings/${household_id}/${key}.csv`, (opened) =>
      opened(null, whole(Readable.from(readingLines(deps, { household: household_id, id }, gone)))),
    );
  }
  for (const document of documents) {
    zip.addReadStreamLazy(`documents/${document.path}`, { mtime: document.addedAt }, (opened) => {
      document.open().then(
        (content) => opened(null, whole(content)),
        (error: Error) => output.destroy(error),
      );
    });
  }
  zip.end();
  return output;
};

const aboutOf = ({ now }: ExportDeps, person: Person, tables: readonly OwnTable[]) => ({
  madeAt: new Date(now()).toISOString(),
  userId: person.sub,
  units: 'Readings: Wh or mL. A counter shows a total; an amount was used in the seconds before its instant (span_s).',
  tables: Object.fromEntries(tables.map(({ name, rows }) => [name, rows.length])),
});

/** A meter's readings month by month, so that no more than a month is in memory. */
async function* readingLines(
  { database, now }: ExportDeps,
  meter: MeterKey,
  gone: AbortSignal,
): AsyncGenerator<string> {
  yield csvLine(['at', 'value', 'span_s', 'source']);
  const { engine } = database;
  let [from] = await readAround(engine, meter, 0, 1).then((readings) => readings.map(({ at }) => at));
  const end = Math.floor(now() / 1000) + daySeconds;
  while (from !== undefined && from < end && !gone.aborted) {
    const to: number = from + 30 * daySeconds;
    const begin = from;
    const around = await readAround(engine, meter, begin, to - 1);
    const lines = around
      .filter(({ at }) => at >= begin && at < to)
      .map(({ at, value, spanS, source: by }) =>
        csvLine([new Date(at * 1000).toISOString(), value, spanS, sourceNames.get(by)]),
      );
    if (lines.length > 0) yield lines.join('');
    // The neighbour after the span says where readings go on, however long the silence.
    from = around.find(({ at }) => at >= to)?.at;
  }
}

/** What of the database is a person's own, table by table, read under their own policies. */

/** Tables that name a person: the column that says whose row it is. */
const personal: Readonly<Record<string, string>> = {
  profiles: 'user_id',
  household_members: 'user_id',
  administrators: 'user_id',
  account_endings: 'user_id',
  faq_requests: 'user_id',
  notice_ways: 'user_id',
  notice_wishes: 'user_id',
  notice_quiet_hours: 'user_id',
};

/** Rows that are kept for speed and say nothing that the readings do not; and invitations, which go with what one wrote to others. */
const leftOut = new Set(['meter_parts', 'usage_gap', 'household_invitations']);

interface OwnTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly Record<string, unknown>[];
}

interface ReadableTable {
  name: string;
  columns: string[];
  of_household: boolean;
}

/** Every row that is this person's, or their household's, in the columns that they may read. */
export const readOwnTables = (database: Pick<Database, 'asUser'>, person: Claims): Promise<OwnTable[]> =>
  database.asUser(person, async (sql) => {
    const tables = await sql<ReadableTable[]>`
      select table_name as name, json_agg(column_name order by ordinal_position) as columns,
        bool_or(column_name = 'household_id') as of_household
      from information_schema.columns c
      where table_schema = 'public' and has_column_privilege('authenticated', format('public.%I', table_name), column_name, 'select')
      group by table_name order by table_name`;
    const own: OwnTable[] = [];
    for (const { name, columns, of_household } of tables) {
      if (leftOut.has(name)) continue;
      const owner = personal[name];
      if (owner === undefined && !of_household && name !== 'households') continue;
      const mine = owner === undefined ? sql`` : sql`where ${sql(owner)} = ${person.sub}`;
      const rows = await sql<Record<string, unknown>[]>`select ${sql(columns)} from ${sql(`public.${name}`)} ${mine}`;
      own.push({ name, columns, rows: [...rows] });
    }
    return own;
  });

/** What they wrote to others: posts, replies, likes, reports, messages, invitations. Tables that are written by functions alone. */
export const readOwnWriting = async (sql: Sql, { sub }: Claims): Promise<OwnTable[]> => {
  const lines = await sql<{ name: string; line: Record<string, unknown> }[]>`
    select name, line from private.own_writing(${sub})`;
  const names = [...new Set(lines.map(({ name }) => name))];
  return names.map((name) => {
    const rows = lines.filter((one) => one.name === name).map(({ line }) => line);
    return { name, columns: Object.keys(rows[0] ?? {}), rows };
  });
};

const waysColumns = ['provider', 'address', 'since', 'last_used_at'];

/** By which ways they sign in: no passwords, no tokens, and of another provider not its number for them. */
export const readWaysToSignIn = async (sql: Sql, { sub }: Claims): Promise<OwnTable> => {
  const rows = await sql<Record<string, unknown>[]>`select ${sql(waysColumns)} from private.ways_to_sign_in(${sub})`;
  return { name: 'ways_to_sign_in', columns: waysColumns, rows: [...rows] };
};
