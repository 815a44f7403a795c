/** `/rest/v1`: tables as supabase-js asks for them, each question one statement under the policies of whoever asks. */
import { setTimeout } from 'node:timers/promises';
import { errors, jwtVerify } from 'jose';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { isConnectionError, isUndone } from '#kernel/db.ts';
import { bodyFault, unkeptText } from '#kernel/http/sayable.ts';
import { type BackendLog, createFaultLog } from '#kernel/postgres/backend-error.ts';
import { type DatabaseError, postgrestError, statusOfSqlState, TableError, tablesUnavailable } from './table-errors.ts';
import { type Question, readQuestion, type Rows } from './table-question.ts';
import {
  type Change,
  type InsertBatch,
  readTableCatalogue,
  type Statement,
  type TableCatalogue,
  writeStatement,
} from './table-statement.ts';

export interface TablesOptions {
  /** As the login that may become anon or authenticated. */
  readonly url: string;
  readonly jwtSecret: string;
  readonly anonKey: string;
  readonly issuer: string;
  /** Whether a token's session has not been ended meanwhile. */
  readonly isLive: (session: string) => Promise<boolean>;
  readonly log: BackendLog;
  readonly timeOutMs?: number;
}

export interface Tables {
  fetch(request: Request): Promise<Response>;
  stop(): Promise<void>;
}

type Claims = Readonly<Record<string, unknown>>;

const maxBodyBytes = 1024 * 1024;
const maxRows = 1000;
const maxConnections = 8;
const maxTurns = 4;

/** Values go as they are written, whatever the driver thinks of their type. */
const asGiven = (value: unknown) => value;
const untouched = Object.fromEntries(
  [16, 17, 20, 21, 23, 25, 26, 114, 700, 701, 1082, 1114, 1184, 3802].map((oid) => [
    `t${oid}`,
    { to: oid, from: [], serialize: asGiven, parse: asGiven },
  ]),
);

const refused = (message: string, code = 'PGRST301'): TableError => new TableError(401, code, message);

/** How an answer is wanted. */
interface Wish {
  readonly kind: 'rows' | 'one' | 'csv';
  readonly isStripped: boolean;
}

const wishOf = (accept: string): Wish => {
  for (const part of (accept || '*/*').split(',')) {
    const [type = '', ...rest] = part.trim().toLowerCase().split(';');
    const isStripped = rest.some((one) => one.trim() === 'nulls=stripped');
    if (type === 'application/vnd.pgrst.object+json') return { kind: 'one', isStripped };
    if (type === 'application/vnd.pgrst.array+json') return { kind: 'rows', isStripped };
    if (type === 'text/csv') return { kind: 'csv', isStripped: false };
    if (['*/*', 'application/*', 'application/json', ''].includes(type)) return { kind: 'rows', isStripped: false };
  }
  throw new TableError(406, 'PGRST107', `None of these media types are available: ${accept.slice(0, 100)}`);
};

const types: Readonly<Record<Wish['kind'], string>> = {
  rows: 'application/json; charset=utf-8',
  one: 'application/vnd.pgrst.object+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

type Row = Readonly<Record<string, unknown>>;
const isRow = (one: unknown): one is Row => typeof one === 'object' && one !== null && !Array.isArray(one);
const badBody = (words = 'Empty or invalid json'): TableError => new TableError(400, 'PGRST102', words);

const rowsIn = async (request: Request): Promise<Row[]> => {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > maxBodyBytes) throw new TableError(413, 'request_too_large', 'The request is too large.');
  const text = new TextDecoder().decode(bytes);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw badBody();
  }
  if (bodyFault(body)?.endsWith(unkeptText)) throw new TableError(400, '22P05', unkeptText);
  const rows = Array.isArray(body) ? body : [body];
  if (!rows.every(isRow)) throw badBody('All rows must be JSON objects');
  return rows;
};

/** Rows that name the same columns are written together; where defaults are wanted, others beside them. */
const batchesOf = (
  rows: readonly Row[],
  columns: readonly string[] | undefined,
  wantsDefaults: boolean,
): InsertBatch[] => {
  const keysOf = (row: Row): string[] => Object.keys(row).filter((key) => columns?.includes(key) ?? true);
  if (columns && !wantsDefaults) return [{ columns, body: JSON.stringify(rows) }];
  const batches = new Map<string, Row[]>();
  for (const row of rows) {
    const name = JSON.stringify(keysOf(row).toSorted());
    batches.set(name, [...(batches.get(name) ?? []), row]);
  }
  if (batches.size > 1 && !wantsDefaults) throw badBody('All object keys must match');
  // A row of defaults alone is made one at a time.
  return [...batches].flatMap(([name, alike]): InsertBatch[] =>
    name === '[]'
      ? alike.map(() => ({ columns: [], body: '' }))
      : [{ columns: JSON.parse(name), body: JSON.stringify(alike) }],
  );
};

interface Asked {
  readonly statement: Statement;
  readonly wish: Wish;
  readonly isRead: boolean;
  readonly isTold: boolean;
  readonly offset: number;
  readonly isCounted: boolean;
  readonly method: string;
}

