import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreDatabase, writeBackup } from '#subjects/identity/service/embedded/index.ts';
import { openTestS3, testAccess, type TestS3 } from '#kernel/backup/testing-s3.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';
import { createStoredFiles } from '#subjects/bills/service/documents/index.ts';
import { openSeed } from '../testing/seed.ts';
import { openStage, type Stage } from '../testing/stage.ts';
import { backupCommand } from './backup-command.ts';
import { restoreCommand } from './restore-command.ts';
import { type FullHome, fullHome, type Ran, rowsOf, run } from './testing-backup.ts';

const migrationsDir = fileURLToPath(new URL('../../../supabase/migrations', import.meta.url));
let stage: Stage;
let home: FullHome;
let folder: string;
let whole: string;
const opened: TestDatabase[] = [];

const emptyDatabase = async (): Promise<TestDatabase> => {
  const made = await createTestDatabase();
  opened.push(made);
  return made;
};
const source = (): Record<string, string> => ({
  DATABASE_OWNER_URL: stage.testDatabase.ownerUrl,
  DATA_DIR: join(folder, 'data'),
});
const backup = (args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  run(backupCommand, args, { ...source(), ...env });
const restore = (target: TestDatabase, file: string, env: Record<string, string> = {}): Promise<Ran> =>
  run(restoreCommand, [file], { DATABASE_OWNER_URL: target.ownerUrl, DATA_DIR: join(folder, 'data'), ...env });
const files = () => createStoredFiles(join(folder, 'data', 'storage'));

beforeAll(async () => {
  [stage, folder] = [await openStage(), mkdtempSync(join(tmpdir(), 'wattershed-backup-'))];
  home = await fullHome(stage, files());
  whole = join(folder, 'whole.backup');
  await backup([whole]);
});
afterAll(async () => {
  await stage.end();
  for (const one of opened) await one.drop();
  rmSync(folder, { recursive: true });
});

describe('npm run backup', () => {
  test('one private file, read again, with what is in it; never over another one', async () => {
    const { code, said, bars } = await backup([join(folder, 'said.backup')]);
    expect(said).toMatch(/\d+ tables, [\d,]+ rows, 1 document; read again from the disk and found whole/);
    expect(said).toContain('It is not encrypted');
    expect(code).toBe(0);
    expect(bars.some((bar) => bar.startsWith('Writing: '))).toBe(true);
    expect(bars.some((bar) => bar.startsWith('Verifying: '))).toBe(true);
    expect(statSync(join(folder, 'said.backup')).mode & 0o777).toBe(0o600);
    const again = await backup([join(folder, 'said.backup')]);
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('--force') });
    expect((await backup([join(folder, 'said.backup'), '--force'])).code).toBe(0);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('without a name it goes into the data folder, under the time', async () => {
    expect((await backup([])).code).toBe(0);
    expect(readdirSync(join(folder, 'data', 'backups'))).toEqual([
      expect.stringMatching(/^wattershed-\d{8}T\d{6}Z\.backup$/),
    ]);
  });

  test('--verify says what is in a file, and names what is wrong with one', async () => {
    const verify = (file: string, env: Record<string, string> = {}): Promise<Ran> => backup(['--verify', file], env);
    expect(await verify(whole)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/is whole: .*\nMade .* PostgreSQL 17/),
    });
    const bytes = readFileSync(whole);
    const broken = Buffer.from(bytes);
    broken.writeUInt8(broken.readUInt8(bytes.length - 1000) ^ 1, bytes.length - 1000);
    const cases: [string, Buffer, RegExp][] = [
      ['broken', broken, /damaged at part \d/],
      ['short', bytes.subarray(0, bytes.length / 2), /cut off/],
      ['other', Buffer.from('PK\u0003\u0004 something else, of some length'), /no backup of Wattershed/],
    ];
    for (const [name, content, words] of cases) {
      writeFileSync(join(folder, name), content);
      expect(await verify(join(folder, name))).toMatchObject({ code: 1, said: expect.stringMatching(words) });
    }
    expect(await verify(join(folder, 'none'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is no file'),
    });
    expect(await backup(['--color'])).toMatchObject({ code: 2, said: expect.stringContaining('--verify') });
  });

  test('no database, a wrong address of one and a place that cannot be are said in words', async () => {
    const none = await run(backupCommand, [], { DATA_DIR: join(folder, 'nothing') });
    expect(none).toMatchObject({ code: 1, said: expect.stringContaining('DATA_DIR') });
    const wrong = stage.testDatabase.ownerUrl.replace(/:[^:@]+@/, ':guessed@');
    for (const [url, words] of [
      ['nonsense', 'is no address'],
      ['postgres://postgres:x@127.0.0.1:1/wattershed', 'does not answer'],
      [wrong, 'The database refuses: password authentication failed'],
    ] as const)
      expect(await backup([join(folder, 'never')], { DATABASE_OWNER_URL: url })).toMatchObject({
        code: 1,
        said: expect.stringContaining(words),
      });
    expect(await backup([join(whole, 'below')])).toMatchObject({
      code: 1,
      said: expect.stringContaining('cannot be made'),
    });
  });

  test('no table of ours is forgotten', async () => {
    const { said } = await backup(['--verify', whole]);
    const left = /(\d+) tables/.exec(said)?.[1];
    const all = [...(await rowsOf(stage.testDatabase.ownerUrl)).keys()];
    const notOurs = /^rights_canary\.|^private_migrations\.repeatables$/;
    expect(all.filter((name) => !notOurs.test(name))).toHaveLength(Number(left));
  });

  test('an interrupted one leaves nothing, and the database free', async () => {
    const ending = new AbortController();
    const path = join(folder, 'interrupted.backup');
    const wish = {
      ownerUrl: stage.testDatabase.ownerUrl,
      path,
      mayReplace: false,
      passphrase: null,
      appVersion: '0',
      secrets: null,
      openDocument: async () => null,
    };
    const begun = writeBackup({ ...wish, signal: ending.signal, onProgress: () => ending.abort() });
    await expect(begun).rejects.toMatchObject({ code: 'interrupted' });
    expect(readdirSync(folder).filter((name) => name.startsWith('interrupted'))).toEqual([]);
    const failing = writeBackup({
      ...wish,
      openDocument: () => Promise.reject(Object.assign(new Error(), { code: 'ENOSPC' })),
    });
    await expect(failing).rejects.toMatchObject({ code: 'disk-full', message: expect.stringContaining('full') });
    expect(await writeBackup(wish)).toMatchObject({ missing: [`bills/${home.household}/january.pdf`] });
  });
});

