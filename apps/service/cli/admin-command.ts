/** What only the operator of this server may do: `admin grant|revoke|sign-out <e-mail>`, `admin fleet-token [name]`,
 * `admin prices <file> [series] [MWh]`, `admin migrate`. */

import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { BackendError, migrateDatabase, runningOwnerUrl } from '#subjects/identity/service/embedded/index.ts';
import { newToken } from '#subjects/readings/service/ingest/index.ts';
import { marketRows } from '#subjects/bills/service/tariffs/index.ts';
import { loadEnvFile, readConfig } from '#kernel/config.ts';
import { readPriceFile } from '#subjects/bills/service/prices/index.ts';
import { root } from './root.ts';
import type { Terminal } from './terminal.ts';

/** The operator's market prices and day colours, from a file, for every household whose tariff names them. */

const savePrices = async (
  sql: postgres.Sql,
  path: string,
  terminal: Terminal,
  rest: readonly string[],
): Promise<number> => {
  const per = rest.includes('MWh') ? 'MWh' : 'kWh';
  const tax = rest.includes('with-tax') ? 'included' : rest.includes('without-tax') ? 'excluded' : undefined;
  const series = rest.find((word) => !['MWh', 'kWh', 'with-tax', 'without-tax'].includes(word));
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) {
    terminal.complain(`There is no file ${path || '(none given)'}.`);
    return 1;
  }
  const file = readPriceFile(text, { series, per, tax, timeZone: 'UTC' });
  if (!file.ok) {
    const { code, line, value } = file.fault;
    terminal.complain(
      `${path}${line === undefined ? '' : `, line ${line}`}: ${code}${value === '' ? '' : ` (${value})`}`,
    );
    return 1;
  }
  const { prices, colours } = marketRows(file);
  const [row] = await sql<{ n: number }[]>`
    select private.save_market(${JSON.stringify(prices)}::text::jsonb, ${JSON.stringify(colours)}::text::jsonb) as n`;
  const names = file.series.map((one) => one.series).join(', ');
  terminal.say(`${names}: ${row?.n ?? 0} new or other than before.`);
  return 0;
};

type Owner = postgres.Sql;

const usage = `npm run admin -- grant <e-mail>        make an account an administrator; --unproved: even where nobody has confirmed the address
npm run admin -- revoke <e-mail>       take that back
npm run admin -- sign-out <e-mail>     end every session of an account; --all: of everybody
npm run admin -- fleet-token [name]    a token that may write every household; shown once
npm run admin -- prices <file> [series] [MWh] [with-tax|without-tax]   market prices or day colours, for every household
npm run admin -- migrate               bring a hosted database up to date (DATABASE_OWNER_URL)`;

interface Account {
  id: string;
  isProved: boolean;
}

const accountOf = async (sql: Owner, email: string): Promise<Account | undefined> => {
  const [account] = await sql<Account[]>`
    select id, private.is_proved(id) as "isProved" from auth.users where lower(email) = lower(${email})`;
  return account;
};

const unproved = (email: string) => `Nobody has confirmed that ${email} is theirs: anybody may have signed up with it.`;

const actions: Record<
  string,
  (sql: Owner, wish: string, terminal: Terminal, rest: readonly string[]) => Promise<number>
> = {
  grant: async (sql, email, terminal, flags) => {
    const account = await accountOf(sql, email);
    if (!account) return refuse(terminal, `There is no account with the address ${email || '(none given)'}.`);
    if (!account.isProved) {
      terminal.complain(unproved(email));
      if (!flags.includes('--unproved'))
        return refuse(
          terminal,
          'Have them confirm it on their profile first. Where no mail is sent, or you know whose account it is, add --unproved.',
        );
    }
    await sql`insert into public.administrators (user_id) values (${account.id}) on conflict do nothing`;
    terminal.say(`${email} is an administrator.`);
    return 0;
  },
  revoke: async (sql, email, terminal) => {
    const account = await accountOf(sql, email);
    const gone = account
      ? await sql`delete from public.administrators where user_id = ${account.id} returning user_id`
      : [];
    if (gone.length === 0) return refuse(terminal, `${email || '(none given)'} is no administrator.`);
    terminal.say(`${email} is an administrator no longer.`);
    return 0;
  },
  // A running service believes a token for half a minute more.
  'sign-out': async (sql, email, terminal) => {
    const account = email === '--all' ? undefined : await accountOf(sql, email);
    if (email !== '--all' && !account)
      return refuse(terminal, `There is no account with the address ${email || '(none given)'}.`);
    const ended = await sql`delete from auth.sessions where user_id = coalesce(${account?.id ?? null}, user_id)`;
    terminal.say(`Sessions that are over: ${ended.count}.`);
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