interface Told {
  readonly shown: number;
  readonly body: string;
  readonly total: number | null;
}

type Prefer = (wish: string) => boolean;
const prefers = (request: Request): Prefer => {
  const said = (request.headers.get('prefer') ?? '').split(',').map((one) => one.trim());
  return (wish) => said.includes(wish);
};

/** Throws PGRST106, PGRST202, PGRST205. */
const tableIn = (request: Request, catalogue: TableCatalogue): string => {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const profile = request.headers.get(isRead ? 'accept-profile' : 'content-profile');
  if (profile !== null && profile !== 'public') {
    const hint = 'Only the following schemas are exposed: public';
    throw new TableError(406, 'PGRST106', `Invalid schema: ${profile.slice(0, 60)}`, null, hint);
  }
  const table = decodeURIComponent(new URL(request.url).pathname.slice('/rest/v1/'.length));
  const missing = (what: string, code: string): TableError =>
    new TableError(404, code, `Could not find the ${what} in the schema cache`);
  if (table.startsWith('rpc/')) throw missing(`function public.${table.slice(4, 64)}`, 'PGRST202');
  if (!catalogue.tables.has(table)) throw missing(`table 'public.${table.slice(0, 60)}'`, 'PGRST205');
  return table;
};

/** `0-9`, or from one on. Throws PGRST103. */
const takeRange = (rows: Rows, header: string | null): void => {
  const range = /^(\d+)-(\d*)$/.exec(header ?? '');
  if (!range) return;
  rows.offset = Number(range[1]);
  if (range[2]) rows.limit = Math.min(rows.limit ?? Number.MAX_SAFE_INTEGER, Number(range[2]) - rows.offset + 1);
  if ((rows.limit ?? 1) < 0)
    throw outOfRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.');
};

/** Null: nothing is to be done. */
const changeIn = async (request: Request, { columns }: Question, prefer: Prefer): Promise<Change | null> => {
  if (request.method === 'DELETE') return { kind: 'delete' };
  if (request.method === 'POST') {
    const given = await rowsIn(request);
    const way = (['merge', 'ignore'] as const).find((one) => prefer(`resolution=${one}-duplicates`)) ?? null;
    const batches = batchesOf(given, columns, prefer('missing=default'));
    return given.length === 0 ? null : { kind: 'insert', batches, onDuplicate: way };
  }
  if (request.method !== 'PATCH') throw new TableError(405, 'PGRST117', 'Unsupported HTTP method');
  const [row = {}] = await rowsIn(request);
  const written = columns ?? Object.keys(row);
  return written.length === 0 ? null : { kind: 'update', body: JSON.stringify(row), columns: written };
};

/** Throws TableError. Null: nothing is to be done, and nothing to be told. */
const read = async (request: Request, catalogue: TableCatalogue): Promise<Asked | null> => {
  const { method } = request;
  const table = tableIn(request, catalogue);
  const wish = wishOf(request.headers.get('accept') ?? '');
  const prefer = prefers(request);
  const question = readQuestion(new URL(request.url).searchParams);
  const { rows } = question;
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead) takeRange(rows, request.headers.get('range'));
  const change = isRead ? undefined : await changeIn(request, question, prefer);
  if (change === null) return null;
  const isCounted = ['exact', 'planned', 'estimated'].some((how) => prefer(`count=${how}`));
  const isTold = isRead ? method === 'GET' : prefer('return=representation');
  const answer = isTold ? (wish.kind === 'csv' ? 'csv' : 'rows') : 'none';
  const { isStripped } = wish;
  const statement = writeStatement({
    catalogue,
    table,
    question,
    ...(change && { change }),
    answer,
    isStripped,
    isCounted,
    maxRows,
  });
  return { statement, wish, isRead, isTold, offset: rows.offset, isCounted, method };
};

const outOfRange = (details: string): TableError =>
  new TableError(416, 'PGRST103', 'Requested range not satisfiable', details);