describe('npm run restore into an empty database', () => {
  test('every row of every table is as it was, and numbers go on', async () => {
    const target = await emptyDatabase();
    const { code, said } = await restore(target, whole);
    expect(said).toContain('compared with the backup');
    expect(code).toBe(0);
    const [before, after] = await Promise.all([stage.testDatabase, target].map(({ ownerUrl }) => rowsOf(ownerUrl)));
    expect(after).toEqual(before);
    expect(before?.get('public.packed_days')).not.toHaveLength(0);
    expect(before?.get('public.open_readings')).not.toHaveLength(0);
    const seed = openSeed(target.ownerUrl);
    const [here] = await stage.seed.owner`select max(id)::int as id from meters`;
    const { meterId } = await (await seed.home()).device('New', 'hall', 'water');
    expect(meterId).toBeGreaterThan(here?.['id'] as number);
    await seed.end();
    expect(await restore(target, whole)).toMatchObject({
      code: 1,
      said: expect.stringContaining('has accounts or households'),
    });
  });

  test('a large table has its indexes afterwards as before', async () => {
    const [many, target] = [await emptyDatabase(), await emptyDatabase()];
    await many.asOwner(`set session_replication_role = replica; insert into public.open_readings (household_id, meter_id, at, value)
      select '11111111-1111-4111-8111-111111111111', n % 6, timestamptz '2026-01-01' + n * interval '1 s', n from generate_series(1, 100000) n`);
    const path = join(folder, 'many.backup');
    expect(await backup([path], { DATABASE_OWNER_URL: many.ownerUrl })).toMatchObject({ code: 0 });
    expect(await restore(target, path)).toMatchObject({ code: 0 });
    const indexes = 'select indexdef from pg_indexes order by 1';
    expect(await target.asOwner(indexes)).toEqual(await many.asOwner(indexes));
    const [rows] = await target.asOwner('select count(*)::int as n from public.open_readings');
    expect(rows).toEqual({ n: 100_000 });
  });

  test('C6.3 the policies and grants hold as before', async () => {
    const target = await emptyDatabase();
    await restore(target, whole);
    const visitor = postgres(target.serviceUrl, { max: 1, onnotice: () => {} });
    await expect(visitor`select * from households`).rejects.toMatchObject({ code: '42501' });
    expect(await visitor`select * from storage.objects`).toEqual([]);
    const [role] = await visitor`select current_user as role`;
    expect(role).toEqual({ role: 'anon' });
    await expect(visitor`select * from private_migrations.applied`).rejects.toMatchObject({ code: '42501' });
    await visitor.end();
  });

  test('a backup made while readings come in is of one moment', async () => {
    const path = join(folder, 'moment.backup');
    let sent = 0;
    const { tables } = await writeBackup({
      ownerUrl: stage.testDatabase.ownerUrl,
      path,
      mayReplace: false,
      passphrase: null,
      appVersion: '0',
      secrets: null,
      openDocument: async () => null,
      onProgress: async ({ step }) => {
        if (step !== 'writing') return;
        await home.sendOne();
        sent += 1;
      },
    });
    expect(sent).toBeGreaterThanOrEqual(tables);
    const target = await emptyDatabase();
    expect((await restore(target, path)).code).toBe(0);
    const totals = async (sql: postgres.Sql) => {
      const [row] = await sql<{ readings: number; used: number }[]>`
        select (select max(value)::int from open_readings r where r.meter_id = m.id) as readings,
          (select sum(used)::int from (select used from usage_quarter u where u.meter_id = m.id
            union all select unnest(used) from packed_days p where p.meter_id = m.id
            union all select used from meter_state s where s.meter_id = m.id) as places) as used
        from meters m where key = ${home.power}`;
      return row;
    };
    const there = postgres(target.ownerUrl, { max: 1, onnotice: () => {} });
    const [then, now] = [await totals(there), await totals(stage.seed.owner as never)];
    await there.end();
    expect(then?.used).toBe((then?.readings ?? 0) - 1_000_000);
    expect(now?.used).toBe((now?.readings ?? 0) - 1_000_000);
    expect((now?.readings ?? 0) - (then?.readings ?? 0)).toBeGreaterThan(1000);
  });

  test('encrypted by the environment alone; another passphrase and none are refused', async () => {
    const path = join(folder, 'hidden.backup');
    const passphrase = 'वर्षा five words by chance';
    const said = await backup([path], { BACKUP_PASSPHRASE: passphrase });
    expect(said).toMatchObject({ code: 0, said: expect.stringContaining('encrypted') });
    expect(said.said).not.toContain('not encrypted');
    expect(readFileSync(path).includes(home.userId)).toBe(false);
    const target = await emptyDatabase();
    expect(await backup(['--encrypt'])).toMatchObject({ code: 2, said: expect.stringContaining('BACKUP_PASSPHRASE') });
    expect(await restore(target, path)).toMatchObject({ code: 1, said: expect.stringContaining('BACKUP_PASSPHRASE') });
    expect(await restore(target, path, { BACKUP_PASSPHRASE: 'another one of some length' })).toMatchObject({
      code: 1,
      said: expect.stringContaining('The passphrase is wrong'),
    });
    expect((await restore(target, path, { BACKUP_PASSPHRASE: passphrase })).code).toBe(0);
  });

  test('an older backup is brought up to date; a newer one and one of another history are refused', async () => {
    const newer = join(folder, 'migrations');
    await cp(migrationsDir, newer, { recursive: true });
    writeFileSync(
      join(newer, '20990101000000_next.sql'),
      "alter table public.households add column motto text; update public.households set motto = 'drop by drop';",
    );
    const target = await emptyDatabase();
    const file = { path: whole, passphrase: async () => null };
    const { migrated } = await restoreDatabase({ ownerUrl: target.ownerUrl, file, migrationsDir: newer });
    expect(migrated).toEqual(['20990101000000_next.sql']);
    const [row] = await target.asOwner('select distinct motto from public.households');
    expect(row).toEqual({ motto: 'drop by drop' });

    const path = join(folder, 'newer.backup');
    expect(await backup([path], { DATABASE_OWNER_URL: target.ownerUrl })).toMatchObject({ code: 0 });
    expect(await restore(await emptyDatabase(), path)).toMatchObject({
      code: 1,
      said: expect.stringContaining('newer than this one. Update Wattershed'),
    });
    writeFileSync(join(newer, '20990101000000_next.sql'), 'select 1;');
    const other = restoreDatabase({
      ownerUrl: (await emptyDatabase()).ownerUrl,
      file: { ...file, path },
      migrationsDir: newer,
    });
    await expect(other).rejects.toMatchObject({ code: 'other-history' });
  });

  test('a failure in the middle takes everything back, and says at which row', async () => {
    const target = await emptyDatabase();
    await target.asOwner(`alter table public.meters add constraint of_this_test check (utility <> 'water');`);
    const before = await rowsOf(target.ownerUrl);
    const { code, said } = await restore(target, whole);
    expect(said).toMatch(/refuses rows of public\.meters: .*of_this_test.*COPY meters, line \d/);
    expect(code).toBe(1);
    expect(await rowsOf(target.ownerUrl)).toEqual(before);
    const free = await target.asOwner(
      "select count(*)::int as n from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()",
    );
    expect(free).toEqual([{ n: 0 }]);
  });

  test('an account that may not switch triggers off is told what to grant', async () => {
    const target = await emptyDatabase();
    const role = `plain_${target.name}`;
    await target.asOwner(`create role ${role} login password 'x' in role postgres; grant all on database ${target.name} to ${role};
      alter role ${role} set role = postgres; alter role ${role} reset role;`);
    const tables = await target.asOwner(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    await target.asOwner(`grant usage on schema auth, public, private, private_migrations, storage to ${role};
      ${tables.map(({ name }) => `grant all on ${String(name)} to ${role};`).join('\n')}`);
    const url = new URL(target.ownerUrl);
    url.username = role;
    url.password = 'x';
    expect(await run(restoreCommand, [whole], { DATABASE_OWNER_URL: url.href })).toMatchObject({
      code: 1,
      said: expect.stringContaining('grant set on parameter session_replication_role'),
    });
    await target.asOwner(`drop owned by ${role}; drop role ${role}`);
  });
});

describe('a bucket', () => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await openTestS3();
  });
  afterAll(() => s3.stop());
  const access = () => ({
    BACKUP_PASSPHRASE: 'five words chosen by chance',
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_S3_KEY_ID: testAccess.keyId,
    BACKUP_S3_SECRET: testAccess.secret,
  });

  test('a backup goes there, is listed, verified and restored row by row, and leaves nothing here', async () => {
    const place = 's3://copies/home';
    const made = await backup([place], access());
    expect(made.said).toMatch(/^s3:\/\/copies\/home\/wattershed-\d+T\d+Z\.backup: .*encrypted/);
    expect(made.code).toBe(0);
    expect(await backup(['--list', place], access())).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^s3:\/\/copies\/home: 1 backup, .*\n.*wattershed-\d+T\d+Z\.backup$/),
    });
    expect(await backup(['--verify', `${place}/latest`], access())).toMatchObject({
      code: 0,
      said: expect.stringContaining('is whole'),
    });
    const target = await emptyDatabase();
    expect(await restore(target, `${place}/latest`, access())).toMatchObject({ code: 0 });
    const [before, after] = await Promise.all([stage.testDatabase, target].map(({ ownerUrl }) => rowsOf(ownerUrl)));
    expect(after).toEqual(before);
    expect(readdirSync(join(folder, 'data', 'backups', 'uploading'))).toEqual([]);
  });

  test('what is not there, and a bucket that refuses, are told', async () => {
    expect(await restore(await emptyDatabase(), 's3://copies/none/latest', access())).toMatchObject({
      code: 1,
      said: 'There is no backup in s3://copies/none.',
    });
    expect(await backup(['s3://copies'], { ...access(), BACKUP_S3_SECRET: 'wrong' })).toMatchObject({
      code: 1,
      said: expect.stringContaining('403'),
    });
    expect(await backup(['--list'], access())).toMatchObject({
      code: 0,
      said: expect.stringContaining(join(folder, 'data', 'backups')),
    });
  });

  test('latest of a folder is its newest', async () => {
    const [newest] = readdirSync(join(folder, 'data', 'backups')).filter((name) => name.endsWith('.backup'));
    expect(await backup(['--verify', join(folder, 'data', 'backups', 'latest')])).toMatchObject({
      code: 0,
      said: expect.stringContaining('is whole'),
    });
    expect(newest).toBeDefined();
  });
});
