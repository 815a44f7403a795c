/** Sign-in and tables as lite answers them, with its errors told as a hosted backend tells them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import type { Sql } from 'postgres';
import { isConnectionError, isUnfitInput } from '#kernel/db.ts';
import {
  authError,
  backendUnavailable,
  type DatabaseError,
  isRefusal,
  postgrestError,
  tableApiError,
  tablesUnavailable,
} from './lite-refusals.ts';
import { unprovedAddress, watchGoogle } from './google/google.ts';
import type { ServeTask } from './lite-messages.ts';
import { type AuthMail, findVerifyLink, verifyLink } from '#kernel/mail/auth-mail.ts';

interface Caller {
  origin: string;
  publicOrigin: string;
  redirectTo: string;
  isGuest: boolean;
  /** Who they say they are: true wherever lite answers them. */
  userId: string | null;
}

interface CallContext extends Caller {
  databaseError?: DatabaseError;
  /** What sign-in failed at, as lite told its console. */
  fault?: Error;
  isUnproved?: boolean;
}

/** For the log: what went wrong here, and not where somebody asked. */
export type OnFault = (words: string) => void;

export interface LiteApp {
  sql: Sql;
  fetch(request: Request, caller: Caller): Promise<Response>;
  /** lite tells a fault of sign-in to the console of its thread, and to nobody else; this is of the call that is being answered. */
  noteFault(fault: unknown): void;
  close(): Promise<void>;
}

const ONE_TIME_CODE_DIGITS = 40;
const LITE_FAILURE = 'SUP';
/** lite's word for what PostgREST can and it cannot. */
const LITE_CANNOT = 'PGRSTXXX';

export async function provisionLite(url: string): Promise<void> {
  const connection = createPostgresConnection({ url, postgresOptions: { max: 1, onnotice: () => undefined } });
  const app = new App({
    connection,
    auth: { enabled: true, jwt_secret: 'not used while tables are made' },
    db: { migrations: { enabled: false } },
  });
  await app.ensureSystemSchema();
  await connection.close();
}

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

function markUnproved(calls: AsyncLocalStorage<CallContext>): void {
  const call = calls.getStore();
  if (call) call.isUnproved = true;
}

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

function ofAuth({ fault }: CallContext, route: string, onFault: OnFault): Response {
  const { code = '' } = (fault ?? {}) as { code?: string };
  // A value that cannot be kept, or a rule of ours that it breaks; a missing table or right is our own fault.
  if (isUnfitInput(fault) || (SQL_STATE.test(code) && code.startsWith('23')))
    return authError(400, 'validation_failed', 'The request has a value that cannot be kept');
  if (isConnectionError(fault)) return backendUnavailable(503);
  onFault(`sign-in failed at ${route}: ${code} ${fault?.message ?? 'without words'}`);
  return authError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information');
}

/** lite answers 500 to whatever it did not expect. */
async function explained(response: Response, call: CallContext, path: string, onFault: OnFault): Promise<Response> {
  if (response.status !== 500) return response;
  if (path.startsWith('/auth/')) return ofAuth(call, path, onFault);
  return ofTables(response, call, onFault);
}

/** `keepsOurRights` is turned off only by the test that shows what lite does by itself. */
export function createLiteApp(
  task: ServeTask,
  sendMail: (mail: AuthMail) => void,
  { keepsOurRights = true, onFault = () => undefined }: { keepsOurRights?: boolean; onFault?: OnFault } = {},
): LiteApp {
  const calls = new AsyncLocalStorage<CallContext>();
  const connection = createPostgresConnection({
    url: task.url,
    postgresOptions: {
      max: 8,
      types: postgrestTypes as never,
      onnotice: () => undefined,
      connection: { application_name: 'wattershed sign-in' },
    },
  });
  const catalog = createPostgresConnection({
    url: task.catalogUrl,
    postgresOptions: { max: 1, idle_timeout: 5, onnotice: () => undefined },
  });
  if (keepsOurRights) keepOurRights(connection);
  rememberDatabaseErrors(connection, calls);
  connection.introspect = async (options) => asPostgrestSees(await catalog.introspect(options));
  const sql = connection.driver as unknown as Sql;
  if (task.google) watchGoogle(() => markUnproved(calls), task.googleStandIn);

  const email = {
    async send({ to, text = '' }: { to: string; text?: string }): Promise<void> {
      const call = calls.getStore();
      const found = findVerifyLink(text);
      if (!call || !found) return;
      const [user] = await sql<{ language: string | null }[]>`
        select raw_user_meta_data ->> 'language' as language from auth.users
        where email = ${to.toLowerCase()} or id = ${found.kind === 'email_change' ? call.userId : null}`;
      sendMail({
        to,
        kind: found.kind,
        link: verifyLink(call.origin, found, call.redirectTo),
        language: user?.language ?? null,
      });
    },
  };

  function build(mustConfirmEmail: boolean): App {
    const app = new App({
      connection,
      auth: {
        enabled: true,
        jwt_secret: task.jwtSecret,
        jwt_expiry: task.jwtLifetimeS,
        minimum_password_length: 6,
        // Whether a used refresh token may still be answered is decided before lite hears of it (auth-sessions.ts).
        enable_refresh_token_rotation: false,
        ...(task.google && {
          external: { google: { enabled: true, client_id: task.google.clientId, secret: task.google.secret } },
        }),
        email: {
          enable_signup: true,
          enable_confirmations: mustConfirmEmail,
          // lite's double proof asks the old address alone; this one asks the new, and the old is told (auth-gateway.ts).
          double_confirm_changes: false,
          otp_length: ONE_TIME_CODE_DIGITS,
        },
      },
      api: { enabled: true, schemas: ['public'], extra_search_path: ['public', 'extensions'], max_rows: 1000 },
      db: { migrations: { enabled: false } },
      studio: { enabled: false },
      options: {
        drivers: { email },
        server: {
          disableStudio: true,
          apiKeys: {
            resolver: async (key: string) =>
              key === task.anonKey ? { type: 'publishable', claims: { role: 'anon' } } : null,
          },
        },
      },
    });
    // lite takes one site for good; ours is known when it listens, and can differ by request on loopback.
    Object.defineProperty(app.config.auth, 'site_url', { get: () => calls.getStore()?.origin ?? 'http://localhost' });
    const google = app.config.auth?.external?.google;
    const callback = () => new URL('/auth/v1/callback', calls.getStore()?.publicOrigin ?? 'http://localhost').href;
    if (google) Object.defineProperty(google, 'redirect_uri', { get: callback });
    return app;
  }

  const members = build(task.mustConfirmEmail);
  const guests = task.mustConfirmEmail ? build(false) : members;
  return {
    sql,
    async fetch(request, caller) {
      const call: CallContext = { ...caller };
      const response = await calls.run(call, async () => (caller.isGuest ? guests : members).fetch(request));
      const { pathname } = new URL(request.url);
      return call.isUnproved ? unprovedAddress(response) : explained(response, call, pathname, onFault);
    },
    noteFault(fault) {
      const call = calls.getStore();
      if (call && fault instanceof Error) call.fault = fault;
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