const answerTo = (asked: Asked, { shown, body, total }: Told): Response => {
  const { wish, isRead, isTold, offset, isCounted, method } = asked;
  const wantsOne = wish.kind === 'one' && (isRead || isTold);
  if (wantsOne && shown !== 1) {
    const words = 'Cannot coerce the result to a single JSON object';
    throw new TableError(406, 'PGRST116', words, `The result contains ${shown} rows`);
  }
  const whole = isCounted ? String(total) : '*';
  if (isRead && isCounted && offset > 0 && offset >= (total ?? 0))
    throw outOfRange(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  const span = shown === 0 || method === 'POST' || method === 'DELETE' ? '*' : `${offset}-${offset + shown - 1}`;
  const headers: Record<string, string> = { 'content-range': `${span}/${whole}` };
  if (isTold || isRead) headers['content-type'] = types[wish.kind];
  const isPart = isRead && isCounted && shown < (total ?? 0);
  const status = isRead ? (isPart ? 206 : 200) : method === 'POST' ? 201 : isTold ? 200 : 204;
  const text = wish.kind === 'one' ? body.slice(1, -1) : body;
  return new Response(isTold ? text : null, { status, headers });
};

export const startTables = async (options: TablesOptions): Promise<Tables> => {
  const { anonKey, issuer, isLive, log, timeOutMs = 20_000 } = options;
  const key = new TextEncoder().encode(options.jwtSecret);
  const tellFault = createFaultLog((fault) => log.error(fault));
  const sql = postgres(options.url, {
    max: maxConnections,
    idle_timeout: 60,
    fetch_types: false,
    // Else the driver keeps where each text came from that ever failed, and every question is a text of its own.
    debug: true,
    types: untouched as never,
    onnotice: () => undefined,
    connection: { application_name: 'wattershed tables' },
  }) as unknown as Sql;
  const catalogue = await readTableCatalogue(sql);

  /** Whoever asks. Throws TableError where they may not. */
  const whoAsks = async (request: Request): Promise<Claims> => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (token === undefined || token === anonKey) return { role: 'anon' };
    try {
      const { payload } = await jwtVerify(token, key, { issuer, audience: 'authenticated', algorithms: ['HS256'] });
      const { session_id: session } = payload;
      if (session !== undefined && !(typeof session === 'string' && (await isLive(session))))
        throw refused('The session has ended');
      if (payload.sub !== undefined && payload['role'] === 'authenticated') return payload;
      throw refused('The token is not valid');
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw refused('JWT expired', 'PGRST303');
      if (error instanceof errors.JOSEError) throw refused('The token is not valid');
      throw error;
    }
  };

  const ask = async (asked: Asked, claims: Claims): Promise<Response> => {
    const { text, values } = asked.statement;
    const until = Date.now() + timeOutMs;
    const run = async (tx: TransactionSql): Promise<Response> => {
      // It waited for a connection as long as it may last: who asked was told, or will be, that nothing was done.
      const leftMs = until - Date.now();
      if (leftMs <= 0) return tablesUnavailable(504);
      const [, [told]] = await Promise.all([
        tx`select set_config('role', ${String(claims['role'])}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
          set_config('search_path', 'public, extensions', true), set_config('statement_timeout', ${String(leftMs)}, true)`,
        // Not prepared: whoever asks each time for something else would have them kept without end.
        tx.unsafe<Told[]>(text, [...values], { prepare: false }),
      ]);
      // Refused here, nothing of it is kept.
      return answerTo(asked, told as Told);
    };
    for (let turn = 1; ; turn += 1) {
      try {
        return await sql.begin<Response>(asked.isRead ? 'read only' : 'read write', run);
      } catch (error) {
        // Asked again, it goes on where the other is through.
        if (!isUndone(error) || turn === maxTurns) throw error;
      }
    }
  };

  /** The database ends what takes too long; what waits for a connection as long is not waited for either. */
  const inTime = async (answer: Promise<Response>): Promise<Response> => {
    const late = new AbortController();
    const tooLate = setTimeout(timeOutMs + 1000, tablesUnavailable(504), { signal: late.signal });
    try {
      return await Promise.race([answer, tooLate]);
    } finally {
      tooLate.catch(() => undefined);
      late.abort();
    }
  };

  const failed = (error: unknown, isVisitor: boolean): Response => {
    if (error instanceof TableError)
      return error.toResponse(error.status === 401 ? { 'www-authenticate': 'Bearer' } : {});
    if (isConnectionError(error)) return tablesUnavailable(503);
    const { code = '', message = '' } = error as Partial<DatabaseError>;
    if (code === '57014') return tablesUnavailable(504);
    if (!/^[0-9A-Z]{5}$/.test(code) || statusOfSqlState(code, isVisitor) >= 500) {
      tellFault(`the table API: ${code} ${message}`);
      if (!/^[0-9A-Z]{5}$/.test(code)) return tablesUnavailable(503);
    }
    return postgrestError(error as DatabaseError, isVisitor);
  };

  return {
    async fetch(request) {
      const given = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey');
      if (given !== anonKey) {
        const message = given === null ? 'No API key found in request' : 'Invalid API key';
        return Response.json({ message, hint: 'Send the key of this backend as `apikey`.' }, { status: 401 });
      }
      let isVisitor = true;
      try {
        const claims = await whoAsks(request);
        isVisitor = claims['role'] === 'anon';
        const asked = await read(request, catalogue).catch((error: unknown) => {
          throw error instanceof RangeError
            ? new TableError(400, 'PGRST100', 'The question is nested too deeply')
            : error;
        });
        if (asked) return await inTime(ask(asked, claims));
        const isTold = prefers(request)('return=representation');
        const status = request.method === 'POST' ? 201 : isTold ? 200 : 204;
        return new Response(isTold ? '[]' : null, { status, headers: isTold ? { 'content-type': types.rows } : {} });
      } catch (error) {
        return failed(error, isVisitor);
      }
    },
    stop: () => sql.end({ timeout: 5 }),
  };
};
