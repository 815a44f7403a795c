import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '#kernel/postgres/backend-error.ts';
import { openCluster, prepareDatabase, withOwner } from '#kernel/postgres/embedded-database.ts';
import { createDevMailbox, startEmbeddedBackend } from '#subjects/identity/service/embedded/index.ts';
import { openBareCluster, plainServers, type BareCluster } from './plain-cluster.ts';
import { openSeed, type SeededHome } from '#apps/service/testing/seed.ts';
import { backupCommand } from '#apps/service/cli/backup-command.ts';
import { moveCommand } from '#apps/service/cli/move-command.ts';
import { restoreCommand } from '#apps/service/cli/restore-command.ts';
import { rowsOf, run } from '#apps/service/cli/testing-backup.ts';
import { startTaking } from '#apps/service/cli/testing-taking.ts';

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url));

for (const { version, programs } of plainServers().filter(({ programs: found }) => found !== null))
  describe(`to PostgreSQL ${version}`, () => {
    let target: BareCluster;
    let folder: string;
    let dataDir: string;
    let home: SeededHome;
    let meter: string;
    const children: ChildProcess[] = [];
    const address = (name: string): string => `postgres://root_of_it:super-secret@127.0.0.1:${target.port}/${name}`;
    const move = (to: string, answer: boolean | null = null, ...more: string[]) =>
      run(moveCommand, ['--to', to, ...more], { DATA_DIR: dataDir }, answer);
    const taking = (first: number): ReturnType<typeof startTaking> => {
      const started = startTaking(dataDir, home.token, meter, first);
      children.push(started.child);
      return started;
    };
    const start = () =>
      startEmbeddedBackend({
        dataDir,
        migrationsDir,
        publicOrigin: () => 'http://localhost:8080',
        guestDomain: 'guest.wattershed.invalid',
        mailer: createDevMailbox(silentLog),
        log: silentLog,
      });
    const values = (url: string): Promise<number[]> =>
      withOwner(url, async (sql) =>
        (await sql<{ value: number }[]>`select (value - 1000000)::int as value from open_readings order by at`).map(
          ({ value }) => value,
        ),
      );

    beforeAll(async () => {
      target = await openBareCluster(programs as string, 'super-secret', 'root_of_it');
      for (const name of ['moved', 'used', 'other']) await target.createDatabase(name);
      folder = mkdtempSync(join(tmpdir(), 'wattershed-move-'));
      chmodSync(folder, 0o755);
      dataDir = join(folder, 'data');
      const cluster = await openCluster({ dataDir, log: silentLog, isDurable: false });
      await prepareDatabase(cluster, { migrationsDir, log: silentLog });
      const seed = openSeed(cluster.url('postgres'));
      home = await seed.home('Europe/Madrid');
      meter = (await home.device('Oven', 'kitchen', 'electricity')).key;
      await seed.end();
      await cluster.postgres.stop();
    });
    afterAll(async () => {
      for (const child of children) child.kill('SIGKILL');
      await target.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('what cannot be moved, or not there, is told, and nothing is touched', async () => {
      expect(await move('nonsense')).toMatchObject({ code: 2, said: expect.stringContaining('postgres://user') });
      expect(await run(moveCommand, [], {})).toMatchObject({ code: 2, said: expect.stringContaining('--to') });
      expect(await move('postgres://postgres:x@127.0.0.1:1/none', true)).toMatchObject({
        code: 1,
        said: expect.stringContaining('127.0.0.1:1/none'),
      });
      await withOwner(address('used'), (sql) => sql`create table public.households (id integer)`);
      expect(await move(address('used'), true)).toMatchObject({
        code: 1,
        said: expect.stringContaining('create database'),
      });
      expect(existsSync(join(dataDir, 'postgres.address'))).toBe(false);
    });

    test('a move that is killed in the middle leaves the installation as it was, and goes on when it is begun again', async () => {
      const { child, taken } = taking(39_000);
      await expect.poll(() => taken.length).toBeGreaterThan(5);
      const cli = fileURLToPath(new URL('../../../apps/service/cli.ts', import.meta.url));
      const env = { ...process.env, DATA_DIR: dataDir };
      const mover = spawn(process.execPath, ['--import', tsx, cli, 'move', '--to', address('moved'), '--yes'], {
        env,
        stdio: 'ignore',
      });
      children.push(mover);
      const ended = once(mover, 'exit');
      // As soon as the service is stopped: between it and the last rows.
      await once(child, 'exit');
      mover.kill('SIGKILL');
      await ended;
      expect(existsSync(join(dataDir, 'postgres.address'))).toBe(false);
      const backend = await start();
      expect(await values(backend.ownerUrl)).toEqual(taken);
      await backend.stop();
    });

    test('an installation that takes readings all the while: nothing acknowledged is lost, and each row is equal', async () => {
      const { child, taken } = taking(0);
      const ended = once(child, 'exit');
      await expect.poll(() => taken.length).toBeGreaterThan(20);
      // Not wanted yet: it runs on.
      expect(await move(address('moved'), false)).toMatchObject({ code: 2, said: expect.stringContaining('runs on') });
      const before = taken.length;
      await expect.poll(() => taken.length).toBeGreaterThan(before + 20);
      const { code, said } = await move(address('moved'), true);
      expect(said).toMatch(/Moved: [\d,]+ rows, each compared .* Stopped for \d+\.\d s/);
      expect(code).toBe(0);
      await ended;
      expect((await values(address('moved'))).filter((value) => value < 30_000)).toEqual(taken);
      expect(statSync(join(dataDir, 'postgres.address')).mode & 0o777).toBe(0o600);
      expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual([
        'postgres.address',
        expect.stringMatching(/^postgres\.before-move-/),
      ]);
      // Again with the old cluster, to hold both against each other.
      const old = readdirSync(dataDir).find((name) => name.startsWith('postgres.before-move-')) ?? '';
      expect(existsSync(join(dataDir, old, 'PG_VERSION'))).toBe(true);
    });

    test('it starts there, goes on taking readings, and does not start on the old one where that is away', async () => {
      const { child, taken } = taking(30_000);
      await expect.poll(() => taken.length).toBeGreaterThan(5);
      child.kill('SIGTERM');
      await once(child, 'exit');
      expect((await values(address('moved'))).filter((value) => value >= 30_000 && value < 39_000)).toEqual(taken);
      expect(await move(address('other'), true)).toMatchObject({ code: 1, said: expect.stringContaining('already') });
      await withOwner(address('moved'), (sql) => sql`alter role root_of_it password 'changed'`);
      await expect(start()).rejects.toMatchObject({
        code: 'outside-lost',
        message: expect.stringContaining('postgres.address'),
      });
      await withOwner(
        address('moved').replace('super-secret', 'changed'),
        (sql) => sql`alter role root_of_it password 'super-secret'`,
      );
    });

    test('the way back: a backup from there becomes the embedded installation again', async () => {
      const file = join(folder, 'back.backup');
      expect(await run(backupCommand, [file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
      const there = await rowsOf(address('moved'));
      const running = await start();
      expect(await run(restoreCommand, [file, '--replace', '--yes'], { DATA_DIR: dataDir })).toMatchObject({
        code: 1,
        said: expect.stringContaining('stop it, then restore'),
      });
      await running.stop();
      expect(await run(restoreCommand, [file, '--replace', '--yes'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
      expect(existsSync(join(dataDir, 'postgres.address'))).toBe(false);
      const backend = await start();
      try {
        expect((await rowsOf(backend.ownerUrl)).get('public.open_readings')).toEqual(there.get('public.open_readings'));
      } finally {
        await backend.stop();
      }
    });
  });
