import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLog } from '#kernel/postgres/backend-error.ts';
import { openCluster, prepareDatabase, withOwner } from '#kernel/postgres/embedded-database.ts';
import { createDevMailbox, restoreEmbedded, startEmbeddedBackend } from '#subjects/identity/service/embedded/index.ts';
import { openTestS3, testAccess } from '#kernel/backup/testing-s3.ts';
import { migrationsBefore } from '#kernel/postgres/testing.ts';
import { createStoredFiles } from '#subjects/bills/service/documents/index.ts';
import { backupCommand } from './backup-command.ts';
import { restoreCommand } from './restore-command.ts';
import { type Ran, rowsOf, run } from './testing-backup.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const migrationsDir = fileURLToPath(new URL('../../../supabase/migrations', import.meta.url));
const password = 'correct horse battery';
const document = '11111111-2222-4333-8444-555555555555';
let folder: string;
let dataDir: string;
let before: Map<string, string[]>;
let file: string;

const backup = (...args: string[]): Promise<Ran> => run(backupCommand, args, { DATA_DIR: dataDir });
const restore = (args: string[], into = dataDir, answer: boolean | null = null): Promise<Ran> =>
  run(restoreCommand, args, { DATA_DIR: into }, answer);
const start = () =>
  startEmbeddedBackend({
    dataDir,
    migrationsDir,
    publicOrigin: () => 'http://localhost:8080',
    guestDomain: 'guest.wattershed.invalid',
    mailer: createDevMailbox(silentLog),
    log: silentLog,
  });

