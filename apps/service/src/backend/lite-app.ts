import { AsyncLocalStorage } from 'node:async_hooks';
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import type { Sql } from 'postgres';
import type { ServeTask } from './lite-messages.ts';
import { type AuthMail, findVerifyLink, verifyLink } from './mail-message.ts';
import { type DatabaseError, postgrestError } from './postgrest-errors.ts';
import { postgrestTypes } from './postgrest-types.ts';

interface CallContext {
  origin: string;
  redirectTo: string;
  databaseError?: DatabaseError;
}

export interface LiteApp {
  sql: Sql;
  fetch(request: Request, context: { origin: string; redirectTo: string; isGuest: boolean }): Promise<Response>;
  close(): Promise<void>;
}

const ONE_TIME_CODE_DIGITS = 40;
const LITE_FAILURE = 'SUP';

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

async function withSqlState(response: Response, call: CallContext): Promise<Response> {
  if (response.status !== 500 || !call.databaseError) return response;
  const body = (await response.clone().json()) as { code?: string };
  return body.code === LITE_FAILURE ? postgrestError(call.databaseError, false) : response;
}

/** `keepsOurRights` is turned off only by the test that shows what lite does by itself. */
export function createLiteApp(
  task: ServeTask,
  sendMail: (mail: AuthMail) => void,
  { keepsOurRights = true } = {},
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
  connection.introspect = (options) => catalog.introspect(options);
  const sql = connection.driver as unknown as Sql;

  const email = {
    async send({ to, text = '' }: { to: string; text?: string }): Promise<void> {
      const call = calls.getStore();
      const found = findVerifyLink(text);
      if (!call || !found) return;
      const [user] = await sql<{ language: string | null }[]>`
        select raw_user_meta_data ->> 'language' as language from auth.users where email = ${to.toLowerCase()} or email_change = ${to.toLowerCase()}`;
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
        email: {
          enable_signup: true,
          enable_confirmations: mustConfirmEmail,
          double_confirm_changes: true,
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
    return app;
  }

  const members = build(task.mustConfirmEmail);
  const guests = task.mustConfirmEmail ? build(false) : members;
  return {
    sql,
    async fetch(request, { origin, redirectTo, isGuest }) {
      const call: CallContext = { origin, redirectTo };
      const response = await calls.run(call, async () => (isGuest ? guests : members).fetch(request));
      return withSqlState(response, call);
    },
    async close() {
      await Promise.all([connection.close(), catalog.close()]);
    },
  };
}
