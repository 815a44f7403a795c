import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';
import { openSeed, type Seed } from '../testing/seed.ts';
import { adminCommand } from './admin-command.ts';

let database: TestDatabase;
let seed: Seed;
beforeAll(async () => {
  database = await createTestDatabase();
  seed = openSeed(database.ownerUrl);
});
afterAll(async () => {
  await seed.end();
  await database.drop();
});

const run = async (...args: string[]) => {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const terminal = { say, complain: say, progress: () => {}, ask: async () => true, askSecret: async () => null };
  const code = await adminCommand(args, { DATABASE_OWNER_URL: database.ownerUrl }, terminal);
  return { code, said: said.join('\n') };
};

test('a new installation has no account and no administrator', async () => {
  const [row] = await seed.owner`
    select (select count(*)::int from auth.users) as accounts, (select count(*)::int from administrators) as administrators`;
  expect(row).toEqual({ accounts: 0, administrators: 0 });
});

test('C6.3 an account whose address nobody has proved is no administrator before its operator says so', async () => {
  const { userId } = await seed.home();
  const email = `${userId}@example.com`;
  await seed.disprove(userId);
  const refused = await run('grant', email);
  expect(refused).toEqual({ code: 1, said: expect.stringContaining('--unproved') });
  expect(refused.said).toContain('anybody may have signed up with it');
  expect(await run('grant', email, '--nonsense')).toMatchObject({ code: 1 });
  expect(await seed.owner`select user_id from administrators`).toHaveLength(0);
  const { code, said } = await run('grant', email, '--unproved');
  expect([code, said]).toEqual([0, expect.stringContaining('anybody may have signed up with it')]);
  expect(await seed.owner`select user_id from administrators`).toEqual([{ user_id: userId }]);
  await run('revoke', email);
});

test('C6.3 an administrator is made and unmade by a command on the server', async () => {
  const { userId } = await seed.home();
  await seed.prove(userId);
  const email = `${userId}@example.com`;
  expect(await run('grant', email.toUpperCase())).toEqual({
    code: 0,
    said: `${email.toUpperCase()} is an administrator.`,
  });
  expect(await seed.owner`select user_id from administrators`).toEqual([{ user_id: userId }]);
  expect((await run('revoke', email)).code).toBe(0);
  expect(await seed.owner`select user_id from administrators`).toHaveLength(0);
  expect(await run('revoke', email)).toEqual({ code: 1, said: `${email} is no administrator.` });
  expect((await run('grant', 'nobody@example.com')).code).toBe(1);
});

test('every session of an account ends by a command on the server, or of everybody', async () => {
  const [one, other] = [await seed.home(), await seed.home()];
  for (const { userId } of [one, one, other])
    await seed.owner`insert into auth.sessions (id, user_id, aal) values (gen_random_uuid(), ${userId}, 'aal1')`;
  const left = async () => (await seed.owner`select user_id from auth.sessions`).map((row) => String(row['user_id']));
  expect((await run('sign-out', 'nobody@example.com')).code).toBe(1);
  expect((await run('sign-out')).code).toBe(1);
  expect(await left()).toHaveLength(3);
  expect(await run('sign-out', `${one.userId}@example.com`)).toEqual({ code: 0, said: 'Sessions that are over: 2.' });
  expect(await left()).toEqual([other.userId]);
  expect(await run('sign-out', '--all')).toEqual({ code: 0, said: 'Sessions that are over: 1.' });
  expect(await left()).toEqual([]);
});

test('a fleet token is shown once and kept as a hash', async () => {
  const { code, said } = await run('fleet-token', 'gateway');
  expect(code).toBe(0);
  const token = /ws_\S+/.exec(said)?.[0] as string;
  const [row] =
    await seed.owner`select scope, name, hint, household_id from ingest_tokens where hash = sha256(convert_to(${token}, 'UTF8'))`;
  expect(row).toEqual({ scope: 'fleet', name: 'gateway', hint: token.slice(-4), household_id: null });
});

test('market prices and day colours come for everybody whose tariff names them, and make their bills anew', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prices-'));
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const [home, other] = [await seed.home(), await seed.home()];
  const plan = { charges: [{ id: 'energy', kind: 'use', market: { series: 'spot' } }] };
  await seed.owner`insert into tariffs (household_id, utility, valid_from, currency, plan)
    values (${home.household}, 'electricity', '2026-01-01', 'EUR', ${seed.owner.json(plan)})`;
  await seed.owner`delete from private.billing_due`;
  const file = await write('spot.csv', '2026-10-01T00:00:00Z,80.5\n2026-10-01T01:00:00Z,-12\n');
  expect(await run('prices', file, 'spot', 'MWh')).toEqual({ code: 0, said: 'spot: 2 new or other than before.' });
  expect(await run('prices', file, 'spot', 'MWh')).toEqual({ code: 0, said: 'spot: 0 new or other than before.' });
  const rows = await seed.owner`select series, step_s, price::text from market_prices order by starts_at`;
  expect(rows).toEqual([
    { series: 'spot', step_s: 3600, price: '0.0805' },
    { series: 'spot', step_s: 3600, price: '-0.012' },
  ]);
  const due = await seed.owner`select household_id, anew_from::text from private.billing_due
    where household_id in (${home.household}, ${other.household})`;
  expect(due).toEqual([{ household_id: home.household, anew_from: '2026-09-30' }]);
  const colours = await write('tempo.csv', 'date,colour\n2026-10-01,blue\n');
  expect(await run('prices', colours, 'tempo')).toEqual({ code: 0, said: 'tempo: 1 new or other than before.' });
  const wrong = await write('wrong.csv', '2026-10-01T00:00:00Z,cheap\n');
  expect(await run('prices', wrong, 'spot')).toEqual({ code: 1, said: `${wrong}, line 1: price-wrong (cheap)` });
  expect((await run('prices', join(folder, 'nothing.csv'))).code).toBe(1);
  await rm(folder, { recursive: true });
});

test('without a command it says what there is', async () => {
  expect(await run()).toMatchObject({ code: 2, said: expect.stringContaining('fleet-token') });
});

test('every command of docs/operate/market-prices.md brings what it says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prices-page-'));
  const page = await readFile(new URL('../../../docs/operate/market-prices.md', import.meta.url), 'utf8');
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    Dia: '21/11/2026',
    Hora: `${String(hour).padStart(2, '0')}-${String(hour + 1).padStart(2, '0')}`,
    PCB: '95,10',
    CYM: '95,10',
  }));
  const contents: Record<string, string> = {
    'PVPC_CURV_DD_2026_11_21.json': JSON.stringify({ PVPC: hours }),
    'day-ahead.csv': 'time,price\n2026-11-21T00:00:00Z,80.5\n2026-11-21T01:00:00Z,-12\n',
    'tempo.csv': 'date,colour\n2026-11-21,blue\n',
  };
  const said: string[] = [];
  for (const [, file = '', more = ''] of page.matchAll(/^npm run admin -- prices (\S+)(.*)$/gm)) {
    const path = join(folder, file);
    await writeFile(path, contents[file] ?? '');
    said.push((await run('prices', path, ...more.split(' ').filter((word) => word !== ''))).said);
  }
  expect(said).toEqual([
    'esios-1001-peninsula, esios-1001-ceuta-melilla: 48 new or other than before.',
    'spot-de: 2 new or other than before.',
    'edf-tempo: 1 new or other than before.',
  ]);
  await rm(folder, { recursive: true });
});