/** An installation of before the first release, with an account and a document; stopped. */
const makeOld = async (): Promise<void> => {
  const cluster = await openCluster({ dataDir, log: silentLog, isDurable: false });
  const migrationsOfThen = migrationsBefore(59);
  await prepareDatabase(cluster, {
    migrationsDir: migrationsOfThen,
    log: silentLog,
  });
  rmSync(migrationsOfThen, { recursive: true });
  const ownerUrl = cluster.url('postgres');
  await withOwner(ownerUrl, async (sql) => {
    await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
      values (gen_random_uuid(), 'ada@example.org', extensions.crypt(${password}, extensions.gen_salt('bf', 4)), now(),
        '{"provider":"email"}', '{}')`;
    await sql`insert into storage.objects (bucket_id, name, version, metadata)
      select 'bills', id || '/january.pdf', ${document}, '{"size": 20}' from households limit 1`;
  });
  await createStoredFiles(join(dataDir, 'storage')).put(document, [Buffer.from('%PDF-1.7 January')] as never);
  before = await rowsOf(ownerUrl);
  await cluster.postgres.stop();
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wattershed-restore-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  file = join(folder, 'old.backup');
  await makeOld();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Columns that came after the backup are the last ones, and empty. */
const withoutNewColumns = (row: string): string => row.replace(/,+\)$/, ')');

/** Her account and her document are as they were, and she can sign in. */
const expectAda = async (backend: Awaited<ReturnType<typeof start>>): Promise<void> => {
  const after = await rowsOf(backend.ownerUrl);
  for (const name of ['auth.users', 'public.household_members', 'storage.objects'])
    expect(after.get(name)?.map(withoutNewColumns)).toEqual(before.get(name)?.map(withoutNewColumns));
  const signIn = await backend.fetch(
    new Request('http://localhost:8080/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: backend.anonKey },
      body: JSON.stringify({ email: 'ada@example.org', password }),
    }),
    { address: '127.0.0.1' },
  );
  expect(await signIn.json()).toMatchObject({ user: { email: 'ada@example.org' } });
};

test('a stopped installation is backed up, by a database that runs for as long as that takes', async () => {
  // As after a kill: nobody answers at that port.
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `999999\n${dataDir}\n0\n1\n`);
  const { code, said } = await backup(file);
  expect(said).toContain('1 document; read again');
  expect(said).toContain('same disk');
  expect(code).toBe(0);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('it starts as it is, and is taken over', async () => {
  const backend = await start();
  try {
    await expectAda(backend);
  } finally {
    await backend.stop();
  }
});

test('a restore over an installation must be wanted and confirmed', async () => {
  expect(await restore([file])).toMatchObject({ code: 1, said: expect.stringContaining('--replace') });
  expect(await restore([file, '--replace'])).toMatchObject({ code: 2, said: expect.stringContaining('--yes') });
  expect(await restore([file, '--replace'], dataDir, false)).toMatchObject({ code: 0, said: 'Nothing was changed.' });
  expect(await restore([])).toMatchObject({ code: 2, said: expect.stringContaining('npm run restore') });
});

test('a restore that fails in the middle leaves what was there, and nothing else', async () => {
  const failing = join(folder, 'migrations');
  cpSync(migrationsDir, failing, { recursive: true });
  writeFileSync(join(failing, '20990101000000_fails.sql'), 'select 1 / 0;');
  const [names, secrets] = [readdirSync(dataDir), readFileSync(join(dataDir, 'backend-secrets.json'), 'utf8')];
  const cluster = statSync(join(dataDir, 'postgres')).ino;
  const wish = {
    file: { path: file, passphrase: async () => null },
    dataDir,
    migrationsDir: failing,
    saveDocument: (below: string, version: string, content: AsyncIterable<Buffer>) =>
      createStoredFiles(join(below, 'storage')).put(version, content),
  };
  await expect(restoreEmbedded(wish)).rejects.toMatchObject({ code: 'migration-failed' });
  expect(readdirSync(dataDir)).toEqual(names);
  expect(readFileSync(join(dataDir, 'backend-secrets.json'), 'utf8')).toBe(secrets);
  expect(statSync(join(dataDir, 'postgres')).ino).toBe(cluster);
});

test('C7.1 a restored installation is up to date, and its accounts, sessions and documents are as they were', async () => {
  rmSync(join(dataDir, 'storage'), { recursive: true });
  const old = JSON.parse(readFileSync(join(dataDir, 'backend-secrets.json'), 'utf8')) as Record<string, string>;
  const { code, said } = await restore([file, '--replace'], dataDir, true);
  expect(said).toMatch(/compared with the backup[^]*Brought up to date by \d+ step[^]*before-restore-/);
  expect(code).toBe(0);
  const aside = readdirSync(dataDir).find((name) => name.startsWith('before-restore-')) ?? '';
  expect(readdirSync(dataDir).sort()).toEqual([aside, 'backend-secrets.json', 'postgres', 'storage'].sort());
  expect(readdirSync(join(dataDir, aside)).sort()).toEqual(['backend-secrets.json', 'postgres']);
  expect(readFileSync(join(dataDir, 'storage', 'files', document), 'utf8')).toBe('%PDF-1.7 January');
  expect(statSync(join(dataDir, 'backend-secrets.json')).mode & 0o777).toBe(0o600);

  // A swap that was cut off before its last move.
  mkdirSync(join(dataDir, 'restoring'));
  renameSync(join(dataDir, 'storage'), join(dataDir, 'restoring', 'storage'));
  writeFileSync(
    join(dataDir, 'restore-swap.json'),
    JSON.stringify({ from: 'restoring', moves: [['restoring/storage', 'storage']] }),
  );
  const backend = await start();
  expect(readdirSync(dataDir)).not.toContain('restoring');
  expect(readdirSync(join(dataDir, 'storage', 'files'))).toEqual([document]);
  try {
    expect([backend.jwtSecret, backend.anonKey]).toEqual([old['jwtSecret'], old['anonKey']]);
    await expectAda(backend);
    const running = join(folder, 'running.backup');
    expect((await backup(running)).code).toBe(0);
    expect(await restore([running, '--replace', '--yes'])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/runs on .*stop it, then restore/),
    });
    expect(backend.health().isReady).toBe(true);
  } finally {
    await backend.stop();
  }
});

test('an encrypted backup from a bucket becomes another installation, every row of every table as it was', async () => {
  const s3 = await openTestS3();
  const env = {
    BACKUP_PASSPHRASE: 'five words chosen by chance',
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_S3_KEY_ID: testAccess.keyId,
    BACKUP_S3_SECRET: testAccess.secret,
  };
  const other = join(folder, 'other');
  const rowsIn = async (place: string): Promise<Map<string, string[]>> => {
    const cluster = await openCluster({ dataDir: place, log: silentLog, isDurable: false });
    try {
      const rows = await rowsOf(cluster.url('postgres'));
      // When a database was last given its functions.
      rows.delete('private_migrations.repeatables');
      return rows;
    } finally {
      await cluster.postgres.stop();
    }
  };
  try {
    expect(await run(backupCommand, ['s3://copies/home'], { ...env, DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    const restored = await run(restoreCommand, ['s3://copies/home/latest'], { ...env, DATA_DIR: other });
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('compared with the backup') });
    const [there, here] = [await rowsIn(dataDir), await rowsIn(other)];
    expect(here).toEqual(there);
    expect(here.get('auth.users')).not.toHaveLength(0);
    expect(readFileSync(join(other, 'storage', 'files', document), 'utf8')).toBe('%PDF-1.7 January');
    expect(readdirSync(join(other, 'backups', 'uploading'))).toEqual([]);
  } finally {
    await s3.stop();
  }
});
