/** The tables as lite answers them, with its errors told as a hosted backend tells them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { isConnectionError } from '#kernel/db.ts';
import { type DatabaseError, isRefusal, postgrestError, tableApiError, tablesUnavailable } from './table-errors.ts';
import type { ServeTask } from './tables-messages.ts';

interface CallContext {
  readonly claims: Readonly<Record<string, unknown>>;
  databaseError?: DatabaseError;
}

/** For the log: what went wrong here, and not where somebody asked. */
export type OnFault = (words: string) => void;

export interface LiteApp {
  /** `claims`: of whoever asks, verified. */
  fetch(request: Request, claims: Readonly<Record<string, unknown>>): Promise<Response>;
  close(): Promise<void>;
}

const LITE_FAILURE = 'SUP';
/** lite's word for what PostgREST can and it cannot. */
const LITE_CANNOT = 'PGRSTXXX';

type Connection = ReturnType<typeof createPostgresConnection>;

/** Its first request would otherwise grant everything on every table to everyone. */
function keepOurRights(connection: Connection): void {
  (connection as unknown as { rlsState: string }).rlsState = 'active';
}

function rememberDatabaseErrors(connection: Connection, calls: AsyncLocalStorage<CallContext>): void {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const normal = normalize(error) as Partial<DatabaseError> | undefined;
    const call = calls.getStore();
    if (call && typeof normal?.code === 'string') call.databaseError = normal as DatabaseError;
    return normalize(error);
  };
}

/** Two waited for each other, and this one was undone: asked again, it goes on where the other is through. */
const undone = /^40(001|P01)$/;
const maxTurns = 4;

const SQL_STATE = /^[0-9A-Z]{5}$/;

async function ofTables(response: Response, { databaseError }: CallContext, onFault: OnFault): Promise<Response> {
  // An answer to HEAD has no body to tell it by.
  const text = (await response.clone().text()) || JSON.stringify({ code: LITE_FAILURE });
  const { code, message } = JSON.parse(text) as { code?: string; message?: string };
  if (code === LITE_CANNOT) return tableApiError(400, code, message ?? 'The question could not be understood');
  if (code !== LITE_FAILURE) return response;
  if (isConnectionError(databaseError)) return tablesUnavailable(503);
  if (!databaseError || !SQL_STATE.test(databaseError.code)) {
    // The database was not asked: lite, or the driver, failed at how the question was put.
    const words = databaseError?.message ?? message ?? 'without words';
    onFault(`the table API does not understand a question: ${words.replace(/\d+/g, 'n')}`);
    return tableApiError(400, 'PGRST100', 'The question could not be understood');
  }
  if (!isRefusal(databaseError)) onFault(`the table API: ${databaseError.code} ${databaseError.message}`);
  return postgrestError(databaseError, false);
}

/** `keepsOurRights` is turned off only by the test that shows what lite does by itself. */
export function createLiteApp(
  task: ServeTask,
  { keepsOurRights = true, onFault = () => undefined }: { keepsOurRights?: boolean; onFault?: OnFault } = {},
): LiteApp {
  const calls = new AsyncLocalStorage<CallContext>();
  const connection = createPostgresConnection({
    url: task.url,
    postgresOptions: {
      max: 8,
      types: postgrestTypes as never,
      onnotice: () => undefined,
      // Else the driver keeps the text of every question that failed, for ever, to find where it was asked.
      debug: true,
      connection: { application_name: 'wattershed tables' },
    },
  });
  const catalog = createPostgresConnection({
    url: task.catalogUrl,
    postgresOptions: { max: 1, idle_timeout: 5, onnotice: () => undefined },
  });
  if (keepsOurRights) keepOurRights(connection);
  rememberDatabaseErrors(connection, calls);
  connection.introspect = async (options) => asPostgrestSees(await catalog.introspect(options));
  const app = new App({
    connection,
    auth: { enabled: false },
    api: { enabled: true, schemas: ['public'], extra_search_path: ['public', 'extensions'], max_rows: 1000 },
    db: { migrations: { enabled: false } },
    studio: { enabled: false },
    options: {
      server: {
        disableStudio: true,
        // Who asks is known before they come here, and told beside the request.
        apiKeys: {
          resolver: async () => ({ type: 'publishable', claims: calls.getStore()?.claims as { role: string } }),
        },
      },
    },
  });
  return {
    async fetch(request, claims) {
      for (let turn = 1; ; turn += 1) {
        const call: CallContext = { claims };
        const response = await calls.run(call, async () => app.fetch(request.body ? request.clone() : request));
        const isUndone = response.status === 500 && undone.test(call.databaseError?.code ?? '');
        if (isUndone && turn < maxTurns) continue;
        return response.status === 500 ? ofTables(response, call, onFault) : response;
      }
    },
    async close() {
      await Promise.all([connection.close(), catalog.close()]);
    },
  };
}

/** How PostgREST writes values that lite passes on in PostgreSQL's own text form. */
function numericAsJson(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

function timestampAsJson(text: string): string {
  return text.replace(' ', 'T');
}

function timestamptzAsJson(text: string): string {
  return timestampAsJson(text).replace(/([+-]\d\d)$/, '$1:00');
}

const asText = (value: unknown) => String(value);
const asGiven = (value: unknown) => value;

export const postgrestTypes = {
  numeric: { to: 1700, from: [1700], serialize: asText, parse: numericAsJson },
  timestamp: { to: 1114, from: [1114], serialize: asGiven, parse: timestampAsJson },
  timestamptz: { to: 1184, from: [1184], serialize: asGiven, parse: timestamptzAsJson },
};

/** What lite would conclude from the catalogue otherwise than PostgREST does. */
interface KeyColumn {
  schema: string;
  table: string;
  foreign_key_name: string;
}

interface Catalogue {
  indexes: unknown[];
  foreign_keys: KeyColumn[];
}

const keyOf = ({ schema, table, foreign_key_name: name }: KeyColumn): string => JSON.stringify([schema, table, name]);

/**
 * Asked for by name, a key of several columns would join by the first of them alone. Under a name that nobody can write it
 * is still found by its table, and by its own it is told to be none.
 */
function hideNamesOfWideKeys(columns: KeyColumn[]): KeyColumn[] {
  const seen = new Set<string>();
  const wide = new Set<string>();
  for (const key of columns.map(keyOf)) (seen.has(key) ? wide : seen).add(key);
  return columns.map((column) =>
    wide.has(keyOf(column)) ? { ...column, foreign_key_name: `(${column.foreign_key_name})` } : column,
  );
}

/** One to one is what a constraint makes so; lite would take a unique index of some rows for it. */
const asPostgrestSees = <Read extends Catalogue>(catalogue: Read): Read => ({
  ...catalogue,
  indexes: [],
  foreign_keys: hideNamesOfWideKeys(catalogue.foreign_keys),
});
