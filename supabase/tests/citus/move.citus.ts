/** An embedded installation goes to a cluster while it runs, and what a backup holds becomes one. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupCommand } from '#apps/service/cli/backup-command.ts';
import { moveCommand } from '#apps/service/cli/move-command.ts';
import { restoreCommand } from '#apps/service/cli/restore-command.ts';
import { fullHome, rowsOf, run } from '#apps/service/cli/testing-backup.ts';
import { startTaking } from '#apps/service/cli/testing-taking.ts';
import { openSeed, type SeededHome } from '#apps/service/testing/seed.ts';
import { openStage } from '#apps/service/testing/stage.ts';
import { silentLog } from '#kernel/postgres/backend-error.ts';
import { openCluster, prepareDatabase, withOwner } from '#kernel/postgres/embedded-database.ts';
import { makeEmpty, prepareRoles, setPasswords, spread } from './cluster.ts';

const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url));
const url = process.env['CITUS_URL'] as string;

let folder: string;
let dataDir: string;
let there: Awaited<ReturnType<typeof makeEmpty>>;
let home: SeededHome;
let meter: string;
const children: ChildProcess[] = [];

const taking = (first: number): ReturnType<typeof startTaking> => {
  const started = startTaking(dataDir, home.token, meter, first);
  children.push(started.child);
  return started;
};
const values = (): Promise<number[]> =>
  withOwner(there.url, async (sql) =>
    (await sql<{ value: number }[]>`select (value - 1000000)::int as value from open_readings order by at`).map(
      ({ value }) => value,
    ),
  );

/** A backup of a database with an auth server of its own leaves out what lies in its storage. */
const ours = async (ownerUrl: string): Promise<[string, string[]][]> =>
  [...(await rowsOf(ownerUrl))].filter(([name]) => /^(public|private|auth)\./.test(name));

beforeAll(async () => {
  there = await makeEmpty(url, true);
  await there.join();
  folder = mkdtempSync(join(tmpdir(), 'wattershed-to-citus-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  const cluster = await openCluster({ dataDir, log: silentLog, isDurable: false });
  await prepareDatabase(cluster, { migrationsDir, log: silentLog });
  const seed = openSeed(cluster.url('postgres'));
  home = await seed.home('Europe/Madrid');
  meter = (await home.device('Oven', 'kitchen', 'electricity')).key;
  for (const room of ['bathroom', 'garden']) await (await seed.home('UTC')).device('Tap', room, 'water');
  await seed.end();
  await cluster.postgres.stop();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await there.drop();
  // Roles are the server's, and other tests come by them.
  await setPasswords(url);
  rmSync(folder, { recursive: true, force: true });
});

test('an installation that takes readings all the while goes to a cluster: nothing acknowledged is lost, each row is equal', async () => {
  const { child, taken } = taking(0);
  const ended = once(child, 'exit');
  await expect.poll(() => taken.length).toBeGreaterThan(20);
  const { code, said } = await run(moveCommand, ['--to', there.url, '--yes'], { DATA_DIR: dataDir });
  expect(said).toMatch(/Moved: [\d,]+ rows, each compared/);
  expect(code).toBe(0);
  await ended;
  expect(await values()).toEqual(taken);
  const nodes = await withOwner(
    there.url,
    (sql) => sql`
    select distinct nodeport from citus_shards where citus_table_type = 'distributed'`,
  );
  expect(nodes).toHaveLength(2);
});

test('it starts there, laid out as it is, and goes on taking readings where each home lies', async () => {
  const layout = () =>
    withOwner(
      there.url,
      (sql) => sql`
      select private.is_spread() as is_spread, obj_description('private_migrations'::regnamespace, 'pg_namespace') as state,
        (select max(oid::bigint) from pg_proc where proname = 'write_readings_there')::text as made`,
    );
  const before = await layout();
  expect(before).toMatchObject([{ is_spread: true, state: expect.stringContaining('laid out') }]);
  const { child, taken } = taking(30_000);
  await expect.poll(() => taken.length).toBeGreaterThan(20);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect((await values()).filter((value) => value >= 30_000)).toEqual(taken);
  expect(await layout()).toEqual(before);
});

test('a backup of a cluster, restored before the workers join and laid out over them then, has every row', async () => {
  await setPasswords(url);
  const stage = await openStage();
  const again = await makeEmpty(url, true);
  try {
    await fullHome(stage, { put: async () => undefined });
    const { ownerUrl } = stage.testDatabase;
    const file = join(folder, 'whole.backup');
    const env = { DATA_DIR: join(folder, 'other') };
    expect(await run(backupCommand, [file], { ...env, DATABASE_OWNER_URL: ownerUrl })).toMatchObject({ code: 0 });
    await prepareRoles(again.url);
    expect(await run(restoreCommand, [file, '--yes'], { ...env, DATABASE_OWNER_URL: again.url })).toMatchObject({
      code: 0,
    });
    await spread(again);
    expect(await ours(again.url)).toEqual(await ours(ownerUrl));
  } finally {
    await again.drop();
    await stage.end();
  }
});
