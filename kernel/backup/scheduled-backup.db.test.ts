import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/testing.ts';
import { readBackup } from './read-backup.ts';
import { checkRoom } from './room.ts';
import { createScheduledBackup, type ScheduledBackup } from './scheduled-backup.ts';
import { openStore } from './store.ts';
import { openTestS3, testAccess, type TestS3 } from './testing-s3.ts';

const passphrase = 'five words chosen by chance';
const hour = 3_600_000;
let database: TestDatabase;
let s3: TestS3;
let dataDir: string;
let now: number;
let told: (string | null)[];
beforeAll(async () => {
  [database, s3] = [await createTestDatabase(), await openTestS3()];
});
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wattershed-schedule-'));
  [now, told] = [new Date(2026, 5, 10, 12).getTime(), []];
});
afterEach(() => {
  s3.objects.clear();
  s3.faults.length = 0;
  rmSync(dataDir, { recursive: true });
});
afterAll(async () => {
  await s3.stop();
  await database.drop();
});

const settings = () => ({
  dataDir,
  BACKUP_S3_ENDPOINT: s3.endpoint,
  BACKUP_S3_REGION: testAccess.region,
  BACKUP_S3_KEY_ID: testAccess.keyId,
  BACKUP_S3_SECRET: testAccess.secret,
});
const schedule = (place: string, ownerUrl = database.ownerUrl): ScheduledBackup =>
  createScheduledBackup({
    store: () => openStore(settings(), place),
    place,
    atMinutes: 195,
    everyHours: 24,
    keep: { daily: 2 },
    wish: { ownerUrl, appVersion: '0', secrets: null, openDocument: async () => null, passphrase },
    now: () => now,
    log: { info() {}, error() {} },
    tell: async ({ failure }) => void told.push(failure),
  });
const turn = (scheduled: ScheduledBackup) => Promise.resolve(scheduled.job.run(new AbortController().signal));
const inFolder = () => readdirSync(join(dataDir, 'backups')).sort();

test('one when it is due, encrypted, and those that may go are removed; those made by hand stay', async () => {
  const scheduled = schedule(join(dataDir, 'backups'));
  expect(scheduled.part()).toBe('up');
  await turn(scheduled);
  await turn(scheduled);
  expect(inFolder()).toEqual(['wattershed-scheduled-20260610T100000Z.backup']);
  writeFileSync(join(dataDir, 'backups', 'wattershed-20200101T000000Z.backup'), 'by hand');
  for (let day = 0; day < 3; day += 1) {
    now += 24 * hour;
    await turn(scheduled);
  }
  expect(inFolder()).toEqual([
    'wattershed-20200101T000000Z.backup',
    'wattershed-scheduled-20260612T100000Z.backup',
    'wattershed-scheduled-20260613T100000Z.backup',
  ]);
  const path = join(dataDir, 'backups', inFolder()[2] as string);
  const { manifest } = await readBackup({ path, passphrase: async () => passphrase });
  expect(manifest.tables.length).toBeGreaterThan(40);
  expect(scheduled.state()).toMatchObject({ lastGoodAt: now, failure: null, failures: 0, progress: null });
  expect(scheduled.state().nextAt).toBe(new Date(2026, 5, 14, 3, 15).getTime());
});

test('of several processes that share a database one makes it', async () => {
  const all = [1, 2, 3, 4].map(() => schedule('s3://copies/home'));
  await Promise.all(all.map(turn));
  // Whoever found another one at it looks again a minute later.
  for (const one of all) await turn(one);
  expect([...s3.objects.keys()]).toEqual(['copies/home/wattershed-scheduled-20260610T100000Z.backup']);
  for (const one of all) expect(one.state().lastGoodAt).toBe(now);
  expect(readdirSync(join(dataDir, 'backups', 'uploading'))).toEqual([]);
});

test('a failure is told once a day, tried again later and later, and its end is told', async () => {
  const scheduled = schedule('s3://copies/home');
  s3.faults.push(403);
  await expect(turn(scheduled)).rejects.toThrow('403');
  expect([scheduled.part(), scheduled.state().failures]).toEqual(['down', 1]);
  await turn(scheduled);
  now += 4 * 60_000;
  await turn(scheduled);
  expect(scheduled.state().failures).toBe(1);
  now += 2 * 60_000;
  s3.faults.push(403);
  await expect(turn(scheduled)).rejects.toThrow('403');
  expect(scheduled.state().failures).toBe(2);
  now += 11 * 60_000;
  await turn(scheduled);
  expect(told).toEqual([expect.stringContaining('403'), null]);
  expect([scheduled.part(), scheduled.state().failure]).toEqual(['up', null]);
});

test('an upload that breaks off leaves nothing half done, here or there', async () => {
  const scheduled = schedule('s3://copies/home');
  s3.faults.push(null, null, 400);
  await expect(turn(scheduled)).rejects.toMatchObject({ code: 'store-failed' });
  expect(s3.objects.size).toBe(0);
  expect(readdirSync(join(dataDir, 'backups', 'uploading'))).toEqual([]);
});

test('what a killed one left is removed once nobody can be at it', async () => {
  const scheduled = schedule(join(dataDir, 'backups'));
  await openStore(settings());
  const [old, fresh] = ['wattershed-scheduled-20260101T000000Z.backup.part', 'wattershed-x.backup.part'];
  for (const name of [old, fresh]) writeFileSync(join(dataDir, 'backups', name), 'half');
  utimesSync(join(dataDir, 'backups', old), new Date(2026, 0, 1), new Date(2026, 0, 1));
  await turn(scheduled);
  expect(inFolder()).toEqual(['wattershed-scheduled-20260610T100000Z.backup', fresh]);
});

test('a disk that is not there, and one without room, are told; neither is made or filled', async () => {
  const away = join(dataDir, '..', 'wattershed-no-such-disk');
  await expect(turn(schedule(away))).rejects.toThrow(/is its disk there/);
  expect(existsSync(away)).toBe(false);
  await expect(checkRoom(dataDir, 1e18)).rejects.toMatchObject({ code: 'no-room' });
  await checkRoom(dataDir, 0);
  const closed = schedule(dataDir, 'postgres://postgres:x@127.0.0.1:1/none');
  await expect(turn(closed)).rejects.toThrow('database');
  expect(told.at(-1)).toMatch(/database/);
});

test('one that has not been made for two times its rhythm is down', async () => {
  const scheduled = schedule(join(dataDir, 'backups'));
  await turn(scheduled);
  now += 50 * hour;
  expect(scheduled.part()).toBe('down');
});
