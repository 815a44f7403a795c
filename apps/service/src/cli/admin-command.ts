/** What only the operator of this server may do: `admin grant|revoke <e-mail>`, `admin fleet-token [name]`,
 * `admin prices <file> [series] [MWh]`, `admin migrate`. */
import postgres from 'postgres';
import { BackendError, migrateDatabase, runningOwnerUrl } from '../backend/index.ts';
import { newToken } from '../modules/ingest/index.ts';
import { loadEnvFile, readConfig } from '../platform/config.ts';
import { root } from './root.ts';
import { savePrices } from './save-prices.ts';
import type { Terminal } from './terminal.ts';

type Owner = postgres.Sql;

const usage = `npm run admin -- grant <e-mail>        make an account an administrator
npm run admin -- revoke <e-mail>       take that back
npm run admin -- fleet-token [name]    a token that may write every household; shown once
npm run admin -- prices <file> [series] [MWh] [with-tax|without-tax]   market prices or day colours, for every household
npm run admin -- migrate               bring a hosted database up to date (DATABASE_OWNER_URL)`;

const accountOf = async (sql: Owner, email: string): Promise<string | undefined> => {
  const [row] = await sql<{ id: string }[]>`select id from auth.users where lower(email) = lower(${email})`;
  return row?.id;
};

const actions: Record<
  string,
  (sql: Owner, wish: string, terminal: Terminal, rest: readonly string[]) => Promise<number>
> = {
  grant: async (sql, email, terminal) => {
    const id = await accountOf(sql, email);
    if (!id) return refuse(terminal, `There is no account with the address ${email || '(none given)'}.`);
    await sql`insert into public.administrators (user_id) values (${id}) on conflict do nothing`;
    terminal.say(`${email} is an administrator.`);
    return 0;
  },
  revoke: async (sql, email, terminal) => {
    const id = await accountOf(sql, email);
    const gone = id ? await sql`delete from public.administrators where user_id = ${id} returning user_id` : [];
    if (gone.length === 0) return refuse(terminal, `${email || '(none given)'} is no administrator.`);
    terminal.say(`${email} is an administrator no longer.`);
    return 0;
  },
  prices: savePrices,
  'fleet-token': async (sql, name, terminal) => {
    const { token, hash, hint } = newToken();
    await sql`insert into public.ingest_tokens (scope, name, hash, hint) values ('fleet', ${name}, ${hash}, ${hint})`;
    terminal.say(`This token writes every household; a reading names its meter by id. It is shown once:\n${token}`);
    return 0;
  },
};

const refuse = (terminal: Terminal, words: string): number => {
  terminal.complain(words);
  return 1;
};

/** Also where the storage server made its tables after the migration for documents. */
const documentsOf = async (ownerUrl: string): Promise<string> => {
  const sql = postgres(ownerUrl, { max: 1, prepare: false, onnotice: () => {} });
  try {
    const [row] = await sql<{ state: string }[]>`select private.set_up_documents() as state`;
    return row?.state ?? '';
  } finally {
    await sql.end();
  }
};

const migrate = async (ownerUrl: string, terminal: Terminal): Promise<number> => {
  try {
    await migrateDatabase(ownerUrl, `${root}supabase/migrations`, ({ name }) => terminal.say(name));
    terminal.say('The database is up to date.');
    if ((await documentsOf(ownerUrl)) !== 'up')
      terminal.say(
        'There is no storage here yet, so no documents can be kept. Once the storage server has made its tables, the service sets documents up by itself, and /readyz says so.',
      );
    return 0;
  } catch (error) {
    if (error instanceof BackendError) return refuse(terminal, error.message);
    // A wrong password, a server that is not there, a database that is not: said by those who know it.
    const { code, message } = error as Error & { code?: string };
    if (code === undefined) throw error;
    return refuse(terminal, `The database could not be brought up to date: ${message}`);
  }
};

export const adminCommand = async (
  [name = '', wish = '', ...rest]: string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> => {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action && name !== 'migrate') {
    terminal.complain(usage);
    return 2;
  }
  loadEnvFile(`${root}.env`);
  const ownerUrl = env['DATABASE_OWNER_URL'] ?? runningOwnerUrl(readConfig(env).dataDir);
  if (!ownerUrl)
    return refuse(
      terminal,
      'Wattershed does not run on this data folder: start it first, or set DATA_DIR, or DATABASE_OWNER_URL.',
    );
  if (!action) return migrate(ownerUrl, terminal);
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  try {
    return await action(sql, wish, terminal, rest);
  } finally {
    await sql.end();
  }
};
