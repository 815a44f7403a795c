import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentKey } from '../../contract/documents.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorageSite, pdf, type StorageSite } from './testing-storage.ts';
import { createStoredFiles } from './stored-files.ts';
import { sweepFiles } from './index.ts';

let site: StorageSite;
beforeAll(async () => {
  site = await openStorageSite();
});
afterAll(() => site.end());

test('C2.10 the files of a household and of an account that are gone go with the next sweep, and no others', async () => {
  const { seed, sql } = site.stage;
  const [stays, goes, leaves] = [await seed.home(), await seed.home(), await seed.home()];
  for (const home of [stays, goes, leaves]) {
    await (await site.bills(home.userId)).upload(documentKey(home.household, 'a.pdf'), pdf(home.household));
  }
  expect(await sweepFiles(sql, site.files)).toBe(0);
  await seed.owner`delete from households where id = ${goes.household}`;
  await seed.owner`delete from auth.users where id = ${leaves.userId}`;
  expect(await sweepFiles(sql, site.files)).toBe(2);
  const own = await site.bills(stays.userId);
  expect(await (await own.download(documentKey(stays.household, 'a.pdf'))).data?.text()).toContain(stays.household);
});

test('what an end of the process cut off is gone after the next start; foreign files are left alone', async () => {
  const before = await site.onDisk();
  for (const folder of ['incoming', 'files']) mkdirSync(join(site.folder, folder), { recursive: true });
  writeFileSync(join(site.folder, 'incoming', randomUUID()), 'half');
  writeFileSync(join(site.folder, 'files', randomUUID()), 'whole, and its row was never written');
  writeFileSync(join(site.folder, 'files', 'README'), 'somebody’s note');
  expect(await sweepFiles(site.stage.sql, createStoredFiles(site.folder))).toBe(2);
  expect(await site.onDisk()).toEqual({ whole: [...before.whole, 'README'].sort(), incoming: [] });
});

test('a file that is coming in is not swept away, nor one whose row is about to be written', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* slowly(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('%PDF-');
    await held;
    yield Buffer.from('end');
  }
  const saving = site.files.save(slowly(), 100);
  const sweepTwice = async (): Promise<number> =>
    (await sweepFiles(site.stage.sql, site.files)) + (await sweepFiles(site.stage.sql, site.files));
  await sweepTwice();
  release();
  const { version, size } = await saving;
  expect(size).toBe(8);
  expect(await sweepTwice()).toBe(0);
  expect((await site.onDisk()).whole).toContain(version);
  site.files.settle(version);
  expect(await sweepTwice()).toBe(1);
});

test('a row whose file is missing says so', async () => {
  const home = await site.stage.seed.home();
  const own = await site.bills(home.userId);
  await own.upload(documentKey(home.household, 'lost.pdf'), pdf('x'));
  await site.files.remove((await site.onDisk()).whole);
  expect((await own.download(documentKey(home.household, 'lost.pdf'))).error).toMatchObject({
    status: 404,
    message: 'The file of this object is missing',
  });
});
