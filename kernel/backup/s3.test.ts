import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBucket } from './s3.ts';
import { openTestS3, testAccess, type TestS3 } from './testing-s3.ts';

const MB = 2 ** 20;
let s3: TestS3;
let folder: string;
beforeAll(async () => {
  [s3, folder] = [await openTestS3(), mkdtempSync(join(tmpdir(), 'wattershed-s3-'))];
});
afterEach(() => {
  s3.objects.clear();
  s3.uploads.clear();
  s3.faults.length = 0;
});
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true });
});

const bucket = (secret = testAccess.secret) =>
  openBucket('s3://copies/my home/', { ...testAccess, endpoint: s3.endpoint, secret });
const file = (bytes: number): string => {
  const path = join(folder, `file-${bytes}`);
  writeFileSync(path, randomBytes(bytes));
  return path;
};

test.each([1, 8 * MB, 19 * MB + 3])(
  'a file of %i bytes arrives, is read back, listed, fetched and removed',
  async (bytes) => {
    const path = file(bytes);
    await bucket().put('one', path);
    expect(s3.objects.get('copies/my home/one')?.equals(readFileSync(path))).toBe(true);
    expect(s3.uploads.size).toBe(0);
    expect(await bucket().list()).toEqual([{ name: 'one', bytes }]);
    await bucket().fetch('one', `${path}.back`);
    expect(readFileSync(`${path}.back`).equals(readFileSync(path))).toBe(true);
    await bucket().remove('one');
    expect(await bucket().list()).toEqual([]);
  },
);

test('a list of several pages is read to its end, and what lies beside the prefix is not in it', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) s3.objects.set(`copies/my home/${name}`, Buffer.alloc(1));
  s3.objects.set('copies/my homework', Buffer.alloc(1));
  expect((await bucket().list()).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a store that is busy is asked again, and a line that is cut goes on where it was', async () => {
  s3.faults.push(503, 429);
  const path = file(3 * MB);
  await bucket().put('one', path);
  s3.faults.push('cut');
  await bucket().fetch('one', `${path}.back`);
  expect(readFileSync(`${path}.back`).equals(readFileSync(path))).toBe(true);
});

test('a refusal is told in words at once, and parts of a failed upload are taken back', async () => {
  await expect(bucket('wrong').list()).rejects.toMatchObject({
    code: 'store-failed',
    message: expect.stringContaining('403 SignatureDoesNotMatch'),
  });
  s3.faults.push(null, null, 400);
  const failing = bucket().put('one', file(20 * MB));
  await expect(failing).rejects.toMatchObject({ code: 'store-failed' });
  expect([s3.uploads.size, s3.objects.size]).toEqual([0, 0]);
  const none = join(folder, 'none');
  await expect(bucket().fetch('none', none)).rejects.toThrow(/404 NoSuchKey/);
  expect(existsSync(none)).toBe(false);
  const stopped = AbortSignal.abort();
  await expect(bucket().put('one', file(10), stopped)).rejects.toMatchObject({ name: 'AbortError' });
});

test('what comes back otherwise than it was sent is removed and told', async () => {
  const path = file(100);
  const set = s3.objects.set.bind(s3.objects);
  s3.objects.set = (key, bytes) => set(key, bytes.subarray(1));
  await expect(bucket().put('one', path)).rejects.toThrow(/gives one back otherwise/);
  s3.objects.set = set;
  expect(s3.objects.size).toBe(0);
});

test('uploads that nobody ended are ended, others are left alone', async () => {
  const begun = (key: string, at: string) => s3.uploads.set(key, { key, parts: new Map(), begun: new Date(at) });
  begun('copies/my home/wattershed-20260101T000000Z.backup', '2026-01-01');
  begun('copies/my home/wattershed-20260102T000000Z.backup', new Date().toISOString());
  begun('copies/my home/other', '2026-01-01');
  await bucket().abortStale(3_600_000);
  expect([...s3.uploads.keys()]).toEqual(['copies/my home/wattershed-20260102T000000Z.backup', 'copies/my home/other']);
});

test('what is no bucket, and a bucket without keys, are told', () => {
  const access = { ...testAccess, endpoint: s3.endpoint };
  expect(() => openBucket('s3://A', access)).toThrow('s3://bucket/prefix');
  expect(() => openBucket('s3://copies', { ...access, keyId: undefined })).toThrow('BACKUP_S3_KEY_ID');
});
