import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../backend/testing.ts';
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

test('C6.3 an administrator is made and unmade by a command on the server', async () => {
  const { userId } = await seed.home();
  const email = `${userId}@example.com`;
  expect((await run('grant', email.toUpperCase())).code).toBe(0);
  expect(await seed.owner`select user_id from administrators`).toEqual([{ user_id: userId }]);
  expect((await run('revoke', email)).code).toBe(0);
  expect(await seed.owner`select user_id from administrators`).toHaveLength(0);
  expect(await run('revoke', email)).toEqual({ code: 1, said: `${email} is no administrator.` });
  expect((await run('grant', 'nobody@example.com')).code).toBe(1);
});

test('a fleet token is shown once and kept as a hash', async () => {
  const { code, said } = await run('fleet-token', 'gateway');
  expect(code).toBe(0);
  const token = /ws_\S+/.exec(said)?.[0] as string;
  const [row] =
    await seed.owner`select scope, name, hint, household_id from ingest_tokens where hash = sha256(convert_to(${token}, 'UTF8'))`;
  expect(row).toEqual({ scope: 'fleet', name: 'gateway', hint: token.slice(-4), household_id: null });
});

test('without a command it says what there is', async () => {
  expect(await run()).toMatchObject({ code: 2, said: expect.stringContaining('fleet-token') });
});
